import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslate } from 'react-admin';
import { type ClockOrigin, useClock, useClockOrigin, useClockState } from './ClockContext.tsx';
import type { Span } from './clock.ts';

/** Time that a chart shows before and after its central moment, seconds. */
interface ViewWindow {
  readonly before: number;
  readonly after: number;
}
/** The narrowest time range for an impact. A pulse of 0.1 s and its consequences fill the chart. */
export const impactWindow: ViewWindow = { before: 0.3, after: 0.7 };
const symmetricWindow = (seconds: number): ViewWindow => ({ before: seconds, after: seconds });
/** Time ranges that the user can zoom to. They lie around the impact, or around the present moment of a trip. */
const viewWindows: Readonly<Record<ClockOrigin, readonly ViewWindow[]>> = {
  impact: [symmetricWindow(10), impactWindow],
  start: [symmetricWindow(60), symmetricWindow(10)],
};

export const spanAround = (middle: number, { before, after }: ViewWindow, recordingSpan: Span): Span => [
  Math.max(middle - before, recordingSpan[0]),
  Math.min(middle + after, recordingSpan[1]),
];
const isSameSpan = (a: Span, b: Span) => Math.abs(a[0] - b[0]) < 1e-6 && Math.abs(a[1] - b[1]) < 1e-6;

/** Selects the visible part of the recording: all of it, or some seconds around the impact or the present moment. */
export const ViewSwitch = ({ hasCurve }: { hasCurve: boolean }) => {
  const translate = useTranslate();
  const clock = useClock();
  const origin = useClockOrigin();
  const view = useClockState(state => state.view);
  const recordingSpan = useClockState(state => state.recordingSpan);
  const homeTime = useClockState(state => state.homeTime);
  if (!hasCurve) return null;
  const shownMiddle = origin === 'impact' ? homeTime : (view[0] + view[1]) / 2;
  const shownChoice = isSameSpan(view, recordingSpan)
    ? 'whole'
    : viewWindows[origin].findIndex(viewWindow => isSameSpan(view, spanAround(shownMiddle, viewWindow, recordingSpan)));
  const showChoice = (choice: 'whole' | number) => {
    const { time } = clock.get();
    const viewWindow = choice === 'whole' ? undefined : viewWindows[origin][choice];
    const span = viewWindow
      ? spanAround(origin === 'impact' ? homeTime : time, viewWindow, recordingSpan)
      : recordingSpan;
    // If the clock's time is outside the new view, the clock goes back to the impact or to the start of the trip.
    if (time < span[0] || time > span[1]) clock.seekHome();
    clock.setView(span);
  };
  const labelOf = (viewWindow: ViewWindow) =>
    viewWindow === impactWindow
      ? translate('accident.clock.views.impact')
      : translate('accident.clock.views.seconds', { n: viewWindow.after });
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={shownChoice === -1 ? null : shownChoice}
      onChange={(_, choice: 'whole' | number | null) => choice !== null && showChoice(choice)}
      aria-label={translate('accident.clock.zoom')}
    >
      <ToggleButton value="whole" sx={{ py: 0.25, textTransform: 'none' }}>
        {translate('accident.clock.views.whole')}
      </ToggleButton>
      {viewWindows[origin].map((viewWindow, index) => (
        <ToggleButton
          key={`${viewWindow.before} ${viewWindow.after}`}
          value={index}
          sx={{ py: 0.25, textTransform: 'none' }}
        >
          {labelOf(viewWindow)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};
