import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useClock, useClockState } from './ClockContext.tsx';
import type { Span } from './clock.ts';

const nearImpact: Span = [-1, 1];
const aroundImpact: Span = [-5, 5];
const same = (a: Span, b: Span) => a[0] === b[0] && a[1] === b[1];
const inside = (span: Span, whole: Span): Span => [Math.max(span[0], whole[0]), Math.min(span[1], whole[1])];

/** Visible part of the recording: all, ±5 s or ±1 s around the impact. */
export const ViewSwitch = ({ curve }: { curve: boolean }) => {
  const translate = useTranslate();
  const clock = useClock();
  const view = useClockState(state => state.view);
  const whole = useClockState(state => state.whole);
  const choices = [
    { key: 'whole', span: whole },
    ...(curve
      ? [
          { key: 'around', span: inside(aroundImpact, whole) },
          { key: 'near', span: inside(nearImpact, whole) },
        ]
      : []),
  ];
  if (choices.length < 2) return null;
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={choices.find(choice => same(choice.span, view))?.key ?? null}
      onChange={(_, key: string | null) => {
        const chosen = choices.find(choice => choice.key === key);
        if (!chosen) return;
        // Zooming to the impact moves the cursor there if it is outside.
        const { time } = clock.get();
        if (time < chosen.span[0] || time > chosen.span[1]) clock.seek(0);
        clock.setView(chosen.span);
      }}
      aria-label={translate('accident.clock.zoom')}
    >
      {choices.map(({ key }) => (
        <ToggleButton key={key} value={key} sx={{ py: 0.25, textTransform: 'none' }}>
          {translate(`accident.clock.views.${key}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};
