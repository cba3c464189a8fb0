import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { exportRetentionDays } from '../../src/contract/limits.ts';
import { hourMs } from '../../src/schema/kinds/time.ts';
import { visibleAlways } from '../engine/table/define.ts';
import { insurer } from '../insurer.ts';
import { stretchSumsSql, weekdaySumsSql } from '../modules/statistics/service.ts';
import { writeAcceleration } from './acceleration.ts';
import { accidentsPerCopy } from './accidentPlan.ts';
import type { IdCounters } from './accidentRows.ts';
import { writeBulkChanges } from './bulkChanges.ts';
import { writeDeviceFaults } from './deviceFaults.ts';
import { writeHandouts } from './handouts.ts';
import { writeImports } from './imports.ts';
import { demoCompanies } from './organisation.ts';
import { writePhotos } from './photos.ts';
import { basePortfolio, demoSeed, portfolioCopies } from './portfolio.ts';
import type { Cell, Row, TableRows } from './rows.ts';
import { writeMessages, writeSavedViews } from './teamRows.ts';
import { writeVehicleDictionaries } from './vehicles.ts';
import { clientsPerCopy, firstCompanyVouchers, vouchersPerCopy } from './vouchers.ts';
import { writeWebhooks } from './webhooks.ts';

const tables = ['client', 'vehicle', 'device', 'voucher', 'monitored_object', 'device_period', 'accident'] as const;

/**
 * Drops the indexes of large tables around a bulk load and recreates them. Primary keys stay.
 * Foreign keys are dropped too, because a check of all rows at once is a join and not a lookup per row.
 */
export const withoutIndexes = async (
  client: PoolClient,
  work: () => Promise<void>,
  log: (message: string) => void,
): Promise<void> => {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.relname as name, pg_get_indexdef(x.indexrelid) as definition
       from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = any($1::regclass[])
        and not exists (select from pg_constraint k where k.conindid = x.indexrelid)`,
    [tables],
  );
  const { rows: keys } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [tables],
  );
  for (const { owner, name } of keys) await client.query(`alter table ${owner} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  log('demo: rows written, building indexes');
  for (const { definition } of indexes) await client.query(definition);
  for (const { owner, name, definition } of keys)
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`);
};

const voucherColumns = ['VoucherNumber', 'ClientName', 'VehicleRegNumber', 'IMEI'];
const accidentColumns = ['CrashDateTime', 'ClientName', 'MaximumAcceleration'];

/** Exports of the last days. `rowsSql`: SQL of the exported rows up to the condition on their company. */
const pastExports = [
  {
    email: 'manager@demo.drivedesk',
    hoursAgo: 3,
    Resource: 'vouchers',
    List: 'Ваучеры',
    Filter: 'VIP: да',
    Query: { Vip: true },
    Format: 'xlsx',
    rowsSql: 'voucher where vip and',
  },
  {
    email: 'manager@demo.drivedesk',
    hoursAgo: 27,
    Resource: 'vouchers',
    List: 'Ваучеры',
    Filter: 'Город: Москва',
    Query: { City: 'Москва' },
    Format: 'pdf',
    rowsSql: "voucher where city = 'Москва' and",
  },
  {
    email: 'operator@demo.drivedesk',
    hoursAgo: 50,
    Resource: 'accidents',
    Split: 'closed',
    List: 'Обработанные убытки',
    Filter: 'все строки',
    Format: 'csv',
    rowsSql: "accident where status = 'closed' and",
  },
] as const;

const writeExports = async (client: PoolClient, today: Date): Promise<void> => {
  for (const { email, hoursAgo, rowsSql, ...order } of pastExports) {
    const finishedAt = new Date(today.getTime() - hoursAgo * hourMs);
    const FileName = `${order.Resource} ${finishedAt.toISOString().slice(0, 10)} ${finishedAt.toISOString().slice(11, 16).replace(':', '-')}.${order.Format}`;
    const Columns = order.Resource === 'vouchers' ? voucherColumns : accidentColumns;
    const input = { ...order, FileName, Columns, Locale: 'ru', Sort: '' };
    await client.query(
      `insert into job (company_id, kind, author_id, author_name, state, done, total, input, result, created_at, finished_at, expires_at)
       select company_id, 'export', id, full_name, 'done', rows, rows, $2, jsonb_build_object('Rows', rows), $3, $3, $4
       from account, lateral (select count(*)::int as rows from ${rowsSql} company_id = account.company_id) list
       where email = $1`,
      [email, JSON.stringify(input), finishedAt, new Date(finishedAt.getTime() + exportRetentionDays * 24 * hourMs)],
    );
  }
};

const tablesWithSequences = [
  'company',
  'account',
  'client',
  'vehicle',
  'voucher',
  'accident',
  'installation_center',
  'trip',
] as const;

/** Returns the highest id that a row has or the sequence has given out. A rolled back insert uses up an id too. */
const readLastId = async (client: PoolClient, table: string, column: string, sequence: string): Promise<number> => {
  const { rows } = await client.query<{ last: string }>(
    `select greatest((select coalesce(max(${column}), 0) from ${table}),
       (select case when is_called then last_value else last_value - 1 end from ${sequence})) as last`,
  );
  return Number(rows[0]!.last);
};

const readSequenceName = async (client: PoolClient, table: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>('select pg_get_serial_sequence($1, $2) as name', [table, 'id']);
  return rows[0]!.name;
};

const readLastIds = async (client: PoolClient): Promise<IdCounters> => {
  const lastIds = {} as IdCounters['lastIds'];
  for (const table of tablesWithSequences)
    lastIds[table] = await readLastId(client, table, 'id', await readSequenceName(client, table));
  return { lastIds };
};

const moveSequences = async (client: PoolClient): Promise<void> => {
  const { lastIds } = await readLastIds(client);
  for (const table of tablesWithSequences)
    if (lastIds[table] > 0)
      await client.query('select setval($1, $2)', [await readSequenceName(client, table), lastIds[table]]);
};

const escapedCharacters = /[\\\t\n\r]/g;
const escapeByCharacter: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeText = (text: string): string =>
  text.replace(escapedCharacters, letter => escapeByCharacter[letter] ?? letter);

/** PostgreSQL's text form of an array, such as `{1,"a"}`. Words are quoted, because they may contain commas. */
const arrayText = (list: readonly (string | number)[]): string =>
  `{${list.map(entry => (typeof entry === 'number' ? entry : JSON.stringify(entry))).join(',')}}`;

const cellText = (cell: Cell): string => {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return escapeText(cell);
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  if (cell instanceof Date) return cell.toISOString();
  if (cell instanceof Uint8Array) {
    const hex = Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex');
    return `\\\\x${hex}`;
  }
  if ('json' in cell) return escapeText(JSON.stringify(cell.json));
  return escapeText(arrayText(cell));
};

const chunkLength = 256 * 1024;

/** Formats rows as text for PostgreSQL's command COPY, in large chunks. */
export function* copyText(rows: Iterable<Row>, count: () => void): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += `${Object.values(row).map(cellText).join('\t')}\n`;
    count();
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}

export type LoadOptions = {
  /** The demo's current date. All data of the demo lies before this date. */
  today: Date;
  /** Factor: the demo has `scale` × 300 vouchers. Only the first 300 have telemetry. */
  scale?: number;
  passwordHash: string;
  seed?: number;
  log?: (message: string) => void;
};
/** Number of rows written, by table. Empty if the demo was already loaded. */
export type LoadResult = { rows: Record<string, number> };

// Scale from which indexes are rebuilt after the load. Below this scale it is cheaper to maintain them.
const rebuildIndexesFromScale = 30;
const lockKey = 7_301_221;
const analyzedTables = [
  'company',
  'account',
  'client',
  'vehicle',
  'device',
  'voucher',
  'monitored_object',
  'device_period',
  'accident',
  'trip',
  'trip_score',
  'manoeuvre',
  'object_day',
  'object_stretch',
  'object_weekday',
  'object_score',
  'position_block',
];

const writeTable = async (client: PoolClient, { table, rows }: TableRows): Promise<number> => {
  const iterator = rows[Symbol.iterator]();
  const first = iterator.next();
  if (first.done) return 0;
  function* allRows(): Generator<Row> {
    for (let next = first; !next.done; next = iterator.next()) yield next.value;
  }
  const columns = Object.keys(first.value);
  let rowCount = 0;
  const text = copyText(allRows(), () => {
    rowCount++;
  });
  await pipeline(Readable.from(text), client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)));
  return rowCount;
};

const writeTables = async (client: PoolClient, tables: Iterable<TableRows>, result: LoadResult): Promise<void> => {
  for (const rows of tables)
    result.rows[rows.table] = (result.rows[rows.table] ?? 0) + (await writeTable(client, rows));
};

/** Id of the first demo company, and number of copies of the portfolio in the database. Null before the first load. */
const readLoadedCopies = async (client: PoolClient): Promise<{ companyId: number; copies: number } | null> => {
  // The companies are found by their mark, because a superuser may have renamed them.
  const { rows } = await client.query<{ id: number | null }>('select min(id) as id from company where demo');
  const companyId = rows[0]?.id ?? null;
  if (companyId === null) return null;
  const { rows: voucherCounts } = await client.query<{ vouchers: number }>(
    `select count(*) as vouchers from voucher where company_id = $1 and number ~ '^DD-[0-9]{6,}$'`,
    [companyId],
  );
  return { companyId, copies: Math.floor((voucherCounts[0]?.vouchers ?? 0) / firstCompanyVouchers) };
};

/**
 * SQL queries, each of which counts the rows of one list in its own table without joins. A cluster cannot count rows
 * that it must first gather from its nodes.
 */
const countQueries = Object.values(insurer.registry.tables)
  .filter(({ resource, cache }) => !resource.shared && cache !== 'none')
  .map(table => {
    const { resource, source, bucket = "''" } = table;
    const visible = visibleAlways(table);
    return `select company_id, '${resource.name}', ${bucket}, 0, count(*) from ${source}
         where company_id = any($1)${visible ? ` and ${visible}` : ''} group by 1, 3`;
  });

const readModels = async (client: PoolClient): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await client.query<{ id: number; name: string }>('select id, name from obu_model');
  return new Map(rows.map(({ id, name }) => [name, id]));
};

/** Recomputes sums and list totals from the tables, so that they are exact whatever the tables had before the load. */
const recomputeSums = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query<{ id: number }>('select id from company where demo');
  const companyIdParameter = [rows.map(({ id }) => id)];
  await client.query(stretchSumsSql('company_id = any($1)'), companyIdParameter);
  await client.query(weekdaySumsSql('company_id = any($1)'), companyIdParameter);
  await client.query('delete from row_total where company_id = any($1)', companyIdParameter);
  for (const countQuery of countQueries)
    await client.query(
      `insert into row_total (company_id, list, bucket, slot, total) ${countQuery}`,
      companyIdParameter,
    );
  // Increases the change numbers of these companies, so that running servers drop their cached lists.
  await client.query(
    `insert into event_head (company_id, last_id, changes) select unnest($1::bigint[]), 0, 1
       on conflict (company_id) do update set changes = event_head.changes + 1`,
    companyIdParameter,
  );
};

/**
 * Returns the highest ids, reduced by the rows of all copies of the portfolio before `firstCopy`. An id computed from a
 * copy's number then follows the highest id in use.
 */
const countersForCopies = (counters: IdCounters, companyId: number, firstCopy: number): IdCounters => ({
  lastIds: {
    company: companyId - 1,
    account: counters.lastIds.account,
    client: counters.lastIds.client - firstCopy * clientsPerCopy,
    vehicle: counters.lastIds.vehicle - firstCopy * vouchersPerCopy,
    voucher: counters.lastIds.voucher - firstCopy * vouchersPerCopy,
    accident: counters.lastIds.accident - firstCopy * accidentsPerCopy,
    installation_center: counters.lastIds.installation_center,
    trip: counters.lastIds.trip,
  },
});

/**
 * Returns the id before the first installation centre, because copies of the portfolio share the centres of the base
 * portfolio.
 */
const readIdBeforeCenters = async (client: PoolClient, companyId: number): Promise<number> => {
  const { rows } = await client.query<{ first: number | null }>(
    'select min(id) as first from installation_center where company_id = $1',
    [companyId],
  );
  return (rows[0]?.first ?? 1) - 1;
};

const loadPortfolio = async (client: PoolClient, options: LoadOptions): Promise<LoadResult> => {
  const { today, passwordHash, seed = demoSeed, scale = 1, log = () => {} } = options;
  const result: LoadResult = { rows: {} };
  const loaded = await readLoadedCopies(client);
  if (loaded && loaded.copies >= scale) return result;
  const models = await readModels(client);

  if (!loaded) {
    await writeTables(
      client,
      basePortfolio({ seed, today, passwordHash, models, counters: await readLastIds(client) }),
      result,
    );
    await writeVehicleDictionaries(client);
    await writeExports(client, today);
    await writeBulkChanges(client, today);
    await writeImports(client, seed, today);
    await writeSavedViews(client, today);
    await writeMessages(client, today);
    await writePhotos(client, today);
    await writeWebhooks(client, today);
    await writeHandouts(client, today);
    await writeDeviceFaults(client, today, demoCompanies[0]);
    await writeAcceleration(client, seed, demoCompanies[0]);
    log('demo: base portfolio written');
  }
  const firstCopy = loaded?.copies ?? 1;
  if (scale > firstCopy) {
    await moveSequences(client);
    const { companyId } = (await readLoadedCopies(client))!;
    const counters = countersForCopies(await readLastIds(client), companyId, firstCopy);
    counters.lastIds.installation_center = await readIdBeforeCenters(client, companyId);
    const writeCopies = () =>
      writeTables(
        client,
        portfolioCopies({ seed, today, passwordHash, models, counters, from: firstCopy, to: scale }),
        result,
      );
    await (scale - firstCopy < rebuildIndexesFromScale ? writeCopies() : withoutIndexes(client, writeCopies, log));
  }
  await moveSequences(client);
  await recomputeSums(client);
  return result;
};

/** Loads the demo in one transaction. Existing data stays. */
export const loadDemo = async (pool: Pool, options: LoadOptions): Promise<LoadResult> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local maintenance_work_mem = '256MB'`);
    // A cluster needs this setting to write distributed and reference tables in one transaction. A database without
    // Citus does not know and ignores it.
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    // When several servers start at once, one loads and the others wait.
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    const result = await loadPortfolio(client, options);
    await client.query('commit');
    // Runs after the commit, because a cluster cannot analyze rows that the coordinator wrote in the same transaction.
    if (Object.keys(result.rows).length > 0) await client.query(`analyze ${analyzedTables.join(', ')}`);
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
};
