import type { jsPDF } from 'jspdf';
import type { Severity } from '../../../../src/contract/states.ts';
import { arrowShaft, arrowTip, carOutline } from '../../../../src/resources/accidents/carOutline.ts';
import { colours, type Sheet, severityColours } from './sheet.ts';

type Draw = (x: number, y: number) => readonly [number, number];

/** Draws a path with the commands that the outline uses: M, L, Q, Z and l. */
const drawPath = (pdf: jsPDF, path: string, at: Draw): void => {
  let [x, y] = [0, 0];
  const moveTo = (to: readonly [number, number]) => {
    [x, y] = to;
  };
  for (const [, letter = '', numbers = ''] of path.matchAll(/([MLQZl])([^MLQZl]*)/g)) {
    const n = numbers.split(/[ ,]+/).filter(Boolean).map(Number);
    const [a = 0, b = 0, c = 0, d = 0] = n;
    if (letter === 'M') pdf.moveTo(...at(...([a, b] as const)));
    if (letter === 'L') pdf.lineTo(...at(a, b));
    if (letter === 'l') pdf.lineTo(...at(x + a, y + b));
    if (letter === 'Q') {
      // PDF has only cubic curves, so a quadratic curve is converted.
      const third = (from: number, to: number) => from + ((to - from) * 2) / 3;
      pdf.curveTo(...at(third(x, a), third(y, b)), ...at(third(c, a), third(d, b)), ...at(c, d));
    }
    if (letter === 'Z') pdf.close();
    if (letter === 'M' || letter === 'L') moveTo([a, b]);
    if (letter === 'l') moveTo([x + a, y + b]);
    if (letter === 'Q') moveTo([c, d]);
  }
};

interface Shown {
  readonly directionDeg: number | null;
  readonly severity: Severity | null;
}

/** Draws a car from above, with an arrow from the direction of the principal force, around a centre. */
export const drawCar = (
  { pdf }: Sheet,
  centre: readonly [x: number, y: number],
  heightMm: number,
  shown: Shown,
): void => {
  const scale = heightMm / 248;
  const at: Draw = (x, y) => [centre[0] + x * scale, centre[1] + y * scale];
  pdf.setDrawColor(colours.muted).setLineWidth(0.3);
  for (const [path, fill] of [
    [carOutline.body, colours.shade],
    [carOutline.mirrors, '#FFFFFF'],
    [carOutline.windscreen, '#FFFFFF'],
    [carOutline.rearWindow, '#FFFFFF'],
    [carOutline.sideWindows, '#FFFFFF'],
  ] as const) {
    pdf.setFillColor(fill);
    drawPath(pdf, path, at);
    pdf.fillStroke();
  }
  if (shown.directionDeg === null) return;
  const radians = (shown.directionDeg * Math.PI) / 180;
  const tip = arrowTip(radians);
  const turned: Draw = (x, y) =>
    at(tip.x + x * Math.cos(radians) - y * Math.sin(radians), tip.y + x * Math.sin(radians) + y * Math.cos(radians));
  const colour = shown.severity ? severityColours[shown.severity] : colours.muted;
  pdf
    .setDrawColor(colour)
    .setFillColor(colour)
    .setLineWidth(10 * scale);
  pdf
    .moveTo(...turned(0, -arrowShaft))
    .lineTo(...turned(0, -14))
    .stroke();
  pdf.setLineWidth(0.2);
  pdf
    .moveTo(...turned(0, 2))
    .lineTo(...turned(-15, -18))
    .lineTo(...turned(15, -18))
    .close();
  pdf.fillStroke();
};
