import Box from '@mui/material/Box';
import { alpha } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** Error message. It is part of the entry script, because the reported failure may be a missing script. */
export const RedAlert = ({ children }: { children: ReactNode }) => (
  <Box
    role="alert"
    sx={theme => ({
      px: 1.5,
      py: 1,
      border: 1,
      borderColor: 'error.main',
      borderRadius: 1,
      color: 'error.main',
      bgcolor: alpha(theme.palette.error.main, 0.06),
      overflowWrap: 'anywhere',
    })}
  >
    {children}
  </Box>
);
