import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
}

/** What stands in a panel that has nothing to show, and why. */
export const PanelNote = ({ icon, title, text, action }: Props) => (
  <Box
    sx={{ py: 6, display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 1, textAlign: 'center' }}
    role="status"
  >
    <Box aria-hidden sx={{ color: 'text.secondary' }}>
      {icon}
    </Box>
    <Typography variant="h3" component="p">
      {title}
    </Typography>
    {text && <Typography color="textSecondary">{text}</Typography>}
    {action}
  </Box>
);
