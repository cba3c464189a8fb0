import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Extract } from 'tar-stream';
import type { User } from '../embedded/run.ts';
import { checksumsName, readChecksums } from './checksums.ts';
import { backedUp } from './contents.ts';
import { descriptionName } from './description.ts';

/** The file itself is damaged, truncated or not a backup. */
export class Damaged extends Error {}

export interface Unpacking {
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
export const unpack = async (extract: Extract, unpacking: Unpacking): Promise<void> => {
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
