import { type CellObject, CFB, utils, write as writeBook } from 'xlsx';
import { aboutTitle, type Sheet, sheetName } from '../schema/files/sheet.ts';
import type { ExportCell } from '../schema/kinds/cell.ts';

const pane =
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';

type Change = readonly [path: string, what: RegExp, by: string];

/**
 * Changes that open the workbook at the second sheet with its first row frozen. The library writes neither, so the
 * finished archive is changed.
 */
const changes: readonly Change[] = [
  ['/xl/worksheets/sheet2.xml', /<sheetView ([^>]*?)\/>/, `<sheetView tabSelected="1" $1>${pane}</sheetView>`],
  ['/xl/worksheets/sheet1.xml', / tabSelected="1"/, ''],
  ['/xl/workbook.xml', /<sheets>/, '<bookViews><workbookView activeTab="1"/></bookViews><sheets>'],
];

const change = (archive: ReturnType<typeof CFB.read>, [path, what, by]: Change): void => {
  const part = CFB.find(archive, path);
  if (!part) throw new Error(`The written workbook holds no ${path}`);
  const xml = new TextDecoder().decode(new Uint8Array(part.content as Uint8Array));
  const bytes = new TextEncoder().encode(xml.replace(what, by));
  part.content = bytes as unknown as typeof part.content;
  part.size = bytes.length;
};

const openedAtRows = (file: Uint8Array): Uint8Array => {
  const archive = CFB.read(file, { type: 'array' });
  for (const each of changes) change(archive, each);
  return new Uint8Array(CFB.write(archive, { type: 'array', fileType: 'zip', compression: true }) as ArrayBuffer);
};

const cellOf = (cell: ExportCell): CellObject | null => {
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
      // A cell of type `s` is text even if it begins with `=`, because a formula needs the property `f`.
      return { t: 's', v: cell.text };
  }
};

const textCell = (text: string): CellObject => ({ t: 's', v: text });

export const write = async ({ title, locale, columns, rows, about }: Sheet): Promise<Uint8Array> => {
  const first = utils.aoa_to_sheet(about.map(line => line.map(textCell)));
  first['!cols'] = [{ wch: 16 }, { wch: 80 }];
  const sheet = utils.aoa_to_sheet([columns.map(({ label }) => textCell(label)), ...rows.map(row => row.map(cellOf))]);
  sheet['!cols'] = columns.map(({ width }) => ({ wch: width + 2 }));
  const last = utils.encode_cell({ r: rows.length, c: columns.length - 1 });
  sheet['!autofilter'] = { ref: `A1:${last}` };
  const book = utils.book_new(first, aboutTitle[locale]);
  utils.book_append_sheet(book, sheet, sheetName(title));
  return openedAtRows(new Uint8Array(writeBook(book, { type: 'array', bookType: 'xlsx', compression: true })));
};
