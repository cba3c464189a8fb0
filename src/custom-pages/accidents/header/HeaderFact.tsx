import type { SvgIconComponent } from '@mui/icons-material';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** A name and its value; a value that is not known is a dash, not a hole. */
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

/** A value whose kind is plain from its look; the sign and its name say it all the same. */
export const SignedFact = ({
  Icon,
  label,
  children,
}: {
  Icon: SvgIconComponent;
  label: string;
  children: ReactNode;
}) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
    <Icon fontSize="small" titleAccess={label} sx={{ color: 'text.secondary' }} />
    <Typography variant="body2" component="span" sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Typography>
  </Box>
);
