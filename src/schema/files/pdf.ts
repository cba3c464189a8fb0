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
/** Landscape pages with their widths in mm, the smallest first. */
const pageFormats = [
  ['a4', 297],
  ['a3', 420],
  ['a2', 594],
  ['a1', 841],
  ['a0', 1189],
] as const;
/** A longer word is broken, characters. */
const maxWordCh = 40;
const titleLineMm = 6;
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

/** Returns the width of a column whose words are not broken, mm. Its longest word stands for its widest one. */
const unbrokenWidthMm = (pdf: jsPDF, texts: readonly string[]): number => {
  let longestWord = '';
  for (const text of texts)
    for (const word of text.split(/\s/)) if (word.length > longestWord.length) longestWord = word;
  return pdf.getTextWidth(longestWord.slice(0, maxWordCh)) * 1.1 + 2 * cellPaddingMm;
};

/**
 * Sets the page to landscape: A4, or a larger one if words would be broken on A4. Returns the widths of the columns in
 * millimetres. Space that no word needs is divided in proportion to the widths of the description.
 */
const setPage = (pdf: jsPDF, columns: Sheet['columns'], textsByColumn: readonly (readonly string[])[]): number[] => {
  pdf.setFontSize(cellFontSize);
  const leastWidthsMm = textsByColumn.map(texts => unbrokenWidthMm(pdf, texts));
  const leastTotalMm = leastWidthsMm.reduce((sum, width) => sum + width, 0);
  const [format] = pageFormats.find(([, widthMm]) => widthMm - 2 * marginMm >= leastTotalMm) ?? (['a0'] as const);
  pdf.deletePage(1);
  pdf.addPage(format, 'landscape');
  const availableMm = contentWidthMm(pdf);
  const spareMm = Math.max(0, availableMm - leastTotalMm);
  const totalWidthCh = columns.reduce((sum, { width }) => sum + width, 0);
  const widthsMm = columns.map(({ width }, column) => (leastWidthsMm[column] ?? 0) + (spareMm * width) / totalWidthCh);
  // Only on the largest page can the columns still be too wide.
  const scale = availableMm / widthsMm.reduce((sum, width) => sum + width, 0);
  return widthsMm.map(width => width * scale);
};

const writePageNumbers = (pdf: jsPDF, locale: Sheet['locale']): void => {
  const pages = pdf.getNumberOfPages();
  pdf.setFontSize(8);
  for (let page = 1; page <= pages; page++) {
    pdf.setPage(page);
    const text = pageTexts[locale].replace('{page}', String(page)).replace('{pages}', String(pages));
    const y = pdf.internal.pageSize.getHeight() - marginMm / 2;
    pdf.text(text, marginMm + contentWidthMm(pdf), y, { align: 'right' });
  }
};

/**
 * Returns the list as a PDF file in landscape: A4, or a larger page if words would be broken on A4. The typeface is
 * embedded, because the standard fonts of PDF readers have no Cyrillic.
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
    columns,
    labels.map((label, column) => [label, ...bodyRows.map(row => row[column] ?? '')]),
  );

  pdf.setFontSize(13);
  const titleLines = pdf.splitTextToSize(toPrintable(title), contentWidthMm(pdf)) as string[];
  pdf.text(titleLines, marginMm, marginMm + 2);

  autoTable(pdf, {
    head: [labels],
    body: bodyRows,
    startY: marginMm + titleLines.length * titleLineMm,
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
    columnStyles: Object.fromEntries(
      columns.map(({ align }, index) => [
        index,
        {
          cellWidth: widthsMm[index] ?? 0,
          halign: align === 'end' ? ('right' as const) : ('left' as const),
        },
      ]),
    ),
  });

  autoTable(pdf, {
    body: [
      ...printableOriginLines,
      ...([titleLines, labels, ...bodyRows, ...printableOriginLines].some(texts =>
        texts.some(text => text.includes(missingGlyphSign)),
      )
        ? [[missingGlyphSign, missingGlyphTexts[locale]]]
        : []),
    ],
    margin: marginMm,
    theme: 'plain',
    pageBreak: 'avoid',
    styles: {
      font: fontName,
      fontStyle: 'normal',
      fontSize: 8,
      cellPadding: 0.8,
      overflow: 'linebreak',
      textColor: 90,
    },
    columnStyles: { 0: { cellWidth: 30 } },
  });

  writePageNumbers(pdf, locale);
  return new Uint8Array(pdf.output('arraybuffer'));
};
