import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Extract, extract as startExtract } from 'tar-stream';
import { findBinaries } from '../embedded/binaries.ts';
import { findCluster } from '../embedded/cluster.ts';
import { makeRunner, type User } from '../embedded/run.ts';
import { checksumsName, readChecksums, sidecarOf } from './checksums.ts';
import { backedUp, unlessGone } from './contents.ts';
import { type Description, descriptionName, readDescription } from './description.ts';

/** The file itself is damaged, truncated or not a backup. */
class Damaged extends Error {}

interface Unpacking {
  /** An empty folder, removed on failure. */
  readonly folder: string;
  /** Owner of the database files. Absent: the current user. */
  readonly owner: User | undefined;
  /** Called with the backup's description before anything else is read. Throws to refuse the backup. */
  readonly accept: (description: string) => Promise<void>;
}

type Entry = Extract extends AsyncIterable<infer One> ? One : never;

const checkedPath = (name: string): string => {
  const path = name.replace(/\/$/, '');
  const parts = path.split('/');
  const odd = parts.some(piece => ['', '.', '..'].includes(piece)) || /[\\:]/.test(path);
  if (odd || !backedUp.some(first => first === parts[0])) throw new Damaged(`it holds ${JSON.stringify(name)}`);
  return path;
};

/** Writes an entry. Returns a file's SHA-256. */
const unpackEntry = async (entry: Entry, path: string, { folder, owner }: Unpacking): Promise<string | undefined> => {
  const target = join(folder, path);
  const inDatabase = path === 'postgres' || path.startsWith('postgres/');
  const give = async () => {
    if (owner && inDatabase) await chown(target, owner.uid, owner.gid);
  };
  if (entry.header.type === 'directory') {
    entry.resume();
    await mkdir(target, { mode: 0o700 });
    await give();
    return undefined;
  }
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of entry as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  };
  // PostgreSQL syncs its own files before recovery.
  await pipeline(hashed, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: !inDatabase }));
  await give();
  return hash.digest('hex');
};

const compare = (unpacked: ReadonlyMap<string, string>, said: ReadonlyMap<string, string>): void => {
  for (const [path, sha256] of unpacked)
    if (said.get(path) !== sha256) throw new Damaged(`${path} has another SHA-256 sum`);
  for (const path of said.keys()) if (!unpacked.has(path)) throw new Damaged(`${path} is missing`);
};

/** Writes all entries into a folder and verifies them against the checksums at the end. */
const unpack = async (extract: Extract, unpacking: Unpacking): Promise<void> => {
  const unpacked = new Map<string, string>();
  let sums: string | undefined;
  for await (const entry of extract) {
    const { name } = entry.header;
    if (sums !== undefined) throw new Damaged('there is more after its end');
    if (unpacked.size === 0) {
      if (name !== descriptionName) throw new Damaged('it is not a backup of Drivedesk');
      const description = await text(entry as AsyncIterable<Buffer>);
      unpacked.set(name, createHash('sha256').update(description).digest('hex'));
      await unpacking.accept(description);
    } else if (name === checksumsName) {
      sums = await text(entry as AsyncIterable<Buffer>);
    } else {
      const path = checkedPath(name);
      const sha256 = await unpackEntry(entry, path, unpacking);
      if (sha256) unpacked.set(path, sha256);
    }
  }
  if (sums === undefined) throw new Damaged('its end is missing');
  compare(unpacked, readChecksums(sums));
};

export interface RestoreOptions {
  /** Must be empty or missing. */
  readonly dataDir: string;
  readonly file: string;
  /** Cancels the restore. The folder is then empty. */
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
}

export interface Restored extends Description {
  /** Whether a checksum file was found and compared. */
  readonly fileChecked: boolean;
}

const refuseUsed = async (dataDir: string): Promise<void> => {
  // A mounted disk has a folder lost+found.
  const names = ((await unlessGone(readdir(dataDir))) ?? []).filter(name => name !== 'lost+found');
  if (names.length === 0) return;
  if (await findCluster(join(dataDir, 'postgres')))
    throw new Error(
      `A database runs in ${dataDir}. Restore into an empty folder; DATA_DIR or --data-dir names another.`,
    );
  throw new Error(
    `${dataDir} is not empty (${names.slice(0, 3).join(', ')}). A backup is restored into an empty folder only: move it away, or name another with DATA_DIR or --data-dir.`,
  );
};

const isDamage = (error: unknown): boolean =>
  error instanceof Damaged ||
  (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true ||
  /^(Unexpected end of data|Invalid tar header|Invalid header|Header exceeds)/.test((error as Error).message);

/** Whether the error only reports a broken stream. The other end of the stream then has the reason. */
const isEcho = (error: unknown): boolean => /premature|destroyed|aborted/i.test((error as Error).message);

const readThrough = async (
  { file, signal, onProgress }: RestoreOptions,
  extract: Extract,
  consume: () => Promise<void>,
): Promise<string> => {
  const hash = createHash('sha256');
  const { size } = await stat(file);
  let done = 0;
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      done += chunk.length;
      onProgress(done, size);
      yield chunk;
    }
  };
  const reading = pipeline(
    createReadStream(file, { highWaterMark: 1 << 18 }),
    counted,
    createGunzip({ chunkSize: 1 << 18 }),
    extract,
    { signal },
  );
  const ends = await Promise.allSettled([consume(), reading]);
  signal.throwIfAborted();
  const failures = ends.flatMap(end => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (failures.length > 0) throw failures.find(failure => !isEcho(failure)) ?? failures[0];
  return hash.digest('hex');
};

const compareWithSidecar = async (file: string, sha256: string): Promise<boolean> => {
  const sidecar = await unlessGone(readFile(sidecarOf(file), 'utf8'));
  if (sidecar === undefined) return false;
  if (![...readChecksums(sidecar).values()].includes(sha256))
    throw new Damaged(`its SHA-256 sum is not the one in ${sidecarOf(file)}`);
  return true;
};

const unpackInto = async (options: RestoreOptions, folder: string): Promise<Restored> => {
  const { file } = options;
  const binaries = await findBinaries();
  const runner = await makeRunner([dirname(binaries.postgres)]);
  const major = /(\d+)/.exec(await runner.run(binaries.postgres, ['--version']))?.[1] ?? '';
  const extract = startExtract();
  let description: Description | undefined;
  const accept = async (text: string) => {
    description = await readDescription(text, major).catch((error: Error) => {
      throw new Error(`The backup ${file} cannot be restored here. ${error.message}`);
    });
  };
  const sha256 = await readThrough(options, extract, () => unpack(extract, { folder, owner: runner.user, accept }));
  const fileChecked = await compareWithSidecar(file, sha256);
  return { ...description!, fileChecked };
};

/**
 * Unpacks a backup into an empty data folder. The next start recovers the database from it.
 * Checksums are verified before files get their names: a damaged, truncated or newer backup leaves nothing.
 */
export const restore = async (options: RestoreOptions): Promise<Restored> => {
  const { dataDir, file } = options;
  await refuseUsed(dataDir);
  if (!(await unlessGone(stat(file)))) throw new Error(`There is no file ${file}.`);
  const made = await mkdir(dataDir, { recursive: true });
  const folder = join(dataDir, 'unfinished-restore');
  try {
    await mkdir(folder, { mode: 0o755 });
    const restored = await unpackInto(options, folder);
    const names = new Set(await readdir(folder));
    // The database comes last, because its presence marks the folder as in use.
    for (const name of [...backedUp].reverse())
      if (names.has(name)) await rename(join(folder, name), join(dataDir, name));
    await rm(folder, { recursive: true });
    return restored;
  } catch (error) {
    await rm(made ?? folder, { recursive: true, force: true });
    if (!isDamage(error)) throw error;
    throw new Error(`The backup ${file} is damaged: ${(error as Error).message}. Nothing was restored.`, {
      cause: error,
    });
  }
};
