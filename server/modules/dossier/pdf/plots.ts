import type { Plot, Section } from '../document.ts';
import { colours, label, marginMm, needRoom, type Sheet, writeHeading, writeText } from './sheet.ts';

type Curves = Extract<Section, { kind: 'curves' }>;

const plotMm = 56;
const axisMm = 12;

const steps = [1, 2, 5];
/** A round step that divides a span into about `parts`. */
const roundStep = (span: number, parts: number): number => {
  const wanted = span / parts;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return (steps.find(step => step * power >= wanted) ?? 10) * power;
};

const ticks = (from: number, to: number, parts: number): number[] => {
  const step = roundStep(to - from || 1, parts);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
};

const extent = (values: Iterable<number>): [number, number] => {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
};

function* valuesOf({ series }: Plot): Generator<number> {
  yield 0;
  for (const { values } of series) yield* values;
}

const drawPlot = (
  sheet: Sheet,
  plot: Plot,
  { timeLabel, impactLabel }: Curves,
  number: (value: number) => string,
): void => {
  needRoom(sheet, plotMm + 22);
  writeText(sheet, plot.label, { size: 9, style: 'bold' });
  const { pdf } = sheet;
  const [left, top] = [marginMm + axisMm, sheet.y];
  const [width, height] = [sheet.width - axisMm, plotMm];
  const [fromS, toS] = extent(plot.time);
  const [low, high] = extent(valuesOf(plot));
  const pad = (high - low || 1) * 0.05;
  const xOf = (time: number) => left + ((time - fromS) / (toS - fromS || 1)) * width;
  const yOf = (value: number) => top + height - ((value - low + pad) / (high - low + 2 * pad || 1)) * height;
  pdf.setDrawColor(colours.line).setLineWidth(0.15);
  for (const value of ticks(low, high, 6)) {
    pdf.line(left, yOf(value), left + width, yOf(value));
    label(sheet, number(value), left - 1.5, yOf(value) + 1, { align: 'right' });
  }
  for (const time of ticks(fromS, toS, 8)) {
    pdf.line(xOf(time), top, xOf(time), top + height);
    label(sheet, number(time), xOf(time), top + height + 3.5, { align: 'center' });
  }
  if (fromS <= 0 && toS >= 0) {
    pdf
      .setDrawColor('#D93A3A')
      .setLineWidth(0.3)
      .line(xOf(0), top, xOf(0), top + height);
    label(sheet, impactLabel, xOf(0) + 1, top + 3, { colour: '#C12E2E' });
  }
  for (const { values, colour } of plot.series) {
    pdf.setDrawColor(colour).setLineWidth(0.25);
    values.forEach((value, i) => {
      if (i === 0) pdf.moveTo(xOf(plot.time[0]!), yOf(value));
      else pdf.lineTo(xOf(plot.time[i]!), yOf(value));
    });
    pdf.stroke();
  }
  pdf.setDrawColor(colours.muted).setLineWidth(0.2).rect(left, top, width, height);
  sheet.y = top + height + 8;
  let x = left;
  for (const { label: name, colour } of plot.series) {
    pdf
      .setDrawColor(colour)
      .setLineWidth(0.8)
      .line(x, sheet.y - 1, x + 6, sheet.y - 1);
    label(sheet, name, x + 7.5, sheet.y, { colour: colours.text });
    x += 14 + pdf.getTextWidth(name);
  }
  label(sheet, timeLabel, left + width, sheet.y, { align: 'right' });
  sheet.y += 5;
};

export const writeCurves = (sheet: Sheet, section: Curves, number: (value: number) => string): void => {
  writeHeading(sheet, section.title, section.plots.length > 0 ? plotMm + 20 : 10);
  const acceleration = section.plots.some(({ series }) => series.length > 1);
  if (!acceleration) writeText(sheet, section.none, { size: 9, colour: colours.muted });
  for (const plot of section.plots) drawPlot(sheet, plot, section, number);
};
