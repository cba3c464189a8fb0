import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { type Pack, pack as startPack } from 'tar-stream';
import { guardParser } from '../client.ts';
import { findCluster } from '../embedded/cluster.ts';
import { openEmbedded } from '../embedded/index.ts';
import { type BackupItem, checksumLine, checksumsName, contentsOf, sidecarOf, undefinedIfMissing } from './contents.ts';
import { describeBackup, descriptionName } from './description.ts';

interface ArchiveEntry {
  /** Path of a file or folder in the archive, with `/` as separator. */
  readonly path: string;
  readonly kind: 'file' | 'directory';
  /** Size of a file: exactly the number of bytes that `content` yields. */
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

interface ArchiveFile {
  readonly bytes: number;
  /** SHA-256 of the backup file, hexadecimal. */
  readonly sha256: string;
}

const bufferBytes = 1 << 18;

async function* yieldWhole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const addEntry = async (pack: Pack, { path, kind, bytes, content }: ArchiveEntry): Promise<string | undefined> => {
  if (kind === 'directory') {
    pack.entry({ name: path, type: 'directory', mode: 0o700 });
    return undefined;
  }
  const hash = createHash('sha256');
  const hashContent = async function* () {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(hashContent, pack.entry({ name: path, size: bytes, mode: 0o600 }));
  return checksumLine(hash.digest('hex'), path);
};

const addEntries = async (pack: Pack, entries: AsyncIterable<ArchiveEntry>): Promise<void> => {
  const checksumLines: string[] = [];
  try {
    for await (const entry of entries) {
      const checksumText = await addEntry(pack, entry);
      if (checksumText) checksumLines.push(checksumText);
    }
    const checksums = Buffer.from(checksumLines.join(''));
    await addEntry(pack, {
      path: checksumsName,
      kind: 'file',
      bytes: checksums.length,
      content: yieldWhole(checksums),
    });
    pack.finalize();
  } catch (error) {
    pack.destroy(error as Error);
    throw error;
  }
};

const compress = async (pack: Pack, file: string, signal: AbortSignal): Promise<ArchiveFile> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const countBytes = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  // Level 1: higher levels double the time for 5 % less. Mode 600, because the archive contains password hashes.
  const gzip = createGzip({ level: 1, chunkSize: bufferBytes });
  await pipeline(pack, gzip, countBytes, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }), {
    signal,
  });
  return { bytes, sha256: hash.digest('hex') };
};

/**
 * Syncs a folder to disk, because otherwise a power cut may lose the name of a new file. Windows cannot sync a folder.
 */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

const requireNewFile = async (file: string): Promise<void> => {
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
  entries: AsyncIterable<ArchiveEntry>,
  signal: AbortSignal,
): Promise<ArchiveFile> => {
  const unfinishedFile = `${file}.${process.pid}.unfinished`;
  const pack = startPack();
  try {
    const [filled, written] = await Promise.allSettled([
      addEntries(pack, entries),
      compress(pack, unfinishedFile, signal),
    ]);
    signal.throwIfAborted();
    // On a full disk both `addEntries` and `compress` fail, but only the error of `compress` names the reason.
    if (written.status === 'rejected') throw written.reason;
    if (filled.status === 'rejected') throw filled.reason;
    await requireNewFile(file);
    const checksumText = checksumLine(written.value.sha256, basename(file));
    await writeFile(sidecarOf(unfinishedFile), checksumText, { mode: 0o600, flush: true });
    await rename(unfinishedFile, file);
    await rename(sidecarOf(unfinishedFile), sidecarOf(file));
    await syncFolder(dirname(file));
    return written.value;
  } finally {
    await rm(unfinishedFile, { force: true });
    await rm(sidecarOf(unfinishedFile), { force: true });
  }
};

interface FinishedBackup {
  /** Contents of PostgreSQL's file `backup_label`. It tells recovery where in the WAL (write-ahead log) to start. */
  readonly backupLabel: string;
  /** Contents of the file `tablespace_map`. Empty without tablespaces. */
  readonly tablespaceMap: string;
  /** Names of the first and the last WAL file (in the folder pg_wal) that the backup needs. */
  readonly firstWal: string;
  readonly lastWal: string;
  readonly walSegmentBytes: number;
}

interface BackupSource {
  readonly migrations: readonly string[];
  /** Ends the backup, which then contains everything committed so far. WAL files are kept until `close`. */
  readonly finish: () => Promise<FinishedBackup>;
  readonly close: () => Promise<void>;
}

/** Returns the running database, or starts one for the backup, locked against other Drivedesk processes. */
const findOrStartDatabase = async (dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> => {
  const folder = join(dataDir, 'postgres');
  if (!(await stat(join(folder, 'PG_VERSION')).catch(() => undefined)))
    throw new Error(`There is no embedded database in ${dataDir}. Name its folder with DATA_DIR or --data-dir.`);
  const runningCluster = await findCluster(folder);
  return runningCluster ? { url: runningCluster.url('drivedesk'), stop: async () => {} } : openEmbedded(dataDir);
};

/**
 * Starts backup mode. Returns the name of the first WAL file that the backup needs. A temporary replication slot keeps
 * WAL files until they are copied. Backup mode and slot end with the connection.
 */
const beginBackup = async (client: pg.Client): Promise<string> => {
  const slotName = `drivedesk_backup_${randomBytes(4).toString('hex')}`;
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slotName]);
  const { rows } = await client.query<{ walFile: string }>(
    'select pg_walfile_name(pg_backup_start(label => $1, fast => true)) as "walFile"',
    [slotName],
  );
  return rows[0]!.walFile;
};

const endBackup = async (client: pg.Client, firstWal: string): Promise<FinishedBackup> => {
  // Subtracts 1, because the end position of the backup may be one past the last byte of a WAL segment.
  const { rows } = await client.query<{ label: string; map: string; walFile: string; bytes: string }>(
    `select labelfile as label, spcmapfile as map, pg_walfile_name(lsn - 1::numeric) as "walFile",
            (select setting from pg_settings where name = 'wal_segment_size') as bytes
       from pg_backup_stop(wait_for_archive => false)`,
  );
  const { label, map, walFile, bytes } = rows[0]!;
  return { backupLabel: label, tablespaceMap: map.trim(), firstWal, lastWal: walFile, walSegmentBytes: Number(bytes) };
};

/**
 * Puts the embedded database into backup mode over one connection. `abortBackup` is called when the connection is lost.
 * `signal` closes the connection at once, which ends backup mode.
 */
const openSource = async (
  dataDir: string,
  signal: AbortSignal,
  abortBackup: (reason: Error) => void,
): Promise<BackupSource> => {
  const { url, stop } = await findOrStartDatabase(dataDir);
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'drivedesk backup' });
  client.on('error', cause => abortBackup(new Error('The database was stopped during the backup.', { cause })));
  const close = async () => {
    signal.removeEventListener('abort', disconnect);
    await client.end().finally(stop);
  };
  const disconnect = () => void client.end();
  try {
    signal.throwIfAborted();
    await client.connect();
    guardParser(client);
    signal.addEventListener('abort', disconnect);
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
    const firstWal = await beginBackup(client);
    return { migrations: rows.map(row => row.name), finish: () => endBackup(client, firstWal), close };
  } catch (error) {
    await close();
    throw error;
  }
};

const chunkBytes = 1 << 18;

/**
 * Yields the first `bytes` bytes of a database file. Whatever is added to the file later is also in the WAL. A file
 * that became shorter is padded with zeros, which recovery from the WAL cuts off.
 */
async function* readExactly(
  handle: FileHandle,
  bytes: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < bytes; ) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, bytes - offset));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset);
    const filledPart = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    offset += filledPart.length;
    onRead(filledPart.length);
    yield filledPart;
  }
}

const noContent = yieldWhole(Buffer.alloc(0));

/** Reads the listed files and folders one by one, each in its state at the moment of reading. Skips deleted ones. */
export async function* copyItems(
  dataDir: string,
  items: readonly BackupItem[],
  onRead: (bytes: number) => void,
): AsyncGenerator<ArchiveEntry> {
  for (const { path, kind } of items) {
    if (kind === 'directory') {
      yield { path, kind, bytes: 0, content: noContent };
      continue;
    }
    const handle = await undefinedIfMissing(open(join(dataDir, path), 'r'));
    if (!handle) continue;
    try {
      const { size } = await handle.stat();
      yield { path, kind, bytes: size, content: readExactly(handle, size, onRead) };
    } finally {
      await handle.close();
    }
  }
}

export interface BackupOptions {
  readonly dataDir: string;
  /** Output file. It must not exist. */
  readonly file: string;
  readonly now: Date;
  /** Cancels the backup: nothing remains in the database or on disk. */
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
}

const textEntry = (path: string, text: string): ArchiveEntry => {
  const bytes = Buffer.from(text);
  return { path, kind: 'file', bytes: bytes.length, content: yieldWhole(bytes) };
};

const walSegmentNumber = (name: string, segmentBytes: number): number =>
  Number.parseInt(name.slice(8, 16), 16) * (2 ** 32 / segmentBytes) + Number.parseInt(name.slice(16), 16);

/** Lists the WAL files (in pg_wal) from start to end of the backup, and the timeline history files. */
const listWalFiles = async (
  dataDir: string,
  { firstWal, lastWal, walSegmentBytes }: FinishedBackup,
): Promise<readonly BackupItem[]> => {
  const names = await readdir(join(dataDir, 'postgres', 'pg_wal'));
  const neededWal = names.filter(name => /^[0-9A-F]{24}$/.test(name) && name >= firstWal && name <= lastWal);
  const expectedCount = walSegmentNumber(lastWal, walSegmentBytes) - walSegmentNumber(firstWal, walSegmentBytes) + 1;
  if (neededWal.length !== expectedCount)
    throw new Error(`Of ${expectedCount} WAL files from ${firstWal} to ${lastWal} only ${neededWal.length} are there.`);
  const histories = names.filter(name => /^[0-9A-F]{8}\.history$/.test(name));
  return [...histories, ...neededWal.sort()].map(name => ({
    path: `postgres/pg_wal/${name}`,
    kind: 'file',
    bytes: walSegmentBytes,
  }));
};

async function* entriesOf(options: BackupOptions, source: BackupSource): AsyncGenerator<ArchiveEntry> {
  const { dataDir, now, onProgress } = options;
  const description = await describeBackup(dataDir, source.migrations, now);
  yield textEntry(descriptionName, `${JSON.stringify(description, null, 2)}\n`);

  const items = await contentsOf(dataDir);
  let totalBytes = items.reduce((sum, item) => sum + item.bytes, 0);
  let doneBytes = 0;
  const onRead = (bytes: number) => {
    doneBytes += bytes;
    onProgress(doneBytes, Math.max(doneBytes, totalBytes));
  };
  yield* copyItems(dataDir, items, onRead);

  const backupEnd = await source.finish();
  yield textEntry('postgres/backup_label', backupEnd.backupLabel);
  if (backupEnd.tablespaceMap) yield textEntry('postgres/tablespace_map', backupEnd.tablespaceMap);
  const walItems = await listWalFiles(dataDir, backupEnd);
  totalBytes = doneBytes + walItems.reduce((sum, item) => sum + item.bytes, 0);
  yield* copyItems(dataDir, walItems, onRead);
}

const requireOutsideDatabase = (dataDir: string, file: string): void => {
  const relativePath = relative(join(dataDir, 'postgres'), resolve(file));
  if (!relativePath.startsWith('..') && !isAbsolute(relativePath))
    throw new Error(`${file} would lie in the database that is backed up. Name a file elsewhere.`);
};

/**
 * Copies the embedded database, running or not, with PostgreSQL's low-level backup, its password and the mail files.
 * The backup contains everything committed before the last database file was copied.
 */
export const backUp = async (options: BackupOptions): Promise<ArchiveFile> => {
  const { dataDir, file } = options;
  await requireNewFile(file);
  requireOutsideDatabase(dataDir, file);
  const connectionLost = new AbortController();
  const signal = AbortSignal.any([options.signal, connectionLost.signal]);
  const source = await openSource(dataDir, signal, reason => connectionLost.abort(reason));
  try {
    return await writeArchive(file, entriesOf(options, source), signal);
  } finally {
    await source.close();
  }
};
