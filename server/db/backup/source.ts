import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { findCluster } from '../embedded/cluster.ts';
import { openEmbedded } from '../embedded/index.ts';

export interface Ended {
  /** Contents of the file `backup_label`, where recovery learns from which WAL on it has to read. */
  readonly label: string;
  /** Contents of the file `tablespace_map`; empty without tablespaces. */
  readonly tablespaces: string;
  /** First and last file in pg_wal without which the copied files are of no use. */
  readonly firstWal: string;
  readonly lastWal: string;
  readonly walSegmentBytes: number;
}

/** A database that is being backed up. */
export interface Source {
  readonly migrations: readonly string[];
  /** Reaches the end of the backup: what is committed by now is in it. WAL stays until `close`. */
  readonly end: () => Promise<Ended>;
  readonly close: () => Promise<void>;
}

/** The database that runs, or one started for the backup only, which no Drivedesk may join meanwhile. */
const openDatabase = async (dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> => {
  const folder = join(dataDir, 'postgres');
  if (!(await stat(join(folder, 'PG_VERSION')).catch(() => undefined)))
    throw new Error(`There is no embedded database in ${dataDir}. Name its folder with DATA_DIR or --data-dir.`);
  const running = await findCluster(folder);
  return running ? { url: running.url('drivedesk'), stop: async () => {} } : openEmbedded(dataDir);
};

/**
 * The slot keeps WAL from being recycled before it is copied. It is temporary: it goes with the connection, as the
 * backup mode does, however either of them ends.
 */
const begin = async (client: pg.Client): Promise<string> => {
  const name = `drivedesk_backup_${randomBytes(4).toString('hex')}`;
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [name]);
  const { rows } = await client.query<{ wal: string }>(
    'select pg_walfile_name(pg_backup_start(label => $1, fast => true)) as wal',
    [name],
  );
  return rows[0]!.wal;
};

const end = async (client: pg.Client, firstWal: string): Promise<Ended> => {
  // The end lies behind the last byte that is needed, which may be the last of its segment.
  const { rows } = await client.query<{ label: string; map: string; wal: string; bytes: string }>(
    `select labelfile as label, spcmapfile as map, pg_walfile_name(lsn - 1::numeric) as wal,
            (select setting from pg_settings where name = 'wal_segment_size') as bytes
       from pg_backup_stop(wait_for_archive => false)`,
  );
  const { label, map, wal, bytes } = rows[0]!;
  return { label, tablespaces: map.trim(), firstWal, lastWal: wal, walSegmentBytes: Number(bytes) };
};

/**
 * Puts the embedded database into backup mode, over one connection. `abort` is called when the connection is lost;
 * when `signal` is raised, the connection ends at once, and the database leaves backup mode by itself.
 */
export const openSource = async (
  dataDir: string,
  signal: AbortSignal,
  abort: (reason: Error) => void,
): Promise<Source> => {
  const { url, stop } = await openDatabase(dataDir);
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'drivedesk backup' });
  client.on('error', cause => abort(new Error('The database was stopped during the backup.', { cause })));
  const close = async () => {
    signal.removeEventListener('abort', leave);
    await client.end().finally(stop);
  };
  const leave = () => void client.end();
  try {
    signal.throwIfAborted();
    await client.connect();
    signal.addEventListener('abort', leave);
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
    const firstWal = await begin(client);
    return { migrations: rows.map(row => row.name), end: () => end(client, firstWal), close };
  } catch (error) {
    await close();
    throw error;
  }
};
