import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface Bar {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  /**
   * Length and colour of each part of the bar. All bars use the same unit of length. A colour is a path in the theme.
   */
  readonly parts: readonly (readonly [length: number, colour: string])[];
}

/** Labelled bars with their numbers. Screen readers need only the numbers, because the drawing shows nothing else. */
export const Bars = ({ bars }: { bars: readonly Bar[] }) => {
  const longestBar = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, [length]) => sum + length, 0)));
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 0.75,
        '& > li': { position: 'relative' },
        // If a bar has a single number, its link covers the whole bar.
        '& > li > :last-child > a:only-child::after': { content: '""', position: 'absolute', inset: '-3px 0' },
        '@media (pointer: coarse)': { gap: 0, '& > li': { minHeight: 44 } },
      }}
    >
      {bars.map(({ key, label, value, parts }) => (
        <Box
          key={key}
          component="li"
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(112px, 1fr) 1fr auto', gap: 1, alignItems: 'center' }}
        >
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{label}</Box>
          <Box aria-hidden sx={{ display: 'flex', height: 12 }}>
            {parts.map(([length, colour]) => (
              <Box key={colour} sx={{ width: `${(100 * length) / longestBar}%`, bgcolor: colour }} />
            ))}
          </Box>
          <Box sx={{ textAlign: 'right', minWidth: 48 }}>{value}</Box>
        </Box>
      ))}
    </Box>
  );
};
