import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** A page that shows a message instead of content. */
export const PageMessage = ({ icon, title, children, actions }: Props) => (
  <Paper sx={{ p: { xs: 3, md: 5 }, maxWidth: 'sm', mx: 'auto', mt: { xs: 2, md: 6 } }}>
    <Box sx={{ color: 'text.secondary', mb: 2, lineHeight: 0, '& svg': { fontSize: 36 } }}>{icon}</Box>
    <Typography variant="h1" gutterBottom>
      {title}
    </Typography>
    <Typography component="div" color="textSecondary">
      {children}
    </Typography>
    <Box sx={{ mt: 3, display: 'flex', gap: 1, flexWrap: 'wrap' }}>{actions}</Box>
  </Paper>
);
