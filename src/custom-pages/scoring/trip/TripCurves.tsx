import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useState } from 'react';
import { useClock } from '../../../components/clock/ClockContext.tsx';
import { Scrubber } from '../../../components/clock/Scrubber.tsx';
import { useClockAddress } from '../../../components/clock/useClockAddress.ts';
import { useClockKeys } from '../../../components/clock/useClockKeys.ts';
import { plotInset } from '../../../components/curves/plotOptions.ts';
import { Readouts } from '../../../components/curves/Readouts.tsx';
import { type AccelerationSeries, mergedTimes, wholeSpan } from '../../../components/curves/series.ts';
import type { DriveCurves } from '../../../contract/shapes/driveCurves.ts';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../../feedback/lazyComponent.ts';
import { useFormat } from '../useFormat.ts';
import type { Trip } from './queries.ts';

const AccelerationPlot = lazyComponent(
  'AccelerationPlot',
  () => import('../../../components/curves/AccelerationPlot.tsx'),
);
const SpeedPlot = lazyComponent('SpeedPlot', () => import('../../../components/curves/SpeedPlot.tsx'));
const heights = { acceleration: '220px', speed: '160px' } as const;
const wait = (height: string) => <Skeleton variant="rectangular" sx={{ height }} />;

/** Speed and acceleration of a trip over its clock. */
export const TripCurves = ({ trip, curves }: { trip: Trip; curves: DriveCurves }) => {
  const { translate } = useFormat();
  const clock = useClock();
  const [hidden, setHidden] = useState<readonly AccelerationSeries[]>([]);
  const times = useMemo(
    () =>
      mergedTimes(
        mergedTimes(curves.Time, curves.SpeedTime),
        trip.Track.map(([offset]) => offset),
      ),
    [curves, trip],
  );
  useEffect(() => {
    const whole = wholeSpan([times, [0, trip.DurationS]], [0, trip.DurationS]);
    clock.load(times, whole, whole);
  }, [clock, times, trip]);
  useClockAddress();
  useClockKeys();
  const accelerated = curves.Time.length > 1;
  const toggle = (key: AccelerationSeries) =>
    setHidden(now => (now.includes(key) ? now.filter(one => one !== key) : [...now, key]));
  return (
    <Box sx={{ p: 1, display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Readouts curves={curves} hidden={hidden} onToggle={accelerated ? toggle : undefined} />
      <Scrubber curve inset={plotInset} />
      {accelerated ? (
        <LazyBoundary waiting={wait(heights.acceleration)}>
          <AccelerationPlot
            curves={curves}
            hidden={hidden}
            timeAxis={curves.SpeedTime.length < 2}
            height={heights.acceleration}
          />
        </LazyBoundary>
      ) : (
        <Typography variant="caption" color="textSecondary" sx={{ px: 1 }}>
          {translate('scoring.trip.noCurves')}
        </Typography>
      )}
      {curves.SpeedTime.length > 1 && (
        <LazyBoundary waiting={wait(heights.speed)}>
          <SpeedPlot times={curves.SpeedTime} speeds={curves.Speed} height={heights.speed} />
        </LazyBoundary>
      )}
    </Box>
  );
};
