import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { Settings, SettingsUpdate } from '../../../contract/shapes/settings.ts';
import { locales } from '../../../i18n/locale.ts';
import { Choice } from '../parts/Choice.tsx';

interface Props {
  readonly settings: Settings;
  readonly choose: (choice: SettingsUpdate) => void;
}

/** Language, theme and density. */
export const Looks = ({ settings, choose }: Props) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Choice
        label={translate('shell.language.label')}
        value={settings.Locale}
        options={locales.map(value => ({ value, title: translate(`shell.language.${value}`), lang: value }))}
        onChange={Locale => choose({ Locale })}
      />
      <Choice
        label={translate('user.looks.theme')}
        value={settings.Theme}
        options={(['light', 'dark'] as const).map(value => ({ value, title: translate(`user.looks.${value}`) }))}
        onChange={Theme => choose({ Theme })}
      />
      <Choice
        label={translate('user.looks.density')}
        help={translate('user.looks.densityHelp')}
        value={settings.Density}
        options={(['comfortable', 'dense'] as const).map(value => ({ value, title: translate(`user.looks.${value}`) }))}
        onChange={Density => choose({ Density })}
      />
    </Box>
  );
};
