import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useReachable } from './connection.ts';

/** Banner shown while the server is unreachable. It is part of the entry script, because nothing can be loaded then. */
export const OfflineBanner = () => {
  const translate = useTranslate();
  if (useReachable()) return null;
  return (
    <Box
      role="status"
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 'snackbar',
        px: 2,
        py: 1.5,
        textAlign: 'center',
        typography: 'subtitle2',
        bgcolor: 'warning.main',
        color: 'warning.contrastText',
      }}
    >
      {translate('shell.offline')}
    </Box>
  );
};
