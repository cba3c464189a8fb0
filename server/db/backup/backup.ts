import { readdir } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { type Entry, refuseExisting, type Written, whole, writeArchive } from './archive.ts';
import { contentsOf, type Item } from './contents.ts';
import { copy } from './copy.ts';
import { describe, descriptionName } from './description.ts';
import { type Ended, openSource, type Source } from './source.ts';

export interface BackupOptions {
  readonly dataDir: string;
  /** Output file. It must not exist. */
  readonly file: string;
  readonly now: Date;
  /** Cancels the backup: nothing remains in the database or on disk. */
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
}

const textEntry = (path: string, text: string): Entry => {
  const bytes = Buffer.from(text);
  return { path, kind: 'file', bytes: bytes.length, content: whole(bytes) };
};

const walNumber = (name: string, segmentBytes: number): number =>
  Number.parseInt(name.slice(8, 16), 16) * (2 ** 32 / segmentBytes) + Number.parseInt(name.slice(16), 16);

/** The pg_wal files from start to end of the backup, and the timeline histories. */
const walFiles = async (dataDir: string, { firstWal, lastWal, walSegmentBytes }: Ended): Promise<readonly Item[]> => {
  const names = await readdir(join(dataDir, 'postgres', 'pg_wal'));
  const needed = names.filter(name => /^[0-9A-F]{24}$/.test(name) && name >= firstWal && name <= lastWal);
  const expected = walNumber(lastWal, walSegmentBytes) - walNumber(firstWal, walSegmentBytes) + 1;
  if (needed.length !== expected)
    throw new Error(`Of ${expected} WAL files from ${firstWal} to ${lastWal} only ${needed.length} are there.`);
  const histories = names.filter(name => /^[0-9A-F]{8}\.history$/.test(name));
  return [...histories, ...needed.sort()].map(name => ({
    path: `postgres/pg_wal/${name}`,
    kind: 'file',
    bytes: walSegmentBytes,
  }));
};

async function* entriesOf(options: BackupOptions, source: Source): AsyncGenerator<Entry> {
  const { dataDir, now, onProgress } = options;
  const description = await describe(dataDir, source.migrations, now);
  yield textEntry(descriptionName, `${JSON.stringify(description, null, 2)}\n`);

  const items = await contentsOf(dataDir);
  let total = items.reduce((sum, item) => sum + item.bytes, 0);
  let done = 0;
  const onRead = (bytes: number) => {
    done += bytes;
    onProgress(done, Math.max(done, total));
  };
  yield* copy(dataDir, items, onRead);

  const ended = await source.end();
  yield textEntry('postgres/backup_label', ended.label);
  if (ended.tablespaces) yield textEntry('postgres/tablespace_map', ended.tablespaces);
  const wal = await walFiles(dataDir, ended);
  total = done + wal.reduce((sum, item) => sum + item.bytes, 0);
  yield* copy(dataDir, wal, onRead);
}

const refuseInside = (dataDir: string, file: string): void => {
  const path = relative(join(dataDir, 'postgres'), resolve(file));
  if (!path.startsWith('..') && !isAbsolute(path))
    throw new Error(`${file} would lie in the database that is backed up. Name a file elsewhere.`);
};

/**
 * Copies the embedded database, running or not, with PostgreSQL's low-level backup, its password and the mail files.
 * The backup contains everything committed before the last database file was copied.
 */
export const backUp = async (options: BackupOptions): Promise<Written> => {
  const { dataDir, file } = options;
  await refuseExisting(file);
  refuseInside(dataDir, file);
  const lost = new AbortController();
  const signal = AbortSignal.any([options.signal, lost.signal]);
  const source = await openSource(dataDir, signal, reason => lost.abort(reason));
  try {
    return await writeArchive(file, entriesOf(options, source), signal);
  } finally {
    await source.close();
  }
};
