import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Loaded } from '../../../components/Loaded.tsx';
import type { PanelProps } from '../panelProps.ts';
import { usePeriod } from '../queries.ts';
import { ExplanationTable } from './ExplanationTable.tsx';
import { FiguresPanel } from './FiguresPanel.tsx';
import { Trend } from './Trend.tsx';

/** The score with its parts, its trend, and the figures behind it. */
export const OverviewPanel = ({ who, span, state, address, go }: PanelProps) => {
  const period = usePeriod(who, state.span);
  const wait = (height: number) => <Skeleton variant="rounded" height={height} />;
  return (
    <Box
      sx={{
        ...{ display: 'grid', gap: 2, alignItems: 'start' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Loaded query={period} skeleton={wait(400)} failed="scoring.failed">
        {data => <ExplanationTable period={data} address={address} />}
      </Loaded>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Trend who={who} span={span} state={state} go={go} />
        {/* The same call: that it failed is told once. */}
        {period.data ? <FiguresPanel figures={period.data} /> : !period.isError && wait(180)}
      </Box>
    </Box>
  );
};
