import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';

/** A word with a sign before it; the sign says nothing the word does not. */
export const Signed = ({
  icon: Icon,
  color,
  children,
}: {
  icon: typeof SvgIcon;
  color?: string;
  children: ReactNode;
}) => (
  <Box
    component="span"
    title={typeof children === 'string' ? children : undefined}
    sx={{ display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 0.5, minWidth: 0, maxWidth: 1 }}
  >
    <Icon fontSize="inherit" aria-hidden sx={{ color: color ?? 'text.secondary', flex: 'none' }} />
    <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {children}
    </Box>
  </Box>
);
