import { type Theme, useTheme } from '@mui/material/styles';
import { useMemo } from 'react';
import type uPlot from 'uplot';
import type { AccelerationSeries } from './series.ts';

const coloursOf = ({ palette }: Theme): Record<AccelerationSeries | 'Speed', string> => ({
  Longitudinal: palette.axes.longitudinal,
  Lateral: palette.axes.lateral,
  Vertical: palette.axes.vertical,
  Resultant: palette.text.primary,
  Speed: palette.axes.speed,
});

export const useCurveColours = () => {
  const theme = useTheme();
  return useMemo(() => coloursOf(theme), [theme]);
};

/** Dash patterns of the lines, so that readers can distinguish the curves without colour. */
export const curveDashes: Record<AccelerationSeries | 'Speed', readonly number[]> = {
  Longitudinal: [],
  Lateral: [],
  Vertical: [6, 3],
  Resultant: [2, 3],
  Speed: [],
};

interface PlotSeries {
  readonly key: string;
  readonly label: string;
  readonly colour: string;
  readonly dash: readonly number[];
  readonly isShown: boolean;
  readonly width?: number;
  /** True draws each measurement as a point, without a line between the points. */
  readonly points?: boolean;
}

interface PlotLevel {
  readonly value: number;
  readonly colour: string;
  readonly label: string;
  /** True draws the label below its line, so that the label does not touch the label of a line above. */
  readonly labelBelow?: boolean;
}

export interface PlotSettings {
  readonly theme: Theme;
  readonly locale: string;
  readonly series: readonly PlotSeries[];
  /** Title of the time axis. Absent if a plot below has the same axis. */
  readonly xTitle?: string | undefined;
  readonly yTitle: string;
  /** Minimum range of the vertical scale, so that noise does not fill the plot. */
  readonly minRange: readonly [number, number];
  /** Horizontal lines in the plot, for the severity thresholds and the sensor's range. */
  readonly levels: readonly PlotLevel[];
}

const axisSize = { x: 38, y: 52 } as const;
const titleSize = 16;
const paddingRight = 12;
/**
 * Distances from the plot's left and right edges to its curves, pixels. Other elements use these distances to be
 * aligned.
 */
export const plotInset = { left: axisSize.y, right: paddingRight } as const;

const drawDashedLine = (
  plot: uPlot,
  from: readonly [number, number],
  to: readonly [number, number],
  colour: string,
) => {
  const { ctx } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.bbox.left, plot.bbox.top, plot.bbox.width, plot.bbox.height);
  ctx.clip();
  ctx.beginPath();
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = colour;
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.stroke();
  ctx.restore();
};

const drawLevels = (plot: uPlot, settings: PlotSettings) => {
  const { left, width, top, height } = plot.bbox;
  for (const { value, colour } of settings.levels) {
    const y = plot.valToPos(value, 'y', true);
    drawDashedLine(plot, [left, y], [left + width, y], colour);
  }
  const impact = plot.valToPos(0, 'x', true);
  drawDashedLine(plot, [impact, top], [impact, top + height], settings.theme.palette.text.secondary);
};

/** Draws the labels of the horizontal lines. They are at the right end, because an impact's pulse is further left. */
const drawLevelLabels = (plot: uPlot, { levels, theme }: PlotSettings, font: string) => {
  const { ctx } = plot;
  const { left, width, top, height } = plot.bbox;
  const gap = 4 * devicePixelRatio;
  ctx.save();
  ctx.font = font;
  ctx.textAlign = 'right';
  ctx.lineWidth = 6 * devicePixelRatio;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = theme.palette.background.paper;
  ctx.fillStyle = theme.palette.text.secondary;
  for (const { value, label, labelBelow = false } of levels) {
    const y = plot.valToPos(value, 'y', true);
    if (y - 14 * devicePixelRatio < top || y > top + height) continue;
    ctx.textBaseline = labelBelow ? 'top' : 'bottom';
    const textY = labelBelow ? y + gap / 2 : y - gap / 2;
    ctx.strokeText(label, left + width - gap, textY);
    ctx.fillText(label, left + width - gap, textY);
  }
  ctx.restore();
};

export const plotOptions = (settings: PlotSettings, width: number, height: number): uPlot.Options => {
  const { theme, locale, series, minRange } = settings;
  const { palette, typography } = theme;
  // Canvas fonts need pixels; the theme uses rem.
  const font = `${typography.fontSize - 2}px ${typography.fontFamily ?? 'sans-serif'}`;
  const formatTick = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 3 }).replace('-', '−');
  const axis = {
    stroke: palette.text.secondary,
    font,
    labelFont: font,
    labelSize: titleSize,
    grid: { stroke: palette.divider, width: 1 },
    ticks: { stroke: palette.divider, width: 1, size: 4 },
    values: (_: uPlot, splits: number[]) => splits.map(formatTick),
    gap: 3,
  };
  return {
    width,
    height,
    padding: [8, paddingRight, settings.xTitle ? 0 : 4, 0],
    legend: { show: false },
    // Dragging moves the clock instead of selecting a range.
    cursor: { drag: { x: false, y: false }, y: false, points: { show: false }, sync: { key: 'accident' } },
    scales: {
      x: { time: false, auto: false },
      y: {
        range: (_, low, high) => {
          const from = Math.min(minRange[0], low ?? 0);
          const to = Math.max(minRange[1], high ?? 0);
          const margin = (to - from) * 0.06;
          return [from === 0 ? 0 : from - margin, to + margin];
        },
      },
    },
    axes: [
      settings.xTitle
        ? { ...axis, label: settings.xTitle, size: axisSize.x - titleSize }
        : { ...axis, size: 0, values: (_, splits) => splits.map(() => null), ticks: { show: false } },
      { ...axis, label: settings.yTitle, size: axisSize.y - titleSize, space: 28 },
    ],
    series: [
      {},
      ...series.map(line => ({
        label: line.label,
        show: line.isShown,
        stroke: line.colour,
        width: line.width ?? 1.5,
        dash: [...line.dash],
        points: line.points ? { show: true, size: 6, fill: line.colour, width: 0 } : { show: false },
        ...(line.points && { paths: () => null }),
        spanGaps: false,
      })),
    ],
    hooks: {
      drawAxes: [plot => drawLevels(plot, settings)],
      draw: [
        plot =>
          drawLevelLabels(
            plot,
            settings,
            `${(typography.fontSize - 3) * devicePixelRatio}px ${typography.fontFamily ?? 'sans-serif'}`,
          ),
      ],
    },
  };
};
