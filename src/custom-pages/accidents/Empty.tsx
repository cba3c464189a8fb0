import type { SvgIconComponent } from '@mui/icons-material';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** Nothing here: why, and what to do next. */
export const Empty = ({
  Icon,
  title,
  help,
  whole = false,
  children,
}: {
  Icon: SvgIconComponent;
  title: string;
  help: string;
  /** It is all the page says. */
  whole?: boolean;
  children?: ReactNode;
}) => (
  <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 0.5, px: 2, py: 3 }}>
    <Icon sx={{ color: 'text.disabled' }} fontSize="large" aria-hidden />
    <Typography variant="h4" component={whole ? 'h1' : 'p'}>
      {title}
    </Typography>
    <Typography variant="body2" color="text.secondary" sx={{ maxWidth: '44ch' }}>
      {help}
    </Typography>
    {children}
  </Box>
);
