import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslate } from 'react-admin';
import { tellMissing } from '../feedback/tellMissing.ts';
import { useOfferedLocales } from '../i18n/store.ts';
import { useAppLocale } from '../i18n/TextsProvider.tsx';

export const LanguageSwitch = () => {
  const translate = useTranslate();
  const [current, setLocale] = useAppLocale();
  const offered = useOfferedLocales();
  if (offered.length < 2) return null;
  return (
    <Box
      role="group"
      aria-label={translate('shell.language.label')}
      sx={{ display: 'inline-flex', border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
    >
      {offered.map(locale => (
        <ButtonBase
          key={locale}
          aria-pressed={locale === current}
          aria-label={translate(`shell.language.${locale}`)}
          title={translate(`shell.language.${locale}`)}
          lang={locale}
          onClick={() => void setLocale(locale).catch(tellMissing)}
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
          {locale}
        </ButtonBase>
      ))}
    </Box>
  );
};
