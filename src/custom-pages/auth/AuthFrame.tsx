import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { BrandMark } from '../../components/BrandMark.tsx';
import { LanguageSwitch } from '../../components/LanguageSwitch.tsx';
import { ThemeSwitch } from '../../components/ThemeSwitch.tsx';
import { CurvePicture } from './CurvePicture.tsx';

/** Form on one half, product picture on the other; narrow screens show the form only. */
export const AuthFrame = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        minHeight: '100vh',
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', p: { xs: 2, sm: 4 } }}>
        <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.5, sm: 1 } }}>
          <BrandMark />
          <Box sx={{ flex: 1, minWidth: 0, ml: 0.25 }}>
            <Typography variant="h3" component="p" sx={{ lineHeight: 1.1 }}>
              Drivedesk
            </Typography>
            <Typography variant="caption" color="textSecondary" noWrap component="p">
              {translate('auth.lead')}
            </Typography>
          </Box>
          <LanguageSwitch />
          <ThemeSwitch />
        </Box>
        <Box component="main" sx={theme => ({ width: 1, maxWidth: theme.frame.form, m: 'auto', py: { xs: 3, sm: 4 } })}>
          {children}
        </Box>
      </Box>
      <CurvePicture />
    </Box>
  );
};
