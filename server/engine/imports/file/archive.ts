import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { FileRefused, type RequireTime } from './table.ts';

/**
 * Maximum size of a decompressed file, bytes. A sheet of 50,000 rows has a fifth of it, so a larger file is an attack.
 */
const decompressedMaxBytes = 500_000_000;
const entriesMax = 2000;

/**
 * Files of an archive by path. A file is decompressed while it is read, one file at a time. Refuses a file that is too
 * large when decompressed.
 * Paths are compared without case, because 1C writes `SharedStrings.xml` and refers to it as `sharedStrings.xml`.
 */
export interface Archive {
  readonly has: (path: string) => boolean;
  /** Yields the text of a file in pieces. Yields nothing if the archive has no such file. */
  readonly read: (path: string) => AsyncGenerator<string>;
}

const pathKey = (path: string): string => path.toLowerCase();

const readEntries = async (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> => {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new FileRefused('TABLE_PROTECTED');
    const key = pathKey(entry.fileName);
    // An archive with two files of the same path is refused. Programs differ in which of the two they read.
    if (entries.has(key)) throw new FileRefused('TABLE_BROKEN');
    entries.set(key, entry);
    if (entries.size > entriesMax) throw new FileRefused('TABLE_TOO_LARGE');
  }
  return entries;
};

/** Number of bytes at the beginning of an XML file in which its encoding is declared. */
const declarationBytes = 200;

/**
 * Returns the decoder for an XML file that begins with `start`. Its byte order mark or its declaration names the
 * encoding. The decoder throws on bytes that are no text.
 */
const xmlDecoder = (start: Buffer): TextDecoder => {
  const markEncoding = { fffe: 'utf-16le', feff: 'utf-16be' }[start.toString('hex', 0, 2)];
  const declaration = /^<\?xml\s[^>]*encoding\s*=\s*["']([\w.-]+)/;
  const [, declaredEncoding = 'utf-8'] = declaration.exec(start.toString('latin1', 0, declarationBytes)) ?? [];
  // If the declaration can be read byte by byte, the file is not in UTF-16, whatever the declaration says.
  const encoding = markEncoding ?? (/^utf-?16/i.test(declaredEncoding) ? 'utf-8' : declaredEncoding);
  return new TextDecoder(encoding, { fatal: true });
};

export const openArchive = async (bytes: Uint8Array, requireTime: RequireTime): Promise<Archive> => {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries = await readEntries(zip);
  async function* read(path: string): AsyncGenerator<string> {
    const entry = entries.get(pathKey(path));
    if (!entry) return;
    let [decompressedBytes, checksum] = [0, 0];
    let decoder: TextDecoder | undefined;
    for await (const bytes of await zip.openReadStreamPromise(entry)) {
      requireTime();
      decompressedBytes += (bytes as Buffer).length;
      if (decompressedBytes > decompressedMaxBytes) throw new FileRefused('TABLE_TOO_LARGE');
      checksum = crc32(bytes as Buffer, checksum);
      decoder ??= xmlDecoder(bytes as Buffer);
      yield decoder.decode(bytes as Buffer, { stream: true });
    }
    // The checksum is compared here, because the ZIP library does not compare it.
    if (checksum !== entry.crc32) throw new FileRefused('TABLE_BROKEN');
    if (decoder) yield decoder.decode();
  }
  return { has: path => entries.has(pathKey(path)), read };
};
