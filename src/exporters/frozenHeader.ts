import { CFB } from 'xlsx';

const pane =
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';
const views = /<sheetView ([^>]*?)\/>/;

/** Freezes the first row by editing the sheet's XML in the archive: the library cannot write panes. */
export const frozenHeader = (file: Uint8Array): Uint8Array => {
  const archive = CFB.read(file, { type: 'array' });
  const part = CFB.find(archive, '/xl/worksheets/sheet1.xml');
  if (!part) throw new Error('The written workbook holds no first sheet');
  const xml = new TextDecoder().decode(new Uint8Array(part.content as Uint8Array));
  if (!views.test(xml)) throw new Error('The written sheet holds no view to freeze');
  const bytes = new TextEncoder().encode(xml.replace(views, `<sheetView $1>${pane}</sheetView>`));
  part.content = bytes as unknown as typeof part.content;
  part.size = bytes.length;
  return new Uint8Array(CFB.write(archive, { type: 'array', fileType: 'zip', compression: true }) as ArrayBuffer);
};
