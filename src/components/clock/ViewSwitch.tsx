import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useClock, useClockOrigin, useClockState } from './ClockContext.tsx';
import type { Span } from './clock.ts';

/** Seconds to either side of what one looks closer at: the impact, or of a trip the moment one is at. */
const reachS = { impact: [5, 1], start: [60, 10] } as const;
const same = (a: Span, b: Span) => a[0] === b[0] && a[1] === b[1];
const around = (middle: number, seconds: number, whole: Span): Span => [
  Math.max(middle - seconds, whole[0]),
  Math.min(middle + seconds, whole[1]),
];

/** Visible part of the recording: all, or some seconds around the impact or the present moment. */
export const ViewSwitch = ({ curve }: { curve: boolean }) => {
  const translate = useTranslate();
  const clock = useClock();
  const origin = useClockOrigin();
  const view = useClockState(state => state.view);
  const whole = useClockState(state => state.whole);
  if (!curve) return null;
  const shownMiddle = origin === 'impact' ? 0 : (view[0] + view[1]) / 2;
  const shown = same(view, whole) ? 0 : reachS[origin].find(seconds => same(view, around(shownMiddle, seconds, whole)));
  const show = (seconds: number) => {
    const { time } = clock.get();
    const span = seconds === 0 ? whole : around(origin === 'impact' ? 0 : time, seconds, whole);
    // Zooming to the impact moves the cursor there if it is outside.
    if (time < span[0] || time > span[1]) clock.seek(0);
    clock.setView(span);
  };
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={shown ?? null}
      onChange={(_, seconds: number | null) => seconds !== null && show(seconds)}
      aria-label={translate('accident.clock.zoom')}
    >
      {[0, ...reachS[origin]].map(seconds => (
        <ToggleButton key={seconds} value={seconds} sx={{ py: 0.25, textTransform: 'none' }}>
          {translate(`accident.clock.views.${seconds === 0 ? 'whole' : 'seconds'}`, { n: seconds })}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};
