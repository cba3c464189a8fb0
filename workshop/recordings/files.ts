import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { BrokenFile, type Sheet } from './recording.ts';

/**
 * Maximum size of an unpacked recording, bytes. Rows take ten times as much memory, and a zip bomb would take all of
 * it.
 */
const maxTextBytes = 256 * 1024 * 1024;
const maxHeaderLength = 64 * 1024;

/** Returns all files under the folder, sorted by name so that imports are reproducible. */
export const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter(entry => entry.isFile() && !entry.name.startsWith('.'))
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
};

const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
};

interface Content {
  readonly text: string;
  /** Reason why reading the file stopped early. */
  readonly fault?: string;
}

const readText = async (path: string, isEnough: (text: string) => boolean): Promise<Content> => {
  const raw = createReadStream(path);
  const stream = (await isGzip(path)) ? raw.pipe(createGunzip()) : raw;
  raw.on('error', error => stream.destroy(error));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      text += decoder.decode(chunk, { stream: true });
      if (bytes > maxTextBytes) return { text, fault: 'it is larger than 256 MB: divide it' };
      if (isEnough(text)) return { text };
    }
    return { text: text + decoder.decode() };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'Z_BUF_ERROR') return { text, fault: 'the gzip ends too early' };
    if (code?.startsWith('Z_')) return { text, fault: `the gzip is damaged (${message})` };
    if (error instanceof TypeError) return { text, fault: 'it is not text' };
    return { text, fault: message };
  } finally {
    raw.destroy();
  }
};

/** Reads the column names of a file. If the file is not a table, returns the reason. */
export const readHeader = async (path: string): Promise<{ header?: string[]; reason?: string }> => {
  const { text, fault } = await readText(path, start => start.includes('\n') || start.length > maxHeaderLength);
  const end = text.indexOf('\n');
  if (end < 0) return { reason: fault ?? (text === '' ? 'it is empty' : 'it has no table with a header row') };
  const line = text.slice(0, end);
  if (line.includes('\0')) return { reason: 'it is not text' };
  try {
    const [header = []] = parse(line, { bom: true, trim: true }) as string[][];
    return { header };
  } catch {
    return { reason: 'its first line is no header row' };
  }
};

export const stemOf = (path: string): string => basename(path).replace(/(\.csv)?(\.gz)?$/i, '');

/** Reads the whole table of a file. Throws `BrokenFile` if the file is truncated or its rows differ in length. */
export const readSheet = async (path: string): Promise<Sheet> => {
  const { text, fault } = await readText(path, () => false);
  if (fault) throw new BrokenFile(fault);
  try {
    const rows = parse(text, { bom: true, trim: true, columns: true, skip_empty_lines: true });
    if (rows.length === 0) throw new BrokenFile('it has no rows');
    return { stem: stemOf(path), rows: rows as Record<string, string>[] };
  } catch (error) {
    throw error instanceof BrokenFile ? error : new BrokenFile((error as Error).message);
  }
};
