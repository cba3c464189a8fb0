import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { SettingsUpdate } from '../../../contract/shapes/settings.ts';
import { tellMissing } from '../../../feedback/tellMissing.ts';
import { languageName, languages } from '../../../i18n/locale.ts';
import { setLanguage, useShownLanguage } from '../../../i18n/store.ts';
import { density } from '../../../settings/density.ts';
import { useMode } from '../../../settings/mode.ts';
import { Choice } from '../parts/Choice.tsx';

interface Props {
  readonly choose: (choice: SettingsUpdate) => void;
}

/** Language, theme and density. A choice applies at once. */
export const AppearanceSection = ({ choose }: Props) => {
  const translate = useTranslate();
  const language = useShownLanguage();
  const theme = useMode();
  const dense = density.use();
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Choice
        label={translate('shell.language.label')}
        value={language}
        options={languages.map(value => ({ value, title: languageName(value), lang: value }))}
        onChange={chosen => void setLanguage(chosen).catch(tellMissing)}
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
