import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { jsPDF } from 'jspdf';
import { autoTable, __createTable as layOutTable, type UserOptions } from 'jspdf-autotable';

const fontName = 'PTSans';
const fontFiles = [
  ['normal', '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf'],
  ['bold', '@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf'],
] as const;

export const marginMm = 15;
export const colours = { text: '#17202A', muted: '#5B6875', line: '#D5DBE1', shade: '#F4F6F8' } as const;
export const severityColours = { mini: '#2E9E6B', minor: '#E39A17', major: '#D93A3A' } as const;

/** A4 pages that are written from top to bottom. Lengths in millimetres. */
export interface Sheet {
  readonly pdf: jsPDF;
  readonly width: number;
  readonly height: number;
  /** Vertical position of the next element, mm. */
  y: number;
}

export const openSheet = async (): Promise<Sheet> => {
  const pdf = new jsPDF({ orientation: 'portrait', format: 'a4', compress: true });
  const require = createRequire(import.meta.url);
  for (const [style, file] of fontFiles) {
    const bytes = await readFile(require.resolve(file));
    pdf.addFileToVFS(`${fontName}-${style}.ttf`, bytes.toString('base64'));
    pdf.addFont(`${fontName}-${style}.ttf`, fontName, style);
  }
  pdf.setFont(fontName, 'normal');
  const { pageSize } = pdf.internal;
  return { pdf, width: pageSize.getWidth() - 2 * marginMm, height: pageSize.getHeight() - 2 * marginMm, y: marginMm };
};

/** Begins another page if less than this height is left on the current page. */
export const requireHeight = (sheet: Sheet, heightMm: number): void => {
  if (sheet.y + heightMm <= marginMm + sheet.height) return;
  sheet.pdf.addPage();
  sheet.y = marginMm;
};

interface TextStyle {
  readonly size: number;
  readonly style?: 'normal' | 'bold';
  readonly colour?: string;
  readonly gapMm?: number;
}

/** Writes a text across the page, with line breaks. */
export const writeText = (
  sheet: Sheet,
  text: string,
  { size, style = 'normal', colour = colours.text, gapMm = 1 }: TextStyle,
): void => {
  const { pdf } = sheet;
  pdf.setFont(fontName, style).setFontSize(size).setTextColor(colour);
  const lineMm = size * 0.45;
  for (const line of pdf.splitTextToSize(text, sheet.width) as string[]) {
    requireHeight(sheet, lineMm);
    pdf.text(line, marginMm, sheet.y + lineMm * 0.8);
    sheet.y += lineMm;
  }
  sheet.y += gapMm;
};

/** Writes the heading of a section, never alone at the foot of a page. */
export const writeHeading = (sheet: Sheet, title: string, heightBelowMm = 20): void => {
  requireHeight(sheet, 12 + heightBelowMm);
  if (sheet.y > marginMm) sheet.y += 4;
  writeText(sheet, title, { size: 13, style: 'bold', gapMm: 2 });
};

export const writeLabel = (
  { pdf }: Sheet,
  text: string,
  x: number,
  y: number,
  options: { readonly align?: 'left' | 'center' | 'right'; readonly size?: number; readonly colour?: string } = {},
): void => {
  pdf
    .setFont(fontName, 'normal')
    .setFontSize(options.size ?? 8)
    .setTextColor(options.colour ?? colours.muted);
  pdf.text(text, x, y, { align: options.align ?? 'left' });
};

const withDefaults = (sheet: Sheet, options: UserOptions): UserOptions => ({
  startY: sheet.y,
  margin: { left: marginMm, right: marginMm, top: marginMm, bottom: marginMm },
  theme: 'plain',
  ...options,
  styles: {
    font: fontName,
    fontSize: 9,
    cellPadding: 1,
    overflow: 'linebreak',
    textColor: colours.text,
    ...options.styles,
  },
});

/** Returns the heights of a table's rows with the head first, mm. Writes nothing. */
export const rowHeightsMm = (sheet: Sheet, options: UserOptions): number[] => {
  const { head, body } = layOutTable(sheet.pdf, withDefaults(sheet, options));
  return [...head, ...body].map(({ height }) => height);
};

/** Writes a table, over several pages if needed. The next element goes below it. */
export const writeTable = (sheet: Sheet, options: UserOptions): void => {
  let endY = sheet.y;
  autoTable(sheet.pdf, {
    ...withDefaults(sheet, options),
    didDrawPage: ({ cursor }) => {
      endY = cursor?.y ?? endY;
    },
  });
  sheet.y = endY + 2;
};

/** Writes the foot of every page, after all pages are there. */
export const writeFooters = ({ pdf, width, height }: Sheet, footerText: string, pageText: string): void => {
  const pageCount = pdf.getNumberOfPages();
  for (let page = 1; page <= pageCount; page++) {
    pdf.setPage(page);
    pdf.setFont(fontName, 'normal').setFontSize(8).setTextColor(colours.muted);
    const y = marginMm + height + 6;
    pdf.text(footerText, marginMm, y);
    const text = pageText.replace('{page}', String(page)).replace('{pages}', String(pageCount));
    pdf.text(text, marginMm + width, y, { align: 'right' });
  }
};
