import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack as startPack } from 'tar-stream';
import { checksumLine, checksumsName, sidecarOf } from './checksums.ts';

export interface Entry {
  /** Path in the archive, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'directory';
  /** Size of a file: exactly the number of bytes that `content` yields. */
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

export interface Written {
  readonly bytes: number;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
}

const bufferBytes = 1 << 18;

/** Returns a buffer as the content of an entry. */
export async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const addEntry = async (pack: Pack, { path, kind, bytes, content }: Entry): Promise<string | undefined> => {
  if (kind === 'directory') {
    pack.entry({ name: path, type: 'directory', mode: 0o700 });
    return undefined;
  }
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(hashed, pack.entry({ name: path, size: bytes, mode: 0o600 }));
  return checksumLine(hash.digest('hex'), path);
};

const fill = async (pack: Pack, entries: AsyncIterable<Entry>): Promise<void> => {
  const lines: string[] = [];
  try {
    for await (const entry of entries) {
      const line = await addEntry(pack, entry);
      if (line) lines.push(line);
    }
    const sums = Buffer.from(lines.join(''));
    await addEntry(pack, { path: checksumsName, kind: 'file', bytes: sums.length, content: whole(sums) });
    pack.finalize();
  } catch (error) {
    pack.destroy(error as Error);
    throw error;
  }
};

const compress = async (pack: Pack, file: string, signal: AbortSignal): Promise<Written> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  // Level 1: higher levels double the time for 5 % less. Mode 600, because the archive contains password hashes.
  const gzip = createGzip({ level: 1, chunkSize: bufferBytes });
  await pipeline(pack, gzip, counted, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }), { signal });
  return { bytes, sha256: hash.digest('hex') };
};

/** Syncs a folder. A new file name survives a power cut only with its folder synced. Windows has no such call. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

export const refuseExisting = async (file: string): Promise<void> => {
  if (await stat(file).catch(() => undefined))
    throw new Error(`There is already a file ${file}. It is left as it is; name another one.`);
  const folder = dirname(file);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new Error(`There is no folder ${folder}. Make it first, or name a file elsewhere.`);
};

/**
 * Writes the entries, then their SHA-256 sums, as one gzipped tar file readable by its owner only.
 * The file gets its name when it is complete and synced. A failure or `signal` leaves nothing. Its own checksum is
 * written to a second file for `sha256sum -c`.
 */
export const writeArchive = async (
  file: string,
  entries: AsyncIterable<Entry>,
  signal: AbortSignal,
): Promise<Written> => {
  const unfinished = `${file}.${process.pid}.unfinished`;
  const pack = startPack();
  try {
    const [filled, written] = await Promise.allSettled([fill(pack, entries), compress(pack, unfinished, signal)]);
    signal.throwIfAborted();
    // On a full disk both fail. This error has the reason.
    if (written.status === 'rejected') throw written.reason;
    if (filled.status === 'rejected') throw filled.reason;
    await refuseExisting(file);
    const line = checksumLine(written.value.sha256, basename(file));
    await writeFile(sidecarOf(unfinished), line, { mode: 0o600, flush: true });
    await rename(unfinished, file);
    await rename(sidecarOf(unfinished), sidecarOf(file));
    await syncFolder(dirname(file));
    return written.value;
  } finally {
    await rm(unfinished, { force: true });
    await rm(sidecarOf(unfinished), { force: true });
  }
};
