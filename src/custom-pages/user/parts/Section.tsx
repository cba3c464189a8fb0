import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  readonly about?: string;
  readonly children: ReactNode;
}

export const Section = ({ title, about, children }: Props) => {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gridTemplateColumns: { md: 'minmax(0, 4fr) minmax(0, 7fr)' },
        gap: { xs: 2, md: 4 },
        p: { xs: 2, md: 3 },
      }}
    >
      <Box>
        <Typography variant="h2" id={id} gutterBottom>
          {title}
        </Typography>
        {about && <Typography color="textSecondary">{about}</Typography>}
      </Box>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Paper>
  );
};

export const SectionStack = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 2, maxWidth: 'lg' }}>{children}</Box>
);
