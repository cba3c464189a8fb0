import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { guardParser } from '../client.ts';
import { findCluster } from '../embedded/cluster.ts';
import { openEmbedded } from '../embedded/index.ts';

export interface Ended {
  /** Contents of `backup_label`, which tells recovery where in the WAL to start. */
  readonly label: string;
  /** Contents of the file `tablespace_map`. Empty without tablespaces. */
  readonly tablespaces: string;
  /** First and last pg_wal file that the copy needs. */
  readonly firstWal: string;
  readonly lastWal: string;
  readonly walSegmentBytes: number;
}

/** A database in backup mode. */
export interface Source {
  readonly migrations: readonly string[];
  /** Ends the backup: everything committed by now is in it. WAL stays until `close`. */
  readonly end: () => Promise<Ended>;
  readonly close: () => Promise<void>;
}

/** Returns the running database, or starts one for the backup, locked against other Drivedesk processes. */
const openDatabase = async (dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> => {
  const folder = join(dataDir, 'postgres');
  if (!(await stat(join(folder, 'PG_VERSION')).catch(() => undefined)))
    throw new Error(`There is no embedded database in ${dataDir}. Name its folder with DATA_DIR or --data-dir.`);
  const running = await findCluster(folder);
  return running ? { url: running.url('drivedesk'), stop: async () => {} } : openEmbedded(dataDir);
};

/**
 * Starts backup mode. A temporary replication slot keeps WAL until it is copied. The slot ends with the connection,
 * like backup mode.
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
  // The end position may be one past the last byte of its segment.
  const { rows } = await client.query<{ label: string; map: string; wal: string; bytes: string }>(
    `select labelfile as label, spcmapfile as map, pg_walfile_name(lsn - 1::numeric) as wal,
            (select setting from pg_settings where name = 'wal_segment_size') as bytes
       from pg_backup_stop(wait_for_archive => false)`,
  );
  const { label, map, wal, bytes } = rows[0]!;
  return { label, tablespaces: map.trim(), firstWal, lastWal: wal, walSegmentBytes: Number(bytes) };
};

/**
 * Puts the embedded database into backup mode over one connection. `abort` is called when the connection is lost.
 * `signal` closes the connection at once, which ends backup mode.
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
    guardParser(client);
    signal.addEventListener('abort', leave);
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
    const firstWal = await begin(client);
    return { migrations: rows.map(row => row.name), end: () => end(client, firstWal), close };
  } catch (error) {
    await close();
    throw error;
  }
};
