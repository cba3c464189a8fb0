import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of a backup's last entry. It has the checksums of all other entries, in the format of `sha256sum -c`. */
export const checksumsName = 'SHA256SUMS';

export const sidecarOf = (file: string): string => `${file}.sha256`;

export const checksumLine = (sha256: string, path: string): string => `${sha256}  ${path}\n`;

/** Parses checksums into a map from path to SHA-256. Skips malformed lines, so their files have no checksum. */
export const readChecksums = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)].map(([, sha256 = '', path = '']) => [path, sha256]));

/** Names of the files and folders, directly in the data folder, that are backed up. */
export const backedUpNames = ['postgres', 'postgres.password', 'mail'] as const;

export interface BackupItem {
  /** Path of a file or folder in the data folder, relative to that folder, with `/` as separator. */
  readonly path: string;
  readonly kind: 'file' | 'directory';
  readonly bytes: number;
}

/**
 * Folders that are backed up empty, because PostgreSQL recreates their contents at every start. WAL files are added at
 * the end of the backup.
 */
const emptiedFolders = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);

/**
 * Patterns of files that are not backed up: those that PostgreSQL's documentation of base backups excludes, and the
 * server's log.
 */
const excludedPatterns = [
  /(^|\/)pgsql_tmp/,
  /(^|\/)pg_internal\.init/,
  /^base\/\d+\/t\d+_\d+/,
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|server\.log)$/,
  /^(postgresql\.auto\.conf|current_logfiles)\.tmp$/,
];

/**
 * File numbers of unlogged tables. Only the init fork of such a table is copied, because WAL cannot repair its rows.
 */
const unloggedRelations = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map(name => /^(\d+)_init$/.exec(name)?.[1]).filter(name => name !== undefined));

const isMissingFile = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Returns the operation's result. Undefined if the file is gone, because a running database may delete files. */
export const undefinedIfMissing = async <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch((error: unknown) => {
    if (isMissingFile(error)) return undefined;
    throw error;
  });

const listItems = async (root: string, path: string, isSkipped: (path: string) => boolean): Promise<BackupItem[]> => {
  const info = await undefinedIfMissing(stat(join(root, path)));
  if (!info) return [];
  if (info.isFile()) return [{ path, kind: 'file', bytes: info.size }];
  if (!info.isDirectory()) return [];
  const names = ((await undefinedIfMissing(readdir(join(root, path)))) ?? []).sort();
  const unlogged = unloggedRelations(names);
  const items: BackupItem[] = [{ path, kind: 'directory', bytes: 0 }];
  for (const name of names) {
    const relationNumber = /^(\d+)(_fsm|_vm)?(\.\d+)?$/.exec(name)?.[1];
    if ((relationNumber && unlogged.has(relationNumber)) || isSkipped(`${path}/${name}`)) continue;
    items.push(...(await listItems(root, `${path}/${name}`, isSkipped)));
  }
  return items;
};

const isExcluded = (path: string): boolean => {
  const clusterPath = path.startsWith('postgres/') ? path.slice('postgres/'.length) : '';
  return (
    excludedPatterns.some(pattern => pattern.test(clusterPath)) ||
    emptiedFolders.has(clusterPath.split('/').at(-2) ?? '')
  );
};

/** Items of a backup, folders before their contents. `pg_control` comes last, as in pg_basebackup. */
export const contentsOf = async (dataDir: string): Promise<readonly BackupItem[]> => {
  const tablespaces = await undefinedIfMissing(readdir(join(dataDir, 'postgres', 'pg_tblspc')));
  if (tablespaces?.length)
    throw new Error('The database has tablespaces of its own outside its folder: use pg_basebackup.');
  const items = (await Promise.all(backedUpNames.map(name => listItems(dataDir, name, isExcluded)))).flat();
  const isControlFile = ({ path }: BackupItem) => path === 'postgres/global/pg_control';
  return [...items.filter(item => !isControlFile(item)), ...items.filter(isControlFile)];
};
