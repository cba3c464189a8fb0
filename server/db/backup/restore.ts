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
import { backedUpNames, checksumsName, readChecksums, sidecarOf, undefinedIfMissing } from './contents.ts';
import { type Description, descriptionName, readDescription } from './description.ts';

class DamagedBackupError extends Error {}

interface UnpackOptions {
  /** Folder to unpack into. It is empty at the start and removed on failure. */
  readonly folder: string;
  /** Owner of the database files. Absent: the current user. */
  readonly owner: User | undefined;
  /** Called with the backup's description before anything else is read. Throws to refuse the backup. */
  readonly checkDescription: (description: string) => Promise<void>;
}

type TarEntry = Extract extends AsyncIterable<infer One> ? One : never;

const checkPath = (name: string): string => {
  const path = name.replace(/\/$/, '');
  const parts = path.split('/');
  const isUnsafe = parts.some(piece => ['', '.', '..'].includes(piece)) || /[\\:]/.test(path);
  if (isUnsafe || !backedUpNames.some(first => first === parts[0]))
    throw new DamagedBackupError(`it holds ${JSON.stringify(name)}`);
  return path;
};

/** Unpacks one file or folder of the archive. Returns the SHA-256 of a file. Undefined for a folder. */
const unpackEntry = async (
  entry: TarEntry,
  path: string,
  { folder, owner }: UnpackOptions,
): Promise<string | undefined> => {
  const target = join(folder, path);
  const inDatabase = path === 'postgres' || path.startsWith('postgres/');
  const giveToOwner = async () => {
    if (owner && inDatabase) await chown(target, owner.uid, owner.gid);
  };
  if (entry.header.type === 'directory') {
    entry.resume();
    await mkdir(target, { mode: 0o700 });
    await giveToOwner();
    return undefined;
  }
  const hash = createHash('sha256');
  const hashContent = async function* () {
    for await (const chunk of entry as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  };
  // Database files are not synced here, because PostgreSQL syncs them before recovery.
  await pipeline(hashContent, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: !inDatabase }));
  await giveToOwner();
  return hash.digest('hex');
};

const compareChecksums = (
  checksumByPath: ReadonlyMap<string, string>,
  checksums: ReadonlyMap<string, string>,
): void => {
  for (const [path, sha256] of checksumByPath)
    if (checksums.get(path) !== sha256) throw new DamagedBackupError(`${path} has another SHA-256 sum`);
  for (const path of checksums.keys())
    if (!checksumByPath.has(path)) throw new DamagedBackupError(`${path} is missing`);
};

/** Writes all entries into a folder and verifies them against the checksums at the end. */
const unpack = async (extract: Extract, unpackOptions: UnpackOptions): Promise<void> => {
  const checksumByPath = new Map<string, string>();
  let checksumText: string | undefined;
  for await (const entry of extract) {
    const { name } = entry.header;
    if (checksumText !== undefined) throw new DamagedBackupError('there is more after its end');
    if (checksumByPath.size === 0) {
      if (name !== descriptionName) throw new DamagedBackupError('it is not a backup of Drivedesk');
      const description = await text(entry as AsyncIterable<Buffer>);
      checksumByPath.set(name, createHash('sha256').update(description).digest('hex'));
      await unpackOptions.checkDescription(description);
    } else if (name === checksumsName) {
      checksumText = await text(entry as AsyncIterable<Buffer>);
    } else {
      const path = checkPath(name);
      const sha256 = await unpackEntry(entry, path, unpackOptions);
      if (sha256) checksumByPath.set(path, sha256);
    }
  }
  if (checksumText === undefined) throw new DamagedBackupError('its end is missing');
  compareChecksums(checksumByPath, readChecksums(checksumText));
};

export interface RestoreOptions {
  /** Data folder to restore into. It must be empty or missing. */
  readonly dataDir: string;
  readonly file: string;
  /** Cancels the restore. The folder is then empty. */
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
}

export interface RestoreResult extends Description {
  /** Whether the backup's checksum file (`.sha256`) was found and the backup agrees with it. */
  readonly isFileChecked: boolean;
}

const requireEmptyFolder = async (dataDir: string): Promise<void> => {
  // Ignores the folder lost+found, because every mounted ext4 disk has one.
  const names = ((await undefinedIfMissing(readdir(dataDir))) ?? []).filter(name => name !== 'lost+found');
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
  error instanceof DamagedBackupError ||
  (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true ||
  /^(Unexpected end of data|Invalid tar header|Invalid header|Header exceeds)/.test((error as Error).message);

/** Whether the error only reports a broken stream. The other end of the stream then has the reason. */
const isStreamEnd = (error: unknown): boolean => /premature|destroyed|aborted/i.test((error as Error).message);

const readArchive = async (
  { file, signal, onProgress }: RestoreOptions,
  extract: Extract,
  consume: () => Promise<void>,
): Promise<string> => {
  const hash = createHash('sha256');
  const { size } = await stat(file);
  let doneBytes = 0;
  const countBytes = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      doneBytes += chunk.length;
      onProgress(doneBytes, size);
      yield chunk;
    }
  };
  const unpackPipeline = pipeline(
    createReadStream(file, { highWaterMark: 1 << 18 }),
    countBytes,
    createGunzip({ chunkSize: 1 << 18 }),
    extract,
    { signal },
  );
  const outcomes = await Promise.allSettled([consume(), unpackPipeline]);
  signal.throwIfAborted();
  const failures = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (failures.length > 0) throw failures.find(failure => !isStreamEnd(failure)) ?? failures[0];
  return hash.digest('hex');
};

const compareWithSidecar = async (file: string, sha256: string): Promise<boolean> => {
  const sidecar = await undefinedIfMissing(readFile(sidecarOf(file), 'utf8'));
  if (sidecar === undefined) return false;
  if (![...readChecksums(sidecar).values()].includes(sha256))
    throw new DamagedBackupError(`its SHA-256 sum is not the one in ${sidecarOf(file)}`);
  return true;
};

const unpackInto = async (options: RestoreOptions, folder: string): Promise<RestoreResult> => {
  const { file } = options;
  const binaries = await findBinaries();
  const runner = await makeRunner([dirname(binaries.postgres)]);
  const major = /(\d+)/.exec(await runner.run(binaries.postgres, ['--version']))?.[1] ?? '';
  const extract = startExtract();
  let description: Description | undefined;
  const checkDescription = async (text: string) => {
    description = await readDescription(text, major).catch((error: Error) => {
      throw new Error(`The backup ${file} cannot be restored here. ${error.message}`);
    });
  };
  const sha256 = await readArchive(options, extract, () =>
    unpack(extract, { folder, owner: runner.user, checkDescription }),
  );
  const isFileChecked = await compareWithSidecar(file, sha256);
  return { ...description!, isFileChecked };
};

/**
 * Unpacks a backup into an empty data folder. The next start recovers the database from it.
 * Checksums are verified before files get their names: a damaged, truncated or newer backup leaves nothing.
 */
export const restore = async (options: RestoreOptions): Promise<RestoreResult> => {
  const { dataDir, file } = options;
  await requireEmptyFolder(dataDir);
  if (!(await undefinedIfMissing(stat(file)))) throw new Error(`There is no file ${file}.`);
  const createdFolder = await mkdir(dataDir, { recursive: true });
  const unfinishedFolder = join(dataDir, 'unfinished-restore');
  try {
    await mkdir(unfinishedFolder, { mode: 0o755 });
    const restored = await unpackInto(options, unfinishedFolder);
    const names = new Set(await readdir(unfinishedFolder));
    // The database comes last, because its presence marks the folder as in use.
    for (const name of [...backedUpNames].reverse())
      if (names.has(name)) await rename(join(unfinishedFolder, name), join(dataDir, name));
    await rm(unfinishedFolder, { recursive: true });
    return restored;
  } catch (error) {
    await rm(createdFolder ?? unfinishedFolder, { recursive: true, force: true });
    if (!isDamage(error)) throw error;
    throw new Error(`The backup ${file} is damaged: ${(error as Error).message}. Nothing was restored.`, {
      cause: error,
    });
  }
};
