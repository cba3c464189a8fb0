import TableRowsOutlinedIcon from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useClock } from '../../../components/clock/ClockContext.tsx';
import type { Span } from '../../../components/clock/clock.ts';
import { Scrubber } from '../../../components/clock/Scrubber.tsx';
import { useClockAddress } from '../../../components/clock/useClockAddress.ts';
import { useClockKeys } from '../../../components/clock/useClockKeys.ts';
import { impactReach, spanAround } from '../../../components/clock/ViewSwitch.tsx';
import { plotInset } from '../../../components/curves/plotOptions.ts';
import { Readouts } from '../../../components/curves/Readouts.tsx';
import { SampleTable } from '../../../components/curves/SampleTable.tsx';
import { type AccelerationSeries, mergedTimes, wholeSpan } from '../../../components/curves/series.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashCurves, CrashMap } from '../../../contract/shapes/telemetry.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { Curves } from './Curves.tsx';

/** Time range without data: that of a track around a crash. */
const defaultSpan: Span = [-120, 60];

interface Recording {
  readonly times: readonly number[];
  readonly whole: Span;
  readonly view: Span;
  /** Time of the peak in the badge. 0 without a curve. */
  readonly peak: number;
}

const peakTime = ({ Time, Resultant }: CrashCurves): number => {
  let at = 0;
  for (let i = 1; i < Resultant.length; i++) if (Resultant[i]! > Resultant[at]!) at = i;
  return Time[at] ?? 0;
};

/**
 * Returns the time range of the clock: the whole recording. With a curve it opens at the peak, zoomed to the impact.
 */
const recordingOf = (curves: CrashCurves, map: CrashMap): Recording => {
  const trackTimes = map.Track.map(point => point[0]);
  const times = mergedTimes(mergedTimes(curves.Time, curves.SpeedTime), trackTimes);
  const whole = wholeSpan([times], defaultSpan);
  const peak = peakTime(curves);
  return { times, whole, peak, view: curves.Time.length > 1 ? spanAround(peak, impactReach, whole) : whole };
};

/** Note that not every sample is drawn. */
const Reduced = ({ curves }: { curves: CrashCurves }) => {
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

/** Figures, player and curves over one time axis, and the samples as a table. */
export const Instrument = ({ accident, curves, map }: Props) => {
  const translate = useTranslate();
  const clock = useClock();
  const recording = useMemo(() => recordingOf(curves, map), [curves, map]);
  useEffect(() => clock.load(recording.times, recording.whole, recording.view, recording.peak), [clock, recording]);
  useClockAddress();
  useClockKeys();
  const [table, setTable] = useState(false);
  const [hidden, setHidden] = useState<readonly AccelerationSeries[]>([]);
  const times = useMemo(() => mergedTimes(curves.Time, curves.SpeedTime), [curves]);
  const drawn = curves.Time.length > 1;
  const toggle = (key: AccelerationSeries) =>
    setHidden(now => (now.includes(key) ? now.filter(one => one !== key) : [...now, key]));
  return (
    <Box sx={{ p: 1, display: 'grid', gap: 0.25, minWidth: 0 }}>
      {recording.times.length > 0 && (
        <Readouts curves={curves} hidden={hidden} onToggle={drawn && !table ? toggle : undefined} />
      )}
      {recording.times.length > 1 && (
        <Scrubber curve={drawn} inset={plotInset}>
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
      <Reduced curves={curves} />
      {table ? (
        <SampleTable curves={curves} times={times} />
      ) : (
        <Curves accident={accident} curves={curves} hidden={hidden} />
      )}
    </Box>
  );
};
