import type { jsPDF } from 'jspdf';
import sharp from 'sharp';
import type { Severity } from '../../../../src/contract/states.ts';
import { arrowShaft, arrowTip, carOutline } from '../../../../src/resources/accidents/carOutline.ts';
import { formatNumber } from '../../../../src/schema/kinds/format.ts';
import { printable } from '../../../../src/schema/kinds/printable.ts';
import type { Document, Line, Plot, Section } from '../document.ts';
import {
  colours,
  label,
  marginMm,
  openSheet,
  requireHeight,
  type Sheet,
  severityColours,
  writeFooters,
  writeHeading,
  writeTable,
  writeText,
} from './sheet.ts';
import { writeTrack } from './track.ts';

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
  requireHeight(sheet, plotMm + 22);
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

const writeCurves = (sheet: Sheet, section: Curves, number: (value: number) => string): void => {
  writeHeading(sheet, section.title, section.plots.length > 0 ? plotMm + 20 : 10);
  const acceleration = section.plots.some(({ series }) => series.length > 1);
  if (!acceleration) writeText(sheet, section.none, { size: 9, colour: colours.muted });
  for (const plot of section.plots) drawPlot(sheet, plot, section, number);
};

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
const drawCar = ({ pdf }: Sheet, centre: readonly [x: number, y: number], heightMm: number, shown: Shown): void => {
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

type Photos = Extract<Section, { kind: 'photos' }>;

/** Longest side of a picture, pixels: two pictures fit on a page, sharp enough to print. */
const largestPx = 1400;
const tallestMm = 100;
/** Maximum size of a pixel on the page, mm, so that a small picture is not enlarged too much. */
const mmPerPx = 0.25;
const captionMm = 14;

interface Small {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const smaller = async (bytes: Buffer, turnedDeg: number): Promise<Small> => {
  const { data, info } = await sharp(bytes)
    .rotate(turnedDeg)
    .resize({ width: largestPx, height: largestPx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#FFFFFF' })
    .jpeg({ quality: 78 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
};

const putPicture = (sheet: Sheet, { bytes, width, height }: Small): void => {
  const scale = Math.min(sheet.width / width, tallestMm / height, mmPerPx);
  requireHeight(sheet, height * scale + captionMm);
  const left = marginMm + (sheet.width - width * scale) / 2;
  sheet.pdf.addImage(bytes, 'JPEG', left, sheet.y, width * scale, height * scale, undefined, 'NONE');
  sheet.y += height * scale + 2;
};

/** Source of the pictures of a PDF. `leftOut` is called for each picture that the PDF omits. */
interface PictureSource {
  /** Reads a picture as it is displayed. Undefined: the picture is gone. */
  readonly read: (id: number) => Promise<Buffer | undefined>;
  readonly leftOut: (id: number, reason: string) => void;
}

/** Writes the pictures. Each is read when its turn comes. */
export const writePhotos = async (
  sheet: Sheet,
  { title, photos, empty }: Photos,
  { read, leftOut }: PictureSource,
): Promise<void> => {
  writeHeading(sheet, title, photos.length > 0 ? tallestMm + captionMm : 10);
  if (photos.length === 0) writeText(sheet, empty, { size: 9, colour: colours.muted });
  /**
   * Prepares a picture. A picture that an older version stored may be unreadable. Its file is in the archive anyway.
   */
  const draw = async ({ id, turnedDeg }: Photos['photos'][number]): Promise<Small | undefined> => {
    const bytes = await read(id);
    if (!bytes) {
      leftOut(id, 'gone');
      return undefined;
    }
    try {
      return await smaller(bytes, turnedDeg);
    } catch (error) {
      leftOut(id, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  for (const photo of photos) {
    const small = await draw(photo);
    if (small) putPicture(sheet, small);
    else requireHeight(sheet, captionMm);
    writeText(sheet, photo.title, { size: 9, style: 'bold', gapMm: 0 });
    writeText(sheet, small ? photo.facts : `${photo.unreadable} ${photo.facts}`, {
      size: 8,
      colour: colours.muted,
      gapMm: 5,
    });
  }
};

type Of<Kind extends Section['kind']> = Extract<Section, { kind: Kind }>;

const labelMm = 52;

const writeLines = (sheet: Sheet, lines: readonly Line[], widthMm = sheet.width): void => {
  if (lines.length === 0) return;
  writeTable(sheet, {
    tableWidth: widthMm,
    body: lines.map(line => [...line]),
    columnStyles: {
      0: { cellWidth: labelMm, textColor: colours.muted },
      1: { cellWidth: widthMm - labelMm },
    },
  });
};

const writeNotes = (sheet: Sheet, notes: readonly string[] = []): void => {
  for (const note of notes) writeText(sheet, note, { size: 8.5, colour: colours.muted });
};

const pictureMm = 48;
const carMm = 60;

const writeImpact = (sheet: Sheet, section: Of<'impact'>): void => {
  writeHeading(sheet, section.title, section.direction ? 75 : 15);
  writeText(sheet, section.lead, { size: 9, gapMm: 2 });
  const top = sheet.y;
  const { figures, direction, directionDeg, severity } = section;
  writeLines(sheet, figures, sheet.width - pictureMm);
  if (direction) {
    const centre = marginMm + sheet.width - pictureMm / 2;
    drawCar(sheet, [centre, top + carMm / 2], carMm, { directionDeg, severity });
    const lines = sheet.pdf.setFontSize(8).splitTextToSize(direction, pictureMm) as string[];
    lines.forEach((line, i) => {
      label(sheet, line, centre, top + carMm + i * 3.6, { align: 'center', colour: colours.text });
    });
    sheet.y = Math.max(sheet.y, top + carMm + 2 + lines.length * 3.6);
  }
  writeLines(sheet, section.lines);
  writeNotes(sheet, section.notes);
};

const writeRows = (sheet: Sheet, { title, head, rows, widths, empty }: Of<'table'>): void => {
  writeHeading(sheet, title);
  if (rows.length === 0) {
    writeText(sheet, empty, { size: 9, colour: colours.muted });
    return;
  }
  const share = widths.reduce((sum, width) => sum + width, 0);
  writeTable(sheet, {
    head: [[...head]],
    body: rows.map(row => [...row]),
    theme: 'grid',
    rowPageBreak: 'avoid',
    styles: { fontSize: 8.5, lineColor: colours.line, lineWidth: 0.15 },
    headStyles: { fontStyle: 'bold', fillColor: colours.shade, textColor: colours.text },
    columnStyles: Object.fromEntries(widths.map((width, at) => [at, { cellWidth: (sheet.width * width) / share }])),
  });
};

/** Returns a copy of the value in which every text is changed by `change`. */
const withTexts = <T>(value: T, change: (text: string) => string): T => {
  const changed = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part);
    if (Array.isArray(part)) return typeof part[0] === 'number' ? part : part.map(changed);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, changed(inner)]));
  };
  return changed(value) as T;
};

/** The document as a PDF. */
export const writePdf = async (document: Document, pictures: PictureSource): Promise<Uint8Array> => {
  const sheet = await openSheet();
  const { title, subtitle, foot, pageText, locale, sections } = withTexts(document, printable(sheet.pdf));
  sheet.pdf.setProperties({ title, subject: subtitle, creator: 'Drivedesk' });
  const number = (value: number) => formatNumber(value, Number.isInteger(value) ? 0 : 1, locale).replace('-', '−');
  writeText(sheet, title, { size: 20, style: 'bold', gapMm: 1 });
  writeText(sheet, subtitle, { size: 10, colour: colours.muted, gapMm: 2 });
  for (const section of sections) {
    if (section.kind === 'lines') {
      writeHeading(sheet, section.title);
      writeLines(sheet, section.lines);
      writeNotes(sheet, section.notes);
    } else if (section.kind === 'table') writeRows(sheet, section);
    else if (section.kind === 'impact') writeImpact(sheet, section);
    else if (section.kind === 'track') writeTrack(sheet, section);
    else if (section.kind === 'curves') writeCurves(sheet, section, number);
    else await writePhotos(sheet, section, pictures);
  }
  writeFooters(sheet, foot, pageText);
  return new Uint8Array(sheet.pdf.output('arraybuffer'));
};
