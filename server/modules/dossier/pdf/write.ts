import { formatNumber } from '../../../../src/schema/kinds/format.ts';
import { printable } from '../../../../src/schema/kinds/printable.ts';
import type { Document, Line, Section } from '../document.ts';
import { drawCar } from './car.ts';
import { type PictureMeans, writePhotos } from './photos.ts';
import { writeCurves } from './plots.ts';
import {
  colours,
  label,
  marginMm,
  openSheet,
  type Sheet,
  writeFeet,
  writeHeading,
  writeTable,
  writeText,
} from './sheet.ts';
import { writeTrack } from './track.ts';

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

/** A copy of the value with every text changed by `change`. */
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
export const writePdf = async (document: Document, pictures: PictureMeans): Promise<Uint8Array> => {
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
  writeFeet(sheet, foot, pageText);
  return new Uint8Array(sheet.pdf.output('arraybuffer'));
};
