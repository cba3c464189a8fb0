import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslate } from 'react-admin';
import { showLoadFailure } from '../feedback/showLoadFailure.ts';
import { languageName } from '../i18n/locale.ts';
import { setLanguage, useOfferedLanguages, useShownLanguage } from '../i18n/store.ts';

export const LanguageSwitch = () => {
  const translate = useTranslate();
  const currentLanguage = useShownLanguage();
  const offeredLanguages = useOfferedLanguages();
  if (offeredLanguages.length < 2) return null;
  return (
    <Box
      role="group"
      aria-label={translate('shell.language.label')}
      sx={{ display: 'inline-flex', border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
    >
      {offeredLanguages.map(language => (
        <ButtonBase
          key={language}
          aria-pressed={language === currentLanguage}
          aria-label={`${languageName(language)} (${language})`}
          title={languageName(language)}
          lang={language}
          onClick={() => void setLanguage(language).catch(showLoadFailure)}
          sx={{
            minWidth: 40,
            minHeight: 28,
            typography: 'caption',
            fontWeight: 'fontWeightMedium',
            textTransform: 'uppercase',
            color: 'text.secondary',
            '&[aria-pressed=true]': { bgcolor: 'action.selected', color: 'text.primary' },
            '&.Mui-focusVisible': { outlineOffset: -2 },
          }}
        >
          {language}
        </ButtonBase>
      ))}
    </Box>
  );
};
