import ShowChartIcon from '@mui/icons-material/ShowChart';
import TableRowsOutlinedIcon from '@mui/icons-material/TableRowsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useClock } from '../../../components/clock/ClockContext.tsx';
import type { Span } from '../../../components/clock/clock.ts';
import { valueAt } from '../../../components/clock/interpolate.ts';
import { Scrubber } from '../../../components/clock/Scrubber.tsx';
import { useClockAddress } from '../../../components/clock/useClockAddress.ts';
import { impactWindow, spanAround, ViewSwitch } from '../../../components/clock/ViewSwitch.tsx';
import { plotInset } from '../../../components/curves/plotOptions.ts';
import { Readouts } from '../../../components/curves/Readouts.tsx';
import { SampleTable, speedAt } from '../../../components/curves/SampleTable.tsx';
import {
  type AccelerationSeries,
  accelerationSeries,
  curveState,
  mergeTimes,
  wholeSpan,
} from '../../../components/curves/series.ts';
import { Notice } from '../../../components/Notice.tsx';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashCurves, CrashMap } from '../../../contract/shapes/telemetry.ts';
import { LazyBoundary, lazyComponent } from '../../../feedback/LazyBoundary.tsx';
import { formatMoment, formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { motionAfter } from '../../../resources/accidents/verdict.ts';
import { numberColumn } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';
import { FactsDrawer } from '../facts/FactsPanel.tsx';
import { useCalls, useImages } from '../queries.ts';
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
      <LazyBoundary waiting={plotSkeleton('100%')}>
        <AccelerationPlot
          curves={curves}
          facts={accident.Facts}
          hiddenSeries={hiddenSeries}
          hasTimeAxis
          height="100%"
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

/** Time around a crash that the strip shows, seconds from the impact. */
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
  // The strip shows the time around a crash: a short recording is not stretched, and a long track is cut.
  const fullSpan = wholeSpan([curves.Time, [...defaultSpan]], defaultSpan);
  const times = mergeTimes(mergeTimes(curves.Time, curves.SpeedTime), trackTimes).filter(
    time => time >= fullSpan[0] && time <= fullSpan[1],
  );
  const peakS = peakTime(curves);
  return {
    times,
    fullSpan,
    peakS,
    initialSpan: curves.Time.length > 1 ? spanAround(peakS, impactWindow, fullSpan) : fullSpan,
  };
};

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

const HiddenSeriesContext = createContext<{
  readonly hidden: readonly AccelerationSeries[];
  readonly toggle: (key: AccelerationSeries) => void;
}>({ hidden: [], toggle: () => undefined });
const useHiddenSeries = () => useContext(HiddenSeriesContext);

/** Shares which curves are hidden between the values, which are their legend, and the plot. */
export const HiddenSeries = ({ children }: { children: ReactNode }) => {
  const [hidden, setHidden] = useState<readonly AccelerationSeries[]>([]);
  const value = useMemo(
    () => ({
      hidden,
      toggle: (key: AccelerationSeries) =>
        setHidden(hidden.includes(key) ? hidden.filter(series => series !== key) : [...hidden, key]),
    }),
    [hidden],
  );
  return <HiddenSeriesContext.Provider value={value}>{children}</HiddenSeriesContext.Provider>;
};

/** Marks that are closer than this share of the strip stand together, because their texts would overlap. */
const nearShare = 0.09;

interface Mark {
  readonly key: string;
  readonly time: number;
  readonly text: string;
}

/** Joins the texts of marks that are too close to each other. The mark of the impact stands alone, to the left. */
const joinNearMarks = ([impact, ...later]: readonly Mark[], [from, to]: Span): readonly Mark[] => {
  const joined: Mark[] = [];
  for (const mark of [...later].sort((a, b) => a.time - b.time)) {
    const last = joined.at(-1);
    if (last && mark.time - last.time < nearShare * (to - from))
      joined[joined.length - 1] = { ...last, text: `${last.text}, ${mark.text}` };
    else joined.push(mark);
  }
  return impact ? [impact, ...joined] : joined;
};

/** Moments around the impact that have a mark: the stop of the car, its ignition, phone calls and photographs. */
const useMarks = (accident: AccidentDetail, map: CrashMap, span: Span): readonly Mark[] => {
  const [from, to] = span;
  const translate = useTranslate();
  const calls = useCalls(accident.Id).data ?? [];
  const images = useImages(accident.Id).data ?? [];
  const secondsAfter = (moment: string) => (Date.parse(moment) - Date.parse(accident.CrashDateTime)) / 1000;
  const motion = motionAfter(map.Track);
  const marks = [
    { key: 'impact', time: 0, text: translate('accident.clock.impact') },
    ...(motion.kind === 'stopped'
      ? [{ key: 'stop', time: motion.stopAfterS, text: translate('accident.strip.stop') }]
      : []),
    ...map.Ignition.map(([time, isOn]) => ({
      key: `ignition ${time}`,
      time,
      text: translate(`accident.strip.${isOn ? 'ignitionOn' : 'ignitionOff'}`),
    })),
    ...calls.map(({ Id, At }) => ({
      key: `call ${Id}`,
      time: secondsAfter(At),
      text: translate('accident.strip.call'),
    })),
    ...images.flatMap(({ Id, TakenAt }) =>
      TakenAt === null
        ? []
        : [{ key: `photo ${Id}`, time: secondsAfter(TakenAt), text: translate('accident.strip.photo') }],
    ),
  ].filter(({ time }) => time >= from && time <= to);
  return joinNearMarks(marks, span);
};

const Marks = ({ accident, map, span }: { accident: AccidentDetail; map: CrashMap; span: Span }) => {
  const clock = useClock();
  const [from, to] = span;
  const marks = useMarks(accident, map, span);
  return (
    <Box sx={{ position: 'relative', height: 24, ml: `${plotInset.left}px`, mr: `${plotInset.right}px` }}>
      {marks.map(({ key, time, text }, index) => (
        <ButtonBase
          key={key}
          onClick={() => clock.seek(time)}
          sx={{
            position: 'absolute',
            bottom: 0,
            height: 24,
            px: 0.5,
            typography: 'caption',
            color: 'text.secondary',
            whiteSpace: 'nowrap',
            // The mark of the impact ends at its moment, later marks begin at theirs, so that they do not overlap.
            transform: index === 0 ? 'translateX(-100%)' : 'none',
            ...(index === 0 ? { borderRight: 1 } : { borderLeft: 1 }),
            borderColor: 'text.secondary',
          }}
          style={{ left: `${((time - from) / (to - from)) * 100}%` }}
        >
          {text}
        </ButtonBase>
      ))}
    </Box>
  );
};

interface SampleExportProps {
  readonly accident: AccidentDetail;
  readonly curves: CrashCurves;
  /** Times of the samples, seconds from the impact. */
  readonly times: readonly number[];
}

const SampleExport = ({ accident, curves, times }: SampleExportProps) => {
  const { translate, locale } = useI18n();
  return (
    <TableExport
      table={{
        name: `accident-${accident.Id}-samples`,
        title: translate('accident.curves.title'),
        about: [`#${accident.Id}`, accident.VehicleRegNumber, formatMoment(new Date(accident.CrashDateTime), locale)]
          .filter(Boolean)
          .join(' · '),
        columns: [
          numberColumn<number>(translate('accident.curves.time.impact'), 3, time => time),
          numberColumn<number>(translate('accident.curves.speed'), 0, time => speedAt(curves, time)),
          ...accelerationSeries.map(key =>
            numberColumn<number>(`${translate(`accident.curves.${key}`)}, ${translate('accident.units.g')}`, 2, time =>
              valueAt(curves.Time, curves[key], time),
            ),
          ),
        ],
        readRows: () => times,
      }}
    />
  );
};

export const ImpactCurve = ({ accident, curves }: Pick<Props, 'accident' | 'curves'>) => {
  const { hidden } = useHiddenSeries();
  const hasCurve = curves.Time.length > 1;
  return (
    <Box sx={{ height: 1, p: 1, display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)', gap: 0.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'end', minHeight: 0 }}>
        <ViewSwitch hasCurve={hasCurve} />
      </Box>
      <Box sx={{ minHeight: 0, minWidth: 0, display: 'grid', alignItems: hasCurve ? 'stretch' : 'center' }}>
        <AccelerationChart accident={accident} curves={curves} hiddenSeries={hidden} />
      </Box>
    </Box>
  );
};

/** Values, player, and the strip with marks and speed over the whole track. Map and curve show the same moment. */
export const Strip = ({ accident, curves, map }: Props) => {
  const translate = useTranslate();
  const clock = useClock();
  const recording = useMemo(() => makeRecording(curves, map), [curves, map]);
  useEffect(
    () => clock.load(recording.times, recording.fullSpan, recording.initialSpan, recording.peakS),
    [clock, recording],
  );
  useClockAddress();
  const [table, setTable] = useState(false);
  const { hidden, toggle } = useHiddenSeries();
  const times = useMemo(() => mergeTimes(curves.Time, curves.SpeedTime), [curves]);
  const hasCurve = curves.Time.length > 1;
  return (
    <Box sx={{ p: 1, display: 'grid', gap: 0.25, minWidth: 0 }}>
      {recording.times.length > 0 && (
        <Readouts curves={curves} hiddenSeries={hidden} onToggle={hasCurve && !table ? toggle : undefined} />
      )}
      {recording.times.length > 1 && (
        <Scrubber hasCurve={false} inset={plotInset} shows="recordingSpan">
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
          <FactsDrawer accident={accident} />
        </Scrubber>
      )}
      {recording.times.length <= 1 && <FactsDrawer accident={accident} />}
      <ReducedNote curves={curves} />
      {table ? (
        <SampleTable
          curves={curves}
          times={times}
          tools={<SampleExport accident={accident} curves={curves} times={times} />}
        />
      ) : (
        <>
          <Marks accident={accident} map={map} span={recording.fullSpan} />
          {curves.SpeedTime.length > 0 && (
            <LazyBoundary waiting={plotSkeleton(heights.speed)}>
              <SpeedPlot
                times={curves.SpeedTime}
                speeds={curves.Speed}
                height={heights.speed}
                span={recording.fullSpan}
                points
              />
            </LazyBoundary>
          )}
        </>
      )}
    </Box>
  );
};
