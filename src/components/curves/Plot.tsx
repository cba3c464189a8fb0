import { useLanguage } from '../../i18n/useLanguage.ts';
import 'uplot/dist/uPlot.min.css';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import UPlot from 'uplot';
import { useClock, useClockTick } from '../clock/ClockContext.tsx';
import type { ClockState, Span } from '../clock/clock.ts';
import { type PlotSettings, plotOptions } from './plotOptions.ts';

/** Reports the time under the pointer while it is pressed or dragged. Returns a function that stops listening. */
const followPointer = (plot: UPlot, onMoment: (time: number) => void, onStart: () => void): (() => void) => {
  const { over } = plot;
  let dragging = false;
  const report = (event: PointerEvent) => {
    const { left, width } = over.getBoundingClientRect();
    onMoment(plot.posToVal(Math.min(width, Math.max(0, event.clientX - left)), 'x'));
  };
  const startDragging = (event: PointerEvent) => {
    if (event.button !== 0) return;
    dragging = true;
    over.setPointerCapture(event.pointerId);
    onStart();
    report(event);
  };
  const drag = (event: PointerEvent) => {
    if (dragging) report(event);
  };
  const stopDragging = () => {
    dragging = false;
  };
  over.addEventListener('pointerdown', startDragging);
  over.addEventListener('pointermove', drag);
  over.addEventListener('pointerup', stopDragging);
  over.addEventListener('pointercancel', stopDragging);
  return () => {
    over.removeEventListener('pointerdown', startDragging);
    over.removeEventListener('pointermove', drag);
    over.removeEventListener('pointerup', stopDragging);
    over.removeEventListener('pointercancel', stopDragging);
  };
};

type Props = Omit<PlotSettings, 'theme' | 'locale'> & {
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
  /** Height as a CSS length, because plots grow with the window. */
  readonly height: string;
  readonly label: string;
  /** Time range of the plot. Absent: the range that the clock shows. */
  readonly span?: Span | undefined;
};

/**
 * Plot of curves over time. A vertical line shows the time of the shared clock. Clicking and dragging moves the clock.
 */
export const Plot = ({ times, values, height, label, series, levels, xTitle, yTitle, minRange, span }: Props) => {
  const theme = useTheme();
  const locale = useLanguage();
  const clock = useClock();
  const container = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<UPlot>();
  const settings = useMemo(
    () => ({ theme, locale, series, levels, xTitle, yTitle, minRange }),
    [theme, locale, series, levels, xTitle, yTitle, minRange],
  );

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const data = [times, ...values].map(row => [...row]) as unknown as UPlot.AlignedData;
    const newPlot = new UPlot(plotOptions(settings, element.clientWidth, element.clientHeight), data, element);
    const [min, max] = span ?? clock.get().view;
    newPlot.setScale('x', { min, max });
    const line = document.createElement('div');
    line.className = 'clock-line';
    newPlot.over.append(line);
    const stopFollowing = followPointer(newPlot, clock.seek, clock.pause);
    const resize = new ResizeObserver(() =>
      newPlot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    resize.observe(element);
    setPlot(newPlot);
    return () => {
      resize.disconnect();
      stopFollowing();
      setPlot(undefined);
      newPlot.destroy();
    };
  }, [times, values, settings, clock, span]);

  const onTick = useCallback(
    ({ time, view }: ClockState) => {
      if (!plot) return;
      const [min, max] = span ?? view;
      if (plot.scales.x?.min !== min || plot.scales.x?.max !== max) plot.setScale('x', { min, max });
      const line = plot.over.querySelector<HTMLElement>('.clock-line');
      // The vertical line at the clock's time is positioned by the clock's view, because the plot's own scale changes
      // only with its next redraw. A transform is used, because it causes no layout.
      if (line) line.style.transform = `translateX(${((time - min) / (max - min)) * 100}cqw)`;
    },
    [plot, span],
  );
  useClockTick(onTick);

  return (
    <Box
      ref={container}
      role="img"
      aria-label={label}
      sx={{
        height,
        minWidth: 0,
        overflow: 'hidden',
        touchAction: 'pan-y',
        '& .uplot': { fontFamily: 'inherit' },
        '& .u-over': { cursor: 'ew-resize', touchAction: 'pan-y', containerType: 'inline-size' },
        '& .u-hz .u-cursor-x': { borderColor: 'text.disabled' },
        '& .clock-line': {
          position: 'absolute',
          top: 0,
          bottom: 0,
          left: '-1px',
          width: 2,
          bgcolor: 'primary.main',
          willChange: 'transform',
          pointerEvents: 'none',
        },
      }}
    />
  );
};
