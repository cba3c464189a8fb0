import { type CellObject, CFB, utils, write as writeBook } from 'xlsx';
import { escapeWorkbookText, originSheetTitle, type Sheet, sheetName } from '../schema/files/sheet.ts';
import type { ExportCell } from '../schema/kinds/cell.ts';

const frozenPaneXml =
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';

type XmlChange = readonly [path: string, pattern: RegExp, replacement: string];

/**
 * Changes of the finished Excel file. The workbook opens at the second sheet, whose first row is frozen. The library
 * that writes the file cannot do either.
 */
const xmlChanges: readonly XmlChange[] = [
  ['/xl/worksheets/sheet2.xml', /<sheetView ([^>]*?)\/>/, `<sheetView tabSelected="1" $1>${frozenPaneXml}</sheetView>`],
  ['/xl/worksheets/sheet1.xml', / tabSelected="1"/, ''],
  ['/xl/workbook.xml', /<sheets>/, '<bookViews><workbookView activeTab="1"/></bookViews><sheets>'],
];

const applyXmlChange = (archive: ReturnType<typeof CFB.read>, [path, pattern, replacement]: XmlChange): void => {
  const entry = CFB.find(archive, path);
  if (!entry) throw new Error(`The written workbook holds no ${path}`);
  const xml = new TextDecoder().decode(new Uint8Array(entry.content as Uint8Array));
  const bytes = new TextEncoder().encode(xml.replace(pattern, replacement));
  entry.content = bytes as unknown as typeof entry.content;
  entry.size = bytes.length;
};

const openAtRowSheet = (file: Uint8Array): Uint8Array => {
  const archive = CFB.read(file, { type: 'array' });
  for (const xmlChange of xmlChanges) applyXmlChange(archive, xmlChange);
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
  const book = utils.book_new(aboutSheet, originSheetTitle[locale]);
  utils.book_append_sheet(book, sheet, sheetName(title));
  return openAtRowSheet(new Uint8Array(writeBook(book, { type: 'array', bookType: 'xlsx', compression: true })));
};
