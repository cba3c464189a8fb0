import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate } from 'node:zlib';
import { ZipFile } from 'yazl';

function* repeated(byte: number, length: number): Generator<Buffer> {
  const piece = Buffer.alloc(1024 * 1024, byte);
  for (let left = length; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece;
}

/** Returns a workbook with one cell, whose text has this number of bytes. The file is a thousandth of that. */
export const workbookOfText = async (textBytes: number): Promise<Buffer> => {
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  add(
    '[Content_Types].xml',
    `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
  );
  const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
  add(
    '_rels/.rels',
    `<Relationships xmlns="${relationships}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${relationships}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  );
  const cell = (function* () {
    yield Buffer.from(`<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>`);
    yield* repeated(97, textBytes);
    yield Buffer.from('</t></is></c></row></sheetData></worksheet>');
  })();
  zip.addReadStream(Readable.from(cell), 'xl/worksheets/sheet1.xml');
  zip.end();
  return buffer(zip.outputStream);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
};

/** First column and row, and steps between columns and rows, of the seven passes of an interlaced PNG. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Returns a black square as a PNG. `kind`: depth, colour type, compression, filter and interlacing of the header. */
const blackPng = async (side: number, rawBytes: number, kind: readonly number[]): Promise<Buffer> => {
  const deflate = createDeflate({ level: 1 });
  const packed = buffer(deflate);
  for (const piece of repeated(0, rawBytes)) if (!deflate.write(piece)) await once(deflate, 'drain');
  deflate.end();
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set(kind, 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', await packed), chunk('IEND', Buffer.alloc(0))]);
};

/** Returns a black square as an interlaced PNG of 8 bits. A reader must hold all of it to draw any part. */
export const interlacedPng = (side: number): Promise<Buffer> => {
  const bytes = passes.reduce((sum, [x, y, stepX, stepY]) => {
    const [columns, rows] = [Math.ceil((side - x) / stepX), Math.ceil((side - y) / stepY)];
    return sum + rows * (1 + 3 * columns);
  }, 0);
  return blackPng(side, bytes, [8, 2, 0, 0, 1]);
};

/** Returns a black square as a PNG with transparency and 16 bits each. Drawing it takes longest of all pictures. */
export const deepPng = (side: number): Promise<Buffer> => blackPng(side, side * (1 + 8 * side), [16, 6, 0, 0, 0]);
