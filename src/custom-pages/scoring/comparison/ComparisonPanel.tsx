import Box from '@mui/material/Box';
import type { PanelProps } from '../panelProps.ts';
import { BrandCard } from './BrandCard.tsx';
import { CompareCard } from './CompareCard.tsx';
import { NotesCard } from './NotesCard.tsx';
import { WeekdayCard } from './WeekdayCard.tsx';

/** Compares this vehicle with others, and its trips with each other. */
export const ComparisonPanel = ({ who, span }: PanelProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateRows: { lg: 'auto auto auto 1fr' },
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
    }}
  >
    <CompareCard name="company" who={who} span={span} />
    <CompareCard name="country" who={who} span={span} />
    <CompareCard name="model" who={who} span={span} />
    <NotesCard who={who} span={span} />
    <WeekdayCard who={who} span={span} />
    {/* Much longer than the others: three of them stand beside it. */}
    <Box sx={{ gridColumn: { lg: 2 }, gridRow: { lg: '2 / span 3' } }}>
      <BrandCard who={who} span={span} />
    </Box>
  </Box>
);
