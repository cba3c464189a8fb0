import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslate } from 'react-admin';
import { type ClockOrigin, useClock, useClockOrigin, useClockState } from './ClockContext.tsx';
import type { Span } from './clock.ts';

/** Length of a view before and after its central moment, seconds. */
interface Reach {
  readonly before: number;
  readonly after: number;
}
/** The closest view of an impact: a pulse of 0.1 s and its consequences fill the chart. */
export const impactReach: Reach = { before: 0.3, after: 0.7 };
const even = (seconds: number): Reach => ({ before: seconds, after: seconds });
/** Zoom windows: around the impact, or around the present moment of a trip. */
const reaches: Readonly<Record<ClockOrigin, readonly Reach[]>> = {
  impact: [even(10), impactReach],
  start: [even(60), even(10)],
};

export const spanAround = (middle: number, { before, after }: Reach, whole: Span): Span => [
  Math.max(middle - before, whole[0]),
  Math.min(middle + after, whole[1]),
];
const same = (a: Span, b: Span) => Math.abs(a[0] - b[0]) < 1e-6 && Math.abs(a[1] - b[1]) < 1e-6;

/** Selects the visible part of the recording: all of it, or some seconds around the impact or the present moment. */
export const ViewSwitch = ({ curve }: { curve: boolean }) => {
  const translate = useTranslate();
  const clock = useClock();
  const origin = useClockOrigin();
  const view = useClockState(state => state.view);
  const whole = useClockState(state => state.whole);
  const home = useClockState(state => state.home);
  if (!curve) return null;
  const shownMiddle = origin === 'impact' ? home : (view[0] + view[1]) / 2;
  const shown = same(view, whole)
    ? 'whole'
    : reaches[origin].findIndex(reach => same(view, spanAround(shownMiddle, reach, whole)));
  const show = (choice: 'whole' | number) => {
    const { time } = clock.get();
    const reach = choice === 'whole' ? undefined : reaches[origin][choice];
    const span = reach ? spanAround(origin === 'impact' ? home : time, reach, whole) : whole;
    // If the clock's time is outside the new view, the clock goes back to the impact or to the start of the trip.
    if (time < span[0] || time > span[1]) clock.seekHome();
    clock.setView(span);
  };
  const label = (reach: Reach) =>
    reach === impactReach
      ? translate('accident.clock.views.impact')
      : translate('accident.clock.views.seconds', { n: reach.after });
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={shown === -1 ? null : shown}
      onChange={(_, choice: 'whole' | number | null) => choice !== null && show(choice)}
      aria-label={translate('accident.clock.zoom')}
    >
      <ToggleButton value="whole" sx={{ py: 0.25, textTransform: 'none' }}>
        {translate('accident.clock.views.whole')}
      </ToggleButton>
      {reaches[origin].map((reach, index) => (
        <ToggleButton key={`${reach.before} ${reach.after}`} value={index} sx={{ py: 0.25, textTransform: 'none' }}>
          {label(reach)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};
