import type { jsPDF } from 'jspdf';
import type { UserOptions } from 'jspdf-autotable';
import sharp from 'sharp';
import type { Severity } from '../../../../src/contract/states.ts';
import { arrowShaftLength, arrowTip, carOutline } from '../../../../src/resources/accidents/carOutline.ts';
import { formatNumber } from '../../../../src/schema/kinds/format.ts';
import { makePrintableText } from '../../../../src/schema/kinds/printable.ts';
import type { Document, Line, Plot, Section } from '../document.ts';
import {
  colours,
  marginMm,
  openSheet,
  requireHeight,
  rowHeightsMm,
  type Sheet,
  severityColours,
  writeFooters,
  writeHeading,
  writeLabel,
  writeTable,
  writeText,
} from './sheet.ts';
import { writeTrack } from './track.ts';

type Curves = Extract<Section, { kind: 'curves' }>;

const plotHeightMm = 56;
const axisWidthMm = 12;

const stepFactors = [1, 2, 5];
/** Returns a round step that divides an axis into about `parts`: 1, 2 or 5 times a power of ten. */
const roundStep = (span: number, parts: number): number => {
  const minStep = span / parts;
  const power = 10 ** Math.floor(Math.log10(minStep));
  return (stepFactors.find(step => step * power >= minStep) ?? 10) * power;
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

function* plotValues({ series }: Plot): Generator<number> {
  yield 0;
  for (const { values } of series) for (const value of values) if (value !== null) yield value;
}

const drawPlot = (
  sheet: Sheet,
  plot: Plot,
  { timeLabel, impactLabel }: Pick<Curves, 'timeLabel' | 'impactLabel'>,
  formatFigure: (value: number) => string,
): void => {
  requireHeight(sheet, plotHeightMm + 22);
  writeText(sheet, plot.label, { size: 9, style: 'bold' });
  const { pdf } = sheet;
  const [left, top] = [marginMm + axisWidthMm, sheet.y];
  const [width, height] = [sheet.width - axisWidthMm, plotHeightMm];
  const [fromS, toS] = extent(plot.time);
  const [low, high] = extent(plotValues(plot));
  const padding = (high - low || 1) * 0.05;
  const xOf = (time: number) => left + ((time - fromS) / (toS - fromS || 1)) * width;
  const yOf = (value: number) => top + height - ((value - low + padding) / (high - low + 2 * padding || 1)) * height;
  pdf.setDrawColor(colours.line).setLineWidth(0.15);
  for (const value of ticks(low, high, 6)) {
    pdf.line(left, yOf(value), left + width, yOf(value));
    writeLabel(sheet, formatFigure(value), left - 1.5, yOf(value) + 1, { align: 'right' });
  }
  for (const time of ticks(fromS, toS, 8)) {
    pdf.line(xOf(time), top, xOf(time), top + height);
    writeLabel(sheet, formatFigure(time), xOf(time), top + height + 3.5, { align: 'center' });
  }
  if (fromS <= 0 && toS >= 0) {
    pdf
      .setDrawColor('#D93A3A')
      .setLineWidth(0.3)
      .line(xOf(0), top, xOf(0), top + height);
    writeLabel(sheet, impactLabel, xOf(0) + 1, top + 3, { colour: '#C12E2E' });
  }
  for (const { values, colour } of plot.series) {
    pdf.setDrawColor(colour).setLineWidth(0.25);
    values.forEach((value, i) => {
      if (value === null) return;
      if (typeof values[i - 1] === 'number') pdf.lineTo(xOf(plot.time[i]!), yOf(value));
      else pdf.moveTo(xOf(plot.time[i]!), yOf(value));
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
    writeLabel(sheet, name, x + 7.5, sheet.y, { colour: colours.text });
    x += 14 + pdf.getTextWidth(name);
  }
  writeLabel(sheet, timeLabel, left + width, sheet.y, { align: 'right' });
  sheet.y += 5;
};

const writeCurves = (sheet: Sheet, section: Curves, formatFigure: (value: number) => string): void => {
  writeHeading(sheet, section.title, section.plots.length > 0 ? plotHeightMm + 20 : 10);
  const hasAcceleration = section.plots.some(({ series }) => series.length > 1);
  if (!hasAcceleration) writeText(sheet, section.emptyText, { size: 9, colour: colours.muted });
  for (const plot of section.plots) drawPlot(sheet, plot, section, formatFigure);
};

type ToPage = (x: number, y: number) => readonly [number, number];

/** Draws an SVG path on the page. It supports the commands M, L, Q, Z and l, which the outline of the car uses. */
const drawPath = (pdf: jsPDF, path: string, toPage: ToPage): void => {
  let [x, y] = [0, 0];
  const setCurrent = (to: readonly [number, number]) => {
    [x, y] = to;
  };
  for (const [, letter = '', numbers = ''] of path.matchAll(/([MLQZl])([^MLQZl]*)/g)) {
    const args = numbers.split(/[ ,]+/).filter(Boolean).map(Number);
    const [a = 0, b = 0, c = 0, d = 0] = args;
    if (letter === 'M') pdf.moveTo(...toPage(...([a, b] as const)));
    if (letter === 'L') pdf.lineTo(...toPage(a, b));
    if (letter === 'l') pdf.lineTo(...toPage(x + a, y + b));
    if (letter === 'Q') {
      // PDF has only cubic curves, so a quadratic curve is converted.
      const controlPoint = (from: number, to: number) => from + ((to - from) * 2) / 3;
      pdf.curveTo(
        ...toPage(controlPoint(x, a), controlPoint(y, b)),
        ...toPage(controlPoint(c, a), controlPoint(d, b)),
        ...toPage(c, d),
      );
    }
    if (letter === 'Z') pdf.close();
    if (letter === 'M' || letter === 'L') setCurrent([a, b]);
    if (letter === 'l') setCurrent([x + a, y + b]);
    if (letter === 'Q') setCurrent([c, d]);
  }
};

interface ImpactMark {
  readonly directionDeg: number | null;
  readonly severity: Severity | null;
}

/** Draws a car from above, with an arrow from the direction of the principal force, around a centre. */
const drawCar = (
  { pdf }: Sheet,
  centre: readonly [x: number, y: number],
  heightMm: number,
  impactMark: ImpactMark,
): void => {
  const scale = heightMm / 248;
  const toPage: ToPage = (x, y) => [centre[0] + x * scale, centre[1] + y * scale];
  pdf.setDrawColor(colours.muted).setLineWidth(0.3);
  for (const [path, fill] of [
    [carOutline.body, colours.shade],
    [carOutline.mirrors, '#FFFFFF'],
    [carOutline.windscreen, '#FFFFFF'],
    [carOutline.rearWindow, '#FFFFFF'],
    [carOutline.sideWindows, '#FFFFFF'],
  ] as const) {
    pdf.setFillColor(fill);
    drawPath(pdf, path, toPage);
    pdf.fillStroke();
  }
  if (impactMark.directionDeg === null) return;
  const radians = (impactMark.directionDeg * Math.PI) / 180;
  const tip = arrowTip(radians);
  const toRotated: ToPage = (x, y) =>
    toPage(
      tip.x + x * Math.cos(radians) - y * Math.sin(radians),
      tip.y + x * Math.sin(radians) + y * Math.cos(radians),
    );
  const colour = impactMark.severity ? severityColours[impactMark.severity] : colours.muted;
  pdf
    .setDrawColor(colour)
    .setFillColor(colour)
    .setLineWidth(10 * scale);
  pdf
    .moveTo(...toRotated(0, -arrowShaftLength))
    .lineTo(...toRotated(0, -14))
    .stroke();
  pdf.setLineWidth(0.2);
  pdf
    .moveTo(...toRotated(0, 2))
    .lineTo(...toRotated(-15, -18))
    .lineTo(...toRotated(15, -18))
    .close();
  pdf.fillStroke();
};

type Photos = Extract<Section, { kind: 'photos' }>;

/** Longest side of a picture, pixels: two pictures fit on a page, sharp enough to print. */
const maxPicturePx = 1400;
const maxPictureMm = 100;
/** Maximum size of a pixel on the page, mm, so that a small picture is not enlarged too much. */
const maxMmPerPx = 0.25;
const captionMm = 14;

interface PreparedPicture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const preparePicture = async (bytes: Buffer, rotationDeg: number): Promise<PreparedPicture> => {
  const { data, info } = await sharp(bytes)
    .rotate(rotationDeg)
    .resize({ width: maxPicturePx, height: maxPicturePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#FFFFFF' })
    .jpeg({ quality: 78 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
};

const drawPicture = (sheet: Sheet, { bytes, width, height }: PreparedPicture): void => {
  const scale = Math.min(sheet.width / width, maxPictureMm / height, maxMmPerPx);
  requireHeight(sheet, height * scale + captionMm);
  const left = marginMm + (sheet.width - width * scale) / 2;
  sheet.pdf.addImage(bytes, 'JPEG', left, sheet.y, width * scale, height * scale, undefined, 'NONE');
  sheet.y += height * scale + 2;
};

/** Source of the pictures of a PDF. `onOmitted` is called for each picture that the PDF omits. */
interface PictureSource {
  /** Reads a picture as it is displayed. Undefined: the picture is gone. */
  readonly read: (id: number) => Promise<Buffer | undefined>;
  readonly onOmitted: (id: number, reason: string) => void;
}

/** Writes the photographs to the PDF. Each is read only when it is written, so that one at a time is in memory. */
export const writePhotos = async (
  sheet: Sheet,
  { title, photos, emptyText }: Photos,
  { read, onOmitted }: PictureSource,
): Promise<void> => {
  writeHeading(sheet, title, photos.length > 0 ? maxPictureMm + captionMm : 10);
  if (photos.length === 0) writeText(sheet, emptyText, { size: 9, colour: colours.muted });
  /**
   * Prepares a picture for the PDF. A picture that an older version stored may be unreadable. The PDF then only
   * mentions it, but the archive contains its file.
   */
  const loadPicture = async ({ id, rotationDeg }: Photos['photos'][number]): Promise<PreparedPicture | undefined> => {
    const bytes = await read(id);
    if (!bytes) {
      onOmitted(id, 'gone');
      return undefined;
    }
    try {
      return await preparePicture(bytes, rotationDeg);
    } catch (error) {
      onOmitted(id, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  for (const photo of photos) {
    const picture = await loadPicture(photo);
    if (picture) drawPicture(sheet, picture);
    else requireHeight(sheet, captionMm);
    writeText(sheet, photo.title, { size: 9, style: 'bold', gapMm: 0 });
    writeText(sheet, picture ? photo.facts : `${photo.unreadableText} ${photo.facts}`, {
      size: 8,
      colour: colours.muted,
      gapMm: 5,
    });
  }
};

type SectionOf<Kind extends Section['kind']> = Extract<Section, { kind: Kind }>;

const labelColumnMm = 52;

const writeLines = (sheet: Sheet, lines: readonly Line[], widthMm = sheet.width): void => {
  if (lines.length === 0) return;
  writeTable(sheet, {
    tableWidth: widthMm,
    body: lines.map(line => [...line]),
    columnStyles: {
      0: { cellWidth: labelColumnMm, textColor: colours.muted },
      1: { cellWidth: widthMm - labelColumnMm },
    },
  });
};

const writeNotes = (sheet: Sheet, notes: readonly string[] = []): void => {
  for (const note of notes) writeText(sheet, note, { size: 8.5, colour: colours.muted });
};

const carColumnMm = 48;
const carHeightMm = 60;
/** Height of three lines of introduction, the car, and four lines of its caption. */
const carBlockMm = 14 + carHeightMm + 16;

const writeImpact = (sheet: Sheet, section: SectionOf<'impact'>): void => {
  writeHeading(sheet, section.title, section.direction ? carBlockMm : 15);
  writeText(sheet, section.leadText, { size: 9, gapMm: 2 });
  const top = sheet.y;
  const { figures, direction, directionDeg, severity } = section;
  writeLines(sheet, figures, sheet.width - carColumnMm);
  if (direction) {
    const centre = marginMm + sheet.width - carColumnMm / 2;
    drawCar(sheet, [centre, top + carHeightMm / 2], carHeightMm, { directionDeg, severity });
    const lines = sheet.pdf.setFontSize(8).splitTextToSize(direction, carColumnMm) as string[];
    lines.forEach((line, i) => {
      writeLabel(sheet, line, centre, top + carHeightMm + i * 3.6, { align: 'center', colour: colours.text });
    });
    sheet.y = Math.max(sheet.y, top + carHeightMm + 2 + lines.length * 3.6);
  }
  writeLines(sheet, section.lines);
  writeNotes(sheet, section.notes);
};

/** A higher row is divided between pages, so that a page is never left half empty. */
const maxWholeRowMm = 60;

const writeRows = (sheet: Sheet, { title, head, rows, widths, emptyText }: SectionOf<'table'>): void => {
  if (rows.length === 0) {
    writeHeading(sheet, title);
    writeText(sheet, emptyText, { size: 9, colour: colours.muted });
    return;
  }
  const totalWidth = widths.reduce((sum, width) => sum + width, 0);
  const options: UserOptions = {
    head: [[...head]],
    body: rows.map(row => [...row]),
    theme: 'grid',
    styles: { fontSize: 8.5, lineColor: colours.line, lineWidth: 0.15 },
    headStyles: { fontStyle: 'bold', fillColor: colours.shade, textColor: colours.text },
    columnStyles: Object.fromEntries(
      widths.map((width, column) => [column, { cellWidth: (sheet.width * width) / totalWidth }]),
    ),
  };
  const [headMm = 0, firstRowMm = 0, ...otherRowsMm] = rowHeightsMm(sheet, options);
  const areRowsWhole = Math.max(firstRowMm, ...otherRowsMm) <= maxWholeRowMm;
  writeHeading(sheet, title, headMm + Math.min(firstRowMm, maxWholeRowMm));
  writeTable(sheet, { ...options, rowPageBreak: areRowsWhole ? 'avoid' : 'auto' });
};

const mapTexts = <T>(value: T, mapText: (text: string) => string): T => {
  const mapPart = (part: unknown): unknown => {
    if (typeof part === 'string') return mapText(part);
    if (Array.isArray(part)) return typeof part[0] === 'number' ? part : part.map(mapPart);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, child]) => [name, mapPart(child)]));
  };
  return mapPart(value) as T;
};

export const writePdf = async (document: Document, pictures: PictureSource): Promise<Uint8Array> => {
  const sheet = await openSheet();
  const { title, subtitle, footerText, pageText, locale, sections } = mapTexts(document, makePrintableText(sheet.pdf));
  sheet.pdf.setProperties({ title, subject: subtitle, creator: 'Drivedesk' });
  const formatFigure = (value: number) =>
    formatNumber(value, Number.isInteger(value) ? 0 : 1, locale).replace('-', '−');
  writeText(sheet, title, { size: 20, style: 'bold', gapMm: 1 });
  writeText(sheet, subtitle, { size: 10, colour: colours.muted, gapMm: 2 });
  for (const section of sections) {
    if (section.kind === 'lines') {
      writeHeading(sheet, section.title);
      // Notes come first, because a last page with two lines of notes would be left almost empty.
      writeNotes(sheet, section.notes);
      writeLines(sheet, section.lines);
    } else if (section.kind === 'table') writeRows(sheet, section);
    else if (section.kind === 'impact') writeImpact(sheet, section);
    else if (section.kind === 'track') writeTrack(sheet, section);
    else if (section.kind === 'curves') writeCurves(sheet, section, formatFigure);
    else if (section.kind === 'reconstruction') {
      writeHeading(sheet, section.title, 40);
      writeLines(sheet, section.lines);
      writeNotes(sheet, [section.note]);
      if (section.plot) drawPlot(sheet, section.plot, section, formatFigure);
    } else await writePhotos(sheet, section, pictures);
  }
  writeFooters(sheet, footerText, pageText);
  return new Uint8Array(sheet.pdf.output('arraybuffer'));
};
