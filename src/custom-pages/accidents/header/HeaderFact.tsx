import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** A name and its value; a value that is not known is a dash, not a hole. */
export const HeaderFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography variant="caption" component="dt" color="text.secondary">
      {label}
    </Typography>
    <Typography
      variant="body2"
      component="dd"
      sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
    >
      {children || '—'}
    </Typography>
  </Box>
);
