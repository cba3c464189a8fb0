import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { isBlank } from '../../schema/kinds/blank.ts';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr', lg: '1fr 1fr 1fr' } }}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <Typography variant="caption" color="textSecondary" component="dt">
          {label}
        </Typography>
        <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {isBlank(value) ? '—' : value}
        </Typography>
      </div>
    ))}
  </Box>
);
