import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type SvgIcon from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';

interface Given {
  icon: typeof SvgIcon;
  title: string;
  text: string;
  detail?: string;
  action: ReactNode;
  alert?: boolean;
}

/** What stands where rows would: what is the matter and the next step. */
export const Notice = ({ icon: Icon, title, text, detail, action, alert }: Given) => (
  <Paper
    role={alert ? 'alert' : undefined}
    sx={{ px: 3, py: 8, display: 'flex', flexDirection: 'column', alignItems: 'center', textAlign: 'center', gap: 1 }}
  >
    <Icon aria-hidden fontSize="large" sx={{ color: 'text.secondary' }} />
    <Box component="h2" sx={{ typography: 'h3', m: 0 }}>
      {title}
    </Box>
    <Box sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{text}</Box>
    {detail && <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{detail}</Box>}
    <Box sx={{ mt: 1 }}>{action}</Box>
  </Paper>
);
