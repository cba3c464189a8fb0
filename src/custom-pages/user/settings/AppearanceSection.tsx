import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { SettingsUpdate } from '../../../contract/shapes/settings.ts';
import { currentLocale, locales } from '../../../i18n/locale.ts';
import { density } from '../../../settings/density.ts';
import { useMode } from '../../../settings/mode.ts';
import { Choice } from '../parts/Choice.tsx';

interface Props {
  readonly choose: (choice: SettingsUpdate) => void;
}

/** Language, theme and density. A choice applies at once. */
export const AppearanceSection = ({ choose }: Props) => {
  const translate = useTranslate();
  // Read on each render, because a change of language re-renders the page.
  const locale = currentLocale();
  const theme = useMode();
  const dense = density.use();
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Choice
        label={translate('shell.language.label')}
        value={locale}
        options={locales.map(value => ({ value, title: translate(`shell.language.${value}`), lang: value }))}
        onChange={Locale => choose({ Locale })}
      />
      <Choice
        label={translate('user.looks.theme')}
        value={theme}
        options={(['light', 'dark'] as const).map(value => ({ value, title: translate(`user.looks.${value}`) }))}
        onChange={Theme => choose({ Theme })}
      />
      <Choice
        label={translate('user.looks.density')}
        help={translate('user.looks.densityHelp')}
        value={dense}
        options={(['comfortable', 'dense'] as const).map(value => ({ value, title: translate(`user.looks.${value}`) }))}
        onChange={Density => choose({ Density })}
      />
    </Box>
  );
};
