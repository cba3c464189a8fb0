import { CFB } from 'xlsx';

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

export const openedAtRows = (file: Uint8Array): Uint8Array => {
  const archive = CFB.read(file, { type: 'array' });
  for (const each of changes) change(archive, each);
  return new Uint8Array(CFB.write(archive, { type: 'array', fileType: 'zip', compression: true }) as ArrayBuffer);
};
