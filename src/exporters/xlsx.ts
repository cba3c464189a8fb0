import { type CellObject, CFB, utils, write as writeBook } from 'xlsx';
import { escapeWorkbookText, originSheetTitle, type Sheet, sheetName } from '../schema/files/sheet.ts';
import type { ExportCell } from '../schema/kinds/cell.ts';

const frozenPaneXml =
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';

const rowSheetPath = '/xl/worksheets/sheet1.xml';

/** Freezes the header of the sheet with the rows. The library that writes the file cannot do this. */
const freezeHeader = (file: Uint8Array): Uint8Array => {
  const archive = CFB.read(file, { type: 'array' });
  const entry = CFB.find(archive, rowSheetPath);
  if (!entry) throw new Error(`The written workbook holds no ${rowSheetPath}`);
  const xml = new TextDecoder().decode(new Uint8Array(entry.content as Uint8Array));
  const frozenXml = xml.replace(/<sheetView ([^>]*?)\/>/, `<sheetView $1>${frozenPaneXml}</sheetView>`);
  const bytes = new TextEncoder().encode(frozenXml);
  entry.content = bytes as unknown as typeof entry.content;
  entry.size = bytes.length;
  return new Uint8Array(CFB.write(archive, { type: 'array', fileType: 'zip', compression: true }) as ArrayBuffer);
};

// A cell of type `s` is text even if it begins with `=`, because a formula needs the property `f`.
const toTextCell = (text: string): CellObject => ({ t: 's', v: escapeWorkbookText(text) });

const toCellObject = (cell: ExportCell): CellObject | null => {
  switch (cell.type) {
    case 'empty':
      return null;
    case 'number':
      return { t: 'n', v: cell.value, z: cell.decimals ? `0.${'0'.repeat(cell.decimals)}` : '0' };
    case 'boolean':
      return { t: 'b', v: cell.value };
    case 'time':
      return { t: 'n', v: cell.serial, z: cell.format };
    case 'text':
      return toTextCell(cell.text);
  }
};

export const write = async ({ title, locale, columns, rows, originLines }: Sheet): Promise<Uint8Array> => {
  const aboutSheet = utils.aoa_to_sheet(originLines.map(line => line.map(toTextCell)));
  aboutSheet['!cols'] = [{ wch: 16 }, { wch: 80 }];
  const sheet = utils.aoa_to_sheet([
    columns.map(({ label }) => toTextCell(label)),
    ...rows.map(row => row.map(toCellObject)),
  ]);
  sheet['!cols'] = columns.map(({ width }) => ({ wch: width + 2 }));
  const lastCell = utils.encode_cell({ r: rows.length, c: columns.length - 1 });
  sheet['!autofilter'] = { ref: `A1:${lastCell}` };
  // The rows are the first sheet, because programs that read a workbook read its first sheet.
  const book = utils.book_new(sheet, sheetName(title));
  utils.book_append_sheet(book, aboutSheet, originSheetTitle[locale]);
  return freezeHeader(new Uint8Array(writeBook(book, { type: 'array', bookType: 'xlsx', compression: true })));
};
