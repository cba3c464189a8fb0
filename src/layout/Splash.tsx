import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslate } from 'ra-core';

/** The whole page while its program is on the way. */
export const Splash = () => {
  const translate = useTranslate();
  return (
    <Box
      role="status"
      aria-label={translate('shell.loading')}
      sx={{ display: 'grid', placeItems: 'center', minHeight: '100vh' }}
    >
      <CircularProgress size={28} thickness={5} aria-hidden />
    </Box>
  );
};
