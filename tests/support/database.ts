import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connect } from '../../server/db/connect.ts';
import { distribute } from '../../server/db/distribute.ts';
import { migrate } from '../../server/db/migrate.ts';
import { migrateQueue } from '../../server/engine/jobs/queue.ts';

/**
 * Event-loop lag above which a test's server refuses calls, milliseconds. It is long, because the machine may be busy
 * with other tests.
 */
export const patientLoopMs = 60_000;

/**
 * Time limit of lists and searches in tests that do not test the limit, milliseconds. It is long, because the machine
 * may be busy.
 */
export const patientReadsMs = 30_000;

/**
 * Time limit of a wait for a lock in tests that do not test the limit, milliseconds. Many calls at once change the same
 * rows one after another, and each takes long on a busy machine.
 */
export const patientLocksMs = 50_000;

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
  /** Returns reference tables whose copies differ between nodes. Empty on a single machine. */
  readonly differingCopies: () => Promise<readonly string[]>;
}

const onServer = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const databaseOn = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href;
const hostAndPort = (url: string) => [new URL(url).hostname, Number(new URL(url).port)] as const;

/** Creates a distributed database on a Citus cluster. It takes seconds, because Citus cannot copy templates. */
const spreadDatabase = async (coordinator: string, workers: readonly string[], name: string): Promise<void> => {
  for (const server of [coordinator, ...workers]) {
    await onServer(server, client => client.query(`create database ${name}`));
    await onServer(databaseOn(server, name), client => client.query('create extension citus'));
  }
  await onServer(databaseOn(coordinator, name), async client => {
    await client.query('select citus_set_coordinator_host($1, $2)', [...hostAndPort(coordinator)]);
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', [...hostAndPort(worker)]);
  });
  const connection = connect(databaseOn(coordinator, name), () => {});
  await migrate(connection.db);
  await migrateQueue(connection);
  await distribute(connection.db);
  await connection.close();
};

/**
 * Creates a database: a copy of `template`, by default one with the newest schema. `workers` are those of a
 * coordinator, or empty.
 */
export const makeDatabase = async (
  server: string,
  workers: readonly string[],
  template = 'drivedesk_template',
): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  if (workers.length > 0) await spreadDatabase(server, workers, name);
  // Copies files, because copying page by page through the log takes twice the processor time.
  else
    await onServer(server, client => client.query(`create database ${name} template ${template} strategy file_copy`));
  const drop = async () => {
    for (const each of [server, ...workers])
      await onServer(each, client => client.query(`drop database if exists ${name} with (force)`));
  };
  const url = databaseOn(server, name);
  const differingCopies = async () => {
    if (workers.length === 0) return [];
    const { rows } = await onServer(url, client =>
      client.query<{ name: string }>(`
        select table_name::text as name from citus_tables cross join lateral run_command_on_all_nodes(format(
          $$select md5(string_agg(row::text, ' ' order by row::text)) from %s row$$, table_name))
        where citus_table_type = 'reference' group by table_name having count(distinct result) > 1`),
    );
    return rows.map(row => row.name);
  };
  return { url, drop, differingCopies };
};
