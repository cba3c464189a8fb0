import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { distribute } from '../../server/db/distribute.ts';
import { migrate } from '../../server/db/migrate.ts';
import { distributionColumn, tablePlacements } from '../../server/db/placement.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { root } from '../support/imports.ts';
import { acrossPlaces } from '../support/statements.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const read = async <Row extends object>(text: string): Promise<Row[]> =>
  (await app.connection.pool.query<Row>(text)).rows;
const columnOf = (table: string): string | undefined => distributionColumn[tablePlacements[table] ?? 'local'];

describe('every table of the schema', () => {
  it('says where it lies in a cluster, in the migration that makes it, and no other does', async () => {
    const tables = await read<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname !~ '_\\d{6}$'`,
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(tablePlacements).sort());
  });

  it('has what it is spread by in its primary key and in every unique index', async () => {
    const keys = await read<{ owner: string; name: string; columns: string[] }>(
      `select x.indrelid::regclass::text as owner, x.indexrelid::regclass::text as name,
         array(select attname::text from pg_attribute where attrelid = x.indrelid and attnum = any(x.indkey)) as columns
       from pg_index x where x.indisunique`,
    );
    const spread = keys.filter(({ owner }) => columnOf(owner));
    expect(spread.length).toBeGreaterThan(20);
    const without = spread.filter(({ owner, columns }) => !columns.includes(columnOf(owner) ?? ''));
    expect(without).toEqual([]);
    const keyless = Object.keys(tablePlacements).filter(
      table => columnOf(table) && !spread.some(key => key.owner === table),
    );
    expect(keyless).toEqual([]);
  });

  it('counts its rows in bigint, if it does: a cluster takes no other', async () => {
    const identities = await read<{ owner: string; type: string }>(
      `select attrelid::regclass::text as owner, atttypid::regtype::text as type from pg_attribute where attidentity <> ''`,
    );
    const ours = identities.filter(({ owner }) => owner in tablePlacements);
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.filter(({ type }) => type !== 'bigint')).toEqual([]);
  });

  it('points only at what lies beside it: its own family by their column, or a table that is everywhere', async () => {
    const keys = await read<{ owner: string; target: string; columns: string[] }>(
      `select conrelid::regclass::text as owner, confrelid::regclass::text as target,
         array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
       from pg_constraint where contype = 'f'`,
    );
    const ours = keys.filter(({ owner }) => owner in tablePlacements);
    expect(ours.length).toBeGreaterThan(10);
    const astray = ours.filter(({ owner, target, columns }) => {
      if (tablePlacements[target] === 'reference') return false;
      const column = columnOf(owner);
      return tablePlacements[owner] !== tablePlacements[target] || (column !== undefined && !columns.includes(column));
    });
    expect(astray).toEqual([]);
  });
});

it('every foreign key to a table of a company has an index, so that a deletion reads no whole table', async () => {
  const keys = await read<{ owner: string; target: string; name: string }>(
    `select conrelid::regclass::text as owner, confrelid::regclass::text as target, conname as name
     from pg_constraint key where contype = 'f' and not exists (select from pg_index x where x.indrelid = key.conrelid
       and x.indpred is null and (x.indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey)`,
  );
  expect(keys.filter(({ owner, target }) => owner in tablePlacements && tablePlacements[target] === 'company')).toEqual(
    [],
  );
});

describe('a statement', () => {
  it.each([
    ['joins', 'select from voucher v join trip t on t.object_id = v.object_id'],
    ['asks within', 'select (select count(*) from trip where object_id = $1) from accident where company_id = $2'],
    ['writes from', 'with gone as (delete from trip returning *) insert into audit select * from gone'],
    [
      'meets the coordinator’s own',
      'update session set ended_at = $1 where account_id in (select author_id from message)',
    ],
    [
      'changes a copy by what is found in one of',
      'with own as (update account set last_seen_at = $1 from session where account_id = account.id returning account.id) select from own',
    ],
  ])('that %s two places of a cluster is found', (_what, text) => {
    expect(acrossPlaces(`listen news; ${text}`)).toHaveLength(1);
  });

  it.each([
    ['of one family', 'select from voucher v join device d on d.imei = v.imei join company c on c.id = v.company_id'],
    ['with a column named like a table', 'select trip.client, trip.message from trip where trip.object_id = $1'],
    ['beside another', 'select from voucher; select from trip'],
    ['of copies alone', 'update device set obu_brand = m.brand from obu_model m where m.id = device.obu_model_id'],
    ['for the planner', 'analyze voucher, trip'],
  ])('%s is none of these', (_what, text) => {
    expect(acrossPlaces(text)).toEqual([]);
  });

  it('of these fails the test file that runs it', async () => {
    const other = await openTestApp();
    await other.connection.pool.query('select from voucher join trip using (object_id)').catch(() => {});
    await expect(other.close()).rejects.toThrow(/Not for a cluster.*\nselect from voucher join trip/);
  });
});

describe.runIf(inject('databaseWorkers').length > 0)('on a cluster', () => {
  it('every table lies where it says; run again it moves what is new and nothing else', async () => {
    const rows = await read<{ name: string; place: string }>(
      `select table_name::text as name, case when citus_table_type = 'reference' then 'reference'
         when distribution_column = 'company_id' then 'company' when distribution_column = 'object_id' then 'object' end as place
       from citus_tables where citus_table_type <> 'local'`,
    );
    const wanted = Object.entries(tablePlacements).filter(([, place]) => place !== 'local');
    expect(rows.map(({ name, place }) => [name, place]).sort()).toEqual(wanted.sort());
    expect(await distribute(app.connection.db)).toEqual([]);
    await sql`select undistribute_table('event_head')`.execute(app.connection.db);
    expect(await distribute(app.connection.db)).toEqual(['event_head']);
  });

  it('it is upgraded: migrations with several statements, functions and new tables, which are placed at once', async () => {
    const other = await openTestApp();
    const { db, pool } = other.connection;
    const folder = await mkdtemp(join(tmpdir(), 'drivedesk-upgrade-'));
    const own = join(root, 'server/db/migrations');
    for (const name of await readdir(own)) await symlink(join(own, name), join(folder, name));
    const add = (name: string, places: object, statements: string) =>
      writeFile(
        join(folder, `${name}.ts`),
        `import { sql } from '${import.meta.resolve('kysely')}';\nexport const placements = ${JSON.stringify(places)};\nexport const up = async db => void (await sql.raw(${JSON.stringify(statements)}).execute(db));\n`,
      );
    await add(
      '900-garages',
      { garage: 'company' },
      `create table garage (company_id bigint not null, id bigint generated always as identity, name text not null, primary key (company_id, id));
       alter table trip add column garaged boolean not null default false;
       update trip set garaged = true where quarantine_reason is not null;
       create index trip_garaged on trip (object_id, start_at) where garaged;
       create function garage_key(value text) returns text language sql immutable parallel safe strict return search_key(value);`,
    );
    await add(
      '901-garage-keys',
      {},
      `create index garage_by_key on garage (company_id, garage_key(name));
       create or replace function garage_key(value text) returns text language sql immutable parallel safe strict return search_key(value);
       alter table garage add foreign key (company_id) references company (id);`,
    );
    try {
      await migrate(db, undefined, folder);
      const { rows } = await pool.query(
        `select distribution_column from citus_tables where table_name = 'garage'::regclass`,
      );
      expect(rows).toEqual([{ distribution_column: 'company_id' }]);
      const company = await other.given.company();
      await pool.query('insert into garage (company_id, name) values ($1, $2)', [company, 'Северный']);
      expect((await pool.query('select name from garage where company_id = $1', [company])).rowCount).toBe(1);
    } finally {
      await other.close();
      await rm(folder, { recursive: true });
    }
  });

  it('local tables count on from their last number, also where an earlier release let them begin again', async () => {
    const { pool, db } = app.connection;
    const company = await app.given.company();
    const { token } = await app.given.account(company, 'MANAGER');
    expect((await app.as(token)('GET', '/api/v2/Account/info')).status).toBe(200);
    const next = async (): Promise<number> => {
      const name = (await pool.query("select pg_get_serial_sequence('session', 'id') as name")).rows[0].name;
      return (await pool.query(`select last_value::int + is_called::int as next from ${name}`)).rows[0].next;
    };
    const before = await next();
    await pool.query("select setval(pg_get_serial_sequence('session', 'id'), 1, false)");
    await distribute(db);
    expect(await next()).toBe(before);
  });

  /** Opens a server that records statements sent to all nodes. The length of `spread` is their number. */
  const openTelling = async () => {
    const spread: string[] = [];
    const told = new WeakSet<PoolClient>();
    const listen = (client: PoolClient) => {
      if (!told.has(client)) client.on('notice', ({ message = '' }) => spread.push(message));
      told.add(client);
    };
    const telling = await openTestApp(
      undefined,
      {},
      `do $$ begin execute format('alter database %I set citus.multi_task_query_log_level = notice', current_database()); end $$`,
    );
    const { pool, reads } = telling.connection;
    for (const each of [pool, reads.pool]) each.on('acquire', listen);
    await pool.query('select count(*) from trip');
    expect(spread.splice(0)).toHaveLength(1);
    return { telling, spread };
  };

  it('a message asks the machine of its object alone, however its trips are worked out; so does the list of these', async () => {
    const { telling, spread } = await openTelling();
    try {
      const company = await telling.given.company();
      const { imei, objectId } = await telling.given.voucher(company);
      const manager = telling.as((await telling.given.account(company, 'MANAGER')).token);
      const platform = telling.as(await telling.given.platformKey(company));
      const fromMs = Date.parse('2026-01-15T11:00:00.000Z');
      const Positions = Array.from({ length: 600 }, (_, i) => ({
        DateTime: new Date(fromMs + i * 1000).toISOString(),
        Latitude: 55.75 + i * 1e-4,
        Longitude: 37.61,
        Speed: 40,
      }));
      const { body } = await platform('POST', '/api/statistic/webhook', { MessageId: 'one', Imei: imei, Positions });
      expect(body.Results).toMatchObject([{ Accepted: 600 }]);
      expect((await manager('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}`)).body.Total).toBe(1);
      expect(spread).toEqual([]);
    } finally {
      await telling.close();
    }
  });

  it('changes of many and deliveries ask the machine of their company alone, read one by one and as lists', async () => {
    const { telling, spread } = await openTelling();
    try {
      const { pool } = telling.connection;
      const company = await telling.given.company();
      await telling.given.voucher(company);
      const manager = telling.as(
        (await telling.given.account(company, 'MANAGER', { roles: ['ADMIN', 'MANAGER'] })).token,
      );
      await manager('POST', '/api/v2/Voucher/bulk/setAgent', { Query: {}, Asked: { Agent: 'Новый' } });
      await pool.query(
        `with hook as (insert into webhook (company_id, url, events, secret, state, created_at, created_by)
           values ($1, 'https://example.com/', '{accident.create}', 'whsec_', 'active', now(), '') returning id)
         insert into webhook_delivery (company_id, webhook_id, message_id, event, body, created_at, next_attempt_at, retry_until)
           select $1, id, 'msg_1', 'accident.create', '{}', now(), now(), now() from hook`,
        [company],
      );
      spread.splice(0);
      for (const [list, one] of [
        ['/api/v3/bulk', '/api/v3/bulk'],
        ['/api/v2/WebhookDelivery/table', '/api/v2/WebhookDelivery'],
      ] as const) {
        const { body } = await manager('GET', list);
        const [{ Id }] = body.Items ?? body;
        expect((await manager('GET', `${one}/${Id}`)).body.Id).toBe(Id);
        expect([list, spread]).toEqual([list, []]);
      }
    } finally {
      await telling.close();
    }
  });
});

it.runIf(inject('databaseWorkers').length === 0)(
  'distributing a database that is no cluster is refused with the reason',
  async () => {
    await expect(distribute(app.connection.db)).rejects.toThrow(/This database has no Citus/);
  },
);
