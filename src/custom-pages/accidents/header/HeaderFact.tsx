import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A label and its value; an unknown value is a dash. */
export const HeaderFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography variant="caption" component="dt" color="text.secondary" sx={{ lineHeight: 1.25 }}>
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

/** A fact whose icon replaces the label, which stays accessible. */
export const IconFact = ({ Icon, label, children }: { Icon: typeof SvgIcon; label: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
    <Icon fontSize="small" titleAccess={label} sx={{ color: 'text.secondary' }} />
    <Typography variant="body2" component="span" sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Typography>
  </Box>
);
