import { jsPDF } from 'jspdf';
import { autoTable } from 'jspdf-autotable';
import type { Locale } from '../../contract/messages/index.ts';
import type { ExportCell } from '../kinds/cell.ts';
import { makePrintableText, missingGlyphSign } from '../kinds/printable.ts';
import type { Sheet } from './sheet.ts';

const fontName = 'PTSans';
const marginMm = 12;
const cellFontSize = 8;
const cellPaddingMm = 1.2;
/** Pages that a list may have, with their widths in mm, the smallest first. */
const pageFormats = [
  ['a4', 'portrait', 210],
  ['a4', 'landscape', 297],
  ['a3', 'landscape', 420],
  ['a2', 'landscape', 594],
  ['a1', 'landscape', 841],
  ['a0', 'landscape', 1189],
] as const;
/** A longer word is broken, characters. */
const maxWordCh = 40;
const titleLineMm = 6;
const originLineMm = 3.6;
const pageTexts: { readonly [L in Locale]: string } = {
  ru: 'Страница {page} из {pages}',
  en: 'Page {page} of {pages}',
};
const missingGlyphTexts: { readonly [L in Locale]: string } = {
  ru: 'знак, которого нет в шрифте этого документа (эмодзи, иероглиф)',
  en: 'a character that this document’s typeface does not have (an emoji, a Chinese one)',
};

const encodeBase64 = (bytes: Uint8Array): string => {
  let binary = '';
  for (let start = 0; start < bytes.length; start += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(binary);
};

const cellText = (cell: ExportCell): string => (cell.type === 'empty' ? '' : cell.text);

const contentWidthMm = (pdf: jsPDF): number => pdf.internal.pageSize.getWidth() - 2 * marginMm;

/** Returns the width of a column that holds the longest of these texts, mm. The longest text stands for the widest one. */
const widthForMm = (pdf: jsPDF, texts: Iterable<string>): number => {
  let longest = '';
  for (const text of texts) if (text.length > longest.length) longest = text;
  return pdf.getTextWidth(longest.slice(0, maxWordCh)) * 1.1 + 2 * cellPaddingMm;
};

/** Returns the parts of a text that jsPDF keeps in one line. A no-break space, as in "1 000", divides no words. */
const unbrokenParts = (text: string): string[] => text.split(/[ \n]/);

/**
 * Sets the page: upright A4 if no text needs a second line there, otherwise the smallest landscape page on which no word
 * is broken. Returns the widths of the columns in millimetres. Space that no word needs goes to the columns with longer
 * texts first, then to all.
 */
const setPage = (pdf: jsPDF, textsByColumn: readonly (readonly string[])[]): number[] => {
  pdf.setFontSize(cellFontSize);
  const leastWidthsMm = textsByColumn.map(texts => widthForMm(pdf, texts.flatMap(unbrokenParts)));
  const wholeWidthsMm = textsByColumn.map(texts =>
    widthForMm(
      pdf,
      texts.flatMap(text => text.split('\n')),
    ),
  );
  const sum = (widthsMm: readonly number[]) => widthsMm.reduce((total, widthMm) => total + widthMm, 0);
  const leastTotalMm = sum(leastWidthsMm);
  const wholeTotalMm = sum(wholeWidthsMm);
  const [format, orientation] =
    pageFormats.find(
      ([, turn, widthMm]) => widthMm - 2 * marginMm >= (turn === 'portrait' ? wholeTotalMm : leastTotalMm),
    ) ?? (['a0', 'landscape'] as const);
  pdf.deletePage(1);
  pdf.addPage(format, orientation);
  const availableMm = contentWidthMm(pdf);
  // Only on the largest page can the columns be too wide even with their texts wrapped.
  if (availableMm < leastTotalMm) return leastWidthsMm.map(widthMm => (widthMm * availableMm) / leastTotalMm);
  if (availableMm >= wholeTotalMm) return wholeWidthsMm.map(widthMm => (widthMm * availableMm) / wholeTotalMm);
  const share = (availableMm - leastTotalMm) / (wholeTotalMm - leastTotalMm);
  return leastWidthsMm.map((least, column) => least + ((wholeWidthsMm[column] ?? least) - least) * share);
};

/** Writes title and page number at the foot of every page, after all pages are there. */
const writeFooters = (pdf: jsPDF, title: string, locale: Sheet['locale']): void => {
  const pages = pdf.getNumberOfPages();
  pdf.setFontSize(8).setTextColor(90);
  for (let page = 1; page <= pages; page++) {
    pdf.setPage(page);
    const text = pageTexts[locale].replace('{page}', String(page)).replace('{pages}', String(pages));
    const y = pdf.internal.pageSize.getHeight() - marginMm / 2;
    pdf.text(title, marginMm, y);
    pdf.text(text, marginMm + contentWidthMm(pdf), y, { align: 'right' });
  }
};

/**
 * Returns the list as a PDF file. Its title and origin stand above the rows. The typeface is embedded, because the
 * standard fonts of PDF readers have no Cyrillic.
 */
export const createPdf = ({ title, locale, columns, rows, originLines }: Sheet, font: Uint8Array): Uint8Array => {
  const pdf = new jsPDF({ orientation: 'landscape', format: 'a4', compress: true });
  pdf.addFileToVFS(`${fontName}.ttf`, encodeBase64(font));
  pdf.addFont(`${fontName}.ttf`, fontName, 'normal');
  pdf.setFont(fontName);
  const toPrintable = makePrintableText(pdf);
  const labels = columns.map(({ label }) => toPrintable(label));
  const bodyRows = rows.map(row => row.map(cell => toPrintable(cellText(cell))));
  const printableOriginLines = originLines.map(line => line.map(toPrintable));
  const widthsMm = setPage(
    pdf,
    labels.map((label, column) => [label, ...bodyRows.map(row => row[column] ?? '')]),
  );

  pdf.setFontSize(13);
  const titleLines = pdf.splitTextToSize(toPrintable(title), contentWidthMm(pdf)) as string[];
  pdf.text(titleLines, marginMm, marginMm + 2);

  const hasMissingGlyph = [titleLines, labels, ...bodyRows, ...printableOriginLines].some(texts =>
    texts.some(text => text.includes(missingGlyphSign)),
  );
  pdf.setFontSize(8).setTextColor(90);
  const originText = [
    ...printableOriginLines.map(([label, text]) => `${label}:\u00a0${text}`),
    ...(hasMissingGlyph ? [`${missingGlyphSign} ${missingGlyphTexts[locale]}`] : []),
  ].join('  ·  ');
  const originTexts = pdf.splitTextToSize(originText, contentWidthMm(pdf)) as string[];
  const originMm = marginMm - 1 + titleLines.length * titleLineMm;
  pdf.text(originTexts, marginMm, originMm + originLineMm / 2);

  autoTable(pdf, {
    head: [labels],
    body: bodyRows,
    startY: originMm + originTexts.length * originLineMm,
    margin: marginMm,
    theme: 'grid',
    styles: {
      font: fontName,
      fontStyle: 'normal',
      fontSize: cellFontSize,
      cellPadding: cellPaddingMm,
      overflow: 'linebreak',
      textColor: 20,
    },
    // The header row is not bold, because only the regular typeface is embedded. Bold text would have no Cyrillic
    // letters.
    headStyles: { fontStyle: 'normal', fillColor: 235, textColor: 20 },
    columnStyles: Object.fromEntries(widthsMm.map((cellWidth, index) => [index, { cellWidth }])),
    didParseCell: ({ cell, column }) => {
      cell.styles.halign = columns[column.index]?.align === 'end' ? 'right' : 'left';
    },
  });

  writeFooters(pdf, titleLines[0] ?? '', locale);
  return new Uint8Array(pdf.output('arraybuffer'));
};
