import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Top-level names of the data folder that are backed up. */
export const backedUp = ['postgres', 'postgres.password', 'mail'] as const;

export interface Item {
  /** Path under the data folder, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'directory';
  readonly bytes: number;
}

/** Folders that PostgreSQL recreates at every start. WAL is added at the end of the backup. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);

/** Exclusions from PostgreSQL's documentation of base backups, and the server's log. */
const leftOut = [
  /(^|\/)pgsql_tmp/,
  /(^|\/)pg_internal\.init/,
  /^base\/\d+\/t\d+_\d+/,
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|server\.log)$/,
  /^(postgresql\.auto\.conf|current_logfiles)\.tmp$/,
];

/**
 * File numbers of unlogged tables. Only the init fork of such a table is copied, because WAL cannot repair its rows.
 */
const unloggedOf = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map(name => /^(\d+)_init$/.exec(name)?.[1]).filter(name => name !== undefined));

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Undefined if the file is gone. Files of a running database may disappear. */
export const unlessGone = async <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });

const walk = async (root: string, path: string, skip: (path: string) => boolean): Promise<Item[]> => {
  const info = await unlessGone(stat(join(root, path)));
  if (!info) return [];
  if (info.isFile()) return [{ path, kind: 'file', bytes: info.size }];
  if (!info.isDirectory()) return [];
  const names = ((await unlessGone(readdir(join(root, path)))) ?? []).sort();
  const unlogged = unloggedOf(names);
  const items: Item[] = [{ path, kind: 'directory', bytes: 0 }];
  for (const name of names) {
    const relation = /^(\d+)(_fsm|_vm)?(\.\d+)?$/.exec(name)?.[1];
    if ((relation && unlogged.has(relation)) || skip(`${path}/${name}`)) continue;
    items.push(...(await walk(root, `${path}/${name}`, skip)));
  }
  return items;
};

const skipped = (path: string): boolean => {
  const inCluster = path.startsWith('postgres/') ? path.slice('postgres/'.length) : '';
  return leftOut.some(pattern => pattern.test(inCluster)) || emptied.has(inCluster.split('/').at(-2) ?? '');
};

/** Items of a backup, folders before their contents. `pg_control` comes last, as in pg_basebackup. */
export const contentsOf = async (dataDir: string): Promise<readonly Item[]> => {
  const own = await unlessGone(readdir(join(dataDir, 'postgres', 'pg_tblspc')));
  if (own?.length) throw new Error('The database has tablespaces of its own outside its folder: use pg_basebackup.');
  const items = (await Promise.all(backedUp.map(name => walk(dataDir, name, skipped)))).flat();
  const isControl = ({ path }: Item) => path === 'postgres/global/pg_control';
  return [...items.filter(item => !isControl(item)), ...items.filter(isControl)];
};
