import { Box, ButtonBase } from '@mui/material';
import type { AccelerationSeries } from './series.ts';

interface Entry {
  readonly key: AccelerationSeries;
  readonly label: string;
  readonly colour: string;
  readonly dash: readonly number[];
  readonly shown: boolean;
}

/** Legend of the curves; each entry shows or hides its own. */
export const SeriesSwitch = ({
  series,
  onToggle,
}: {
  series: readonly Entry[];
  onToggle: (key: AccelerationSeries) => void;
}) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
    {series.map(({ key, label, colour, dash, shown }) => (
      <ButtonBase
        key={key}
        aria-pressed={shown}
        onClick={() => onToggle(key)}
        sx={{
          gap: 0.75,
          px: 0.75,
          minHeight: 28,
          borderRadius: 1,
          typography: 'caption',
          color: shown ? 'text.primary' : 'text.secondary',
          textDecoration: shown ? 'none' : 'line-through',
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main' },
        }}
      >
        <Box component="svg" viewBox="0 0 22 4" aria-hidden sx={{ width: 22, height: 4, opacity: shown ? 1 : 0.3 }}>
          <line x1={0} y1={2} x2={22} y2={2} stroke={colour} strokeWidth={3} strokeDasharray={dash.join(' ')} />
        </Box>
        {label}
      </ButtonBase>
    ))}
  </Box>
);
