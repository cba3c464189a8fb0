import ShowChartIcon from '@mui/icons-material/ShowChart';
import TableRowsOutlinedIcon from '@mui/icons-material/TableRowsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useClock } from '../../../components/clock/ClockContext.tsx';
import type { Span } from '../../../components/clock/clock.ts';
import { Scrubber } from '../../../components/clock/Scrubber.tsx';
import { useClockAddress } from '../../../components/clock/useClockAddress.ts';
import { useClockKeys } from '../../../components/clock/useClockKeys.ts';
import { impactWindow, spanAround } from '../../../components/clock/ViewSwitch.tsx';
import { plotInset } from '../../../components/curves/plotOptions.ts';
import { Readouts } from '../../../components/curves/Readouts.tsx';
import { SampleTable } from '../../../components/curves/SampleTable.tsx';
import { type AccelerationSeries, curveState, mergeTimes, wholeSpan } from '../../../components/curves/series.ts';
import { Notice } from '../../../components/Notice.tsx';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashCurves, CrashMap } from '../../../contract/shapes/telemetry.ts';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../../feedback/lazyComponent.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { heights } from './heights.ts';

// The plotting library is loaded only if there is data to draw.
const AccelerationPlot = lazyComponent(
  'AccelerationPlot',
  () => import('../../../components/curves/AccelerationPlot.tsx'),
);
const SpeedPlot = lazyComponent('SpeedPlot', () => import('../../../components/curves/SpeedPlot.tsx'));

const plotSkeleton = (height: string) => <Skeleton variant="rectangular" sx={{ height }} />;

interface CurvesProps {
  readonly accident: AccidentDetail;
  readonly curves: CrashCurves;
  readonly hiddenSeries: readonly AccelerationSeries[];
}

const AccelerationChart = ({ accident, curves, hiddenSeries }: CurvesProps) => {
  const translate = useTranslate();
  const state = curveState(curves);
  if (state === 'curve')
    return (
      <LazyBoundary waiting={plotSkeleton(heights.acceleration)}>
        <AccelerationPlot
          curves={curves}
          facts={accident.Facts}
          hiddenSeries={hiddenSeries}
          hasTimeAxis={curves.SpeedTime.length === 0}
          height={heights.acceleration}
        />
      </LazyBoundary>
    );
  if (state === 'single') return <Alert severity="info">{translate('accident.curves.single')}</Alert>;
  return (
    <Notice
      icon={ShowChartIcon}
      title={translate('accident.curves.none')}
      text={translate(accident.Source === 'device' ? 'accident.curves.noneHelp' : 'accident.curves.noDevice')}
    />
  );
};

/** Acceleration and speed curves over a common time axis. */
const Curves = (props: CurvesProps) => {
  const { SpeedTime, Speed } = props.curves;
  return (
    <>
      <AccelerationChart {...props} />
      {SpeedTime.length > 0 && (
        <LazyBoundary waiting={plotSkeleton(heights.speed)}>
          <SpeedPlot times={SpeedTime} speeds={Speed} height={heights.speed} points />
        </LazyBoundary>
      )}
    </>
  );
};

/** Time range for an accident without data, seconds from the impact. It is the range of a track around a crash. */
const defaultSpan: Span = [-120, 60];

interface Recording {
  readonly times: readonly number[];
  readonly fullSpan: Span;
  readonly initialSpan: Span;
  /** Time of the curve's largest acceleration, seconds from the impact. The player starts there. 0 without a curve. */
  readonly peakS: number;
}

const peakTime = ({ Time, Resultant }: CrashCurves): number => {
  let peakIndex = 0;
  for (let i = 1; i < Resultant.length; i++) if (Resultant[i]! > Resultant[peakIndex]!) peakIndex = i;
  return Time[peakIndex] ?? 0;
};

/**
 * Returns the times of the recording for the clock that map and curves share. If there is a curve, the clock starts at
 * the peak, zoomed to the impact.
 */
const makeRecording = (curves: CrashCurves, map: CrashMap): Recording => {
  const trackTimes = map.Track.map(point => point[0]);
  const times = mergeTimes(mergeTimes(curves.Time, curves.SpeedTime), trackTimes);
  const fullSpan = wholeSpan([times], defaultSpan);
  const peakS = peakTime(curves);
  return {
    times,
    fullSpan,
    peakS,
    initialSpan: curves.Time.length > 1 ? spanAround(peakS, impactWindow, fullSpan) : fullSpan,
  };
};

/** Notice that the drawn curve shows only some of the samples. */
const ReducedNote = ({ curves }: { curves: CrashCurves }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  if (curves.Time.length === 0 || curves.Samples <= curves.Time.length) return null;
  return (
    <Typography variant="caption" color="text.secondary">
      {translate('accident.curves.reduced', {
        shown: formatNumber(curves.Time.length, 0, locale),
        total: formatNumber(curves.Samples, 0, locale),
      })}
    </Typography>
  );
};

interface Props {
  readonly accident: AccidentDetail;
  readonly curves: CrashCurves;
  readonly map: CrashMap;
}

/** Figures, player and curves over one time axis, and a table of the samples. */
export const CurvesPlayer = ({ accident, curves, map }: Props) => {
  const translate = useTranslate();
  const clock = useClock();
  const recording = useMemo(() => makeRecording(curves, map), [curves, map]);
  useEffect(
    () => clock.load(recording.times, recording.fullSpan, recording.initialSpan, recording.peakS),
    [clock, recording],
  );
  useClockAddress();
  useClockKeys();
  const [table, setTable] = useState(false);
  const [hiddenSeries, setHiddenSeries] = useState<readonly AccelerationSeries[]>([]);
  const times = useMemo(() => mergeTimes(curves.Time, curves.SpeedTime), [curves]);
  const hasCurve = curves.Time.length > 1;
  const toggleSeries = (key: AccelerationSeries) =>
    setHiddenSeries(previous =>
      previous.includes(key) ? previous.filter(series => series !== key) : [...previous, key],
    );
  return (
    <Box sx={{ p: 1, display: 'grid', gap: 0.25, minWidth: 0 }}>
      {recording.times.length > 0 && (
        <Readouts
          curves={curves}
          hiddenSeries={hiddenSeries}
          onToggle={hasCurve && !table ? toggleSeries : undefined}
        />
      )}
      {recording.times.length > 1 && (
        <Scrubber hasCurve={hasCurve} inset={plotInset}>
          <ToggleButton
            value="table"
            size="small"
            selected={table}
            onChange={() => setTable(!table)}
            disabled={times.length === 0}
            aria-label={translate('accident.curves.asTable')}
            title={translate('accident.curves.asTable')}
            sx={{ p: 0.5 }}
          >
            <TableRowsOutlinedIcon fontSize="small" />
          </ToggleButton>
        </Scrubber>
      )}
      <ReducedNote curves={curves} />
      {table ? (
        <SampleTable curves={curves} times={times} />
      ) : (
        <Curves accident={accident} curves={curves} hiddenSeries={hiddenSeries} />
      )}
    </Box>
  );
};
