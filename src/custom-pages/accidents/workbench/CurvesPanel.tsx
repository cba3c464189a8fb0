import ShowChartIcon from '@mui/icons-material/ShowChart';
import TableRowsOutlinedIcon from '@mui/icons-material/TableRowsOutlined';
import { Alert, Box, Skeleton, ToggleButton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { SampleTable } from '../../../components/curves/SampleTable.tsx';
import { curveState, mergedTimes } from '../../../components/curves/series.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashCurves } from '../../../contract/shapes/telemetry.ts';
import { formatNumber } from '../../../fields/format.ts';
import { Empty } from '../Empty.tsx';
import { useLanguage } from '../useLanguage.ts';

// The drawing library is fetched only when there is something to draw.
const AccelerationPlot = lazy(async () => ({
  default: (await import('../../../components/curves/AccelerationPlot.tsx')).AccelerationPlot,
}));
const SpeedPlot = lazy(async () => ({ default: (await import('../../../components/curves/SpeedPlot.tsx')).SpeedPlot }));

const heights = { acceleration: 230, speed: 140 } as const;
const wait = (height: number) => <Skeleton variant="rectangular" height={height} />;

const Acceleration = ({ accident, curves }: { accident: AccidentDetail; curves: CrashCurves }) => {
  const translate = useTranslate();
  const state = curveState(curves);
  if (state === 'curve')
    return (
      <Suspense fallback={wait(heights.acceleration + 28)}>
        <AccelerationPlot curves={curves} facts={accident.Facts} height={heights.acceleration} />
      </Suspense>
    );
  if (state === 'single') return <Alert severity="info">{translate('accident.curves.single')}</Alert>;
  return (
    <Empty
      Icon={ShowChartIcon}
      title={translate('accident.curves.none')}
      help={translate('accident.curves.noneHelp')}
    />
  );
};

/** Curves of acceleration and speed, or the samples they are drawn from as a table. */
export const CurvesPanel = ({ accident, curves }: { accident: AccidentDetail; curves: CrashCurves }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const [table, setTable] = useState(false);
  const times = useMemo(() => mergedTimes(curves.Time, curves.SpeedTime), [curves]);
  const reduced = curves.Time.length > 0 && curves.Samples > curves.Time.length;
  return (
    <Box sx={{ p: 1, display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="h4" component="h2" sx={{ flexGrow: 1 }}>
          {translate('accident.curves.title')}
        </Typography>
        <ToggleButton
          value="table"
          size="small"
          selected={table}
          onChange={() => setTable(!table)}
          disabled={times.length === 0}
          sx={{ py: 0.25, gap: 0.5, textTransform: 'none' }}
        >
          <TableRowsOutlinedIcon fontSize="small" aria-hidden />
          {translate('accident.curves.asTable')}
        </ToggleButton>
      </Box>
      {reduced && (
        <Typography variant="caption" color="text.secondary">
          {translate('accident.curves.reduced', {
            shown: formatNumber(curves.Time.length, 0, locale),
            total: formatNumber(curves.Samples, 0, locale),
          })}
        </Typography>
      )}
      {table ? (
        <SampleTable curves={curves} times={times} />
      ) : (
        <>
          <Acceleration accident={accident} curves={curves} />
          {curves.SpeedTime.length > 1 && (
            <Suspense fallback={wait(heights.speed)}>
              <SpeedPlot times={curves.SpeedTime} speeds={curves.Speed} height={heights.speed} />
            </Suspense>
          )}
        </>
      )}
    </Box>
  );
};
