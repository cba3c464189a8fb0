import { mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { root } from '../support/imports.ts';
import { countStatements, statementsOf } from '../support/statements.ts';
import { unsoundSums } from '../support/sums.ts';

let app: TestApp;
let folder: string;
beforeEach(async () => {
  app = await openTestApp();
  // Folder with our migrations and additional ones.
  folder = await mkdtemp(join(tmpdir(), 'drivedesk-migrations-'));
  const own = join(root, 'server/db/migrations');
  for (const name of await readdir(own)) await symlink(join(own, name), join(folder, name));
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const add = (name: string, statement: string) =>
  writeFile(
    join(folder, `${name}.ts`),
    `import { sql } from '${import.meta.resolve('kysely')}';\nexport const up = async db => void (await sql.raw(${JSON.stringify(statement)}).execute(db));\n`,
  );
const tables = async () => (await app.connection.db.introspection.getTables()).map(({ name }) => name);
const applied = async () =>
  (await sql<{ name: string }>`select name from kysely_migration`.execute(app.connection.db)).rows.map(row => row.name);

/** All that can be told of a table: columns, indexes, keys of and to it, rows and the next number. */
const describeTable = async (table: string) => {
  const ask = async (text: string) => (await app.connection.pool.query(text)).rows;
  return {
    columns:
      await ask(`select column_name, data_type, is_nullable, column_default, identity_generation, generation_expression
      from information_schema.columns where table_name = '${table}' order by 1`),
    indexes: await ask(`select indexdef from pg_indexes where tablename = '${table}' order by indexname`),
    keys: await ask(`select conname, convalidated, pg_get_constraintdef(oid) from pg_constraint
      where '${table}'::regclass in (conrelid, confrelid) order by 1`),
    rows: await ask(`select to_jsonb(one) - 'created_at' as row from ${table} one order by id`),
    next: await ask(`select nextval(pg_get_serial_sequence('${table}', 'id'))`),
  };
};

describe('the table of accidents, written anew', () => {
  let old: string;
  beforeEach(async () => {
    old = await mkdtemp(join(tmpdir(), 'drivedesk-103-'));
    for (const name of await readdir(folder)) if (name < '104') await symlink(join(folder, name), join(old, name));
    await prepare();
  });
  afterEach(() => rm(old, { recursive: true }));

  const prepare = async () => {
    const { pool, db } = app.connection;
    await pool.query('drop schema public cascade; create schema public; create extension if not exists pg_trgm');
    await migrate(db, undefined, old);
    await pool.query(`
      insert into company (id, name) overriding system value values (1, 'Вектор');
      insert into accident (company_id, object_id, crash_at, status, facts, maximum_acceleration_g, kind, created_at)
        select 1, 'a', timestamptz '2026-01-15T12:00:00Z' + n * interval '1 hour', 'opened', facts::jsonb, 2.00049, kind, now()
        from (values (1, '{"Doubts":["unit"]}', 'crash'), (2, '{"CrashProbability":0.1}', 'sos')) as sent (n, facts, kind);
      insert into accident_note (company_id, accident_id, author_id, author_name, text, created_at, updated_at)
        select 1, id, 1, 'О', 'т', now(), now() from accident`);
  };

  /** Asks until the migration holds back writers of the table. Each answer has all accidents. */
  const whileRead = async (until: string) => {
    const { pool } = app.connection;
    const isReached = async () => (await pool.query(`select ${until} as reached`)).rows[0].reached;
    while (!(await isReached()))
      expect((await pool.query('select count(*)::int as accidents from accident')).rows).toEqual([{ accidents: 2 }]);
  };
  const locks = (mode: string, granted: boolean) =>
    `exists (select from pg_locks where relation = to_regclass('accident') and mode = '${mode}' and granted = ${granted})`;

  it('is read by others all the time, and is then as if it was changed in place', async () => {
    const { pool, db } = app.connection;
    // A table with rights of its own is changed in place.
    await pool.query('grant select on accident to public');
    await migrate(db);
    const inPlace = await describeTable('accident');
    expect(inPlace.rows.map(({ row }) => [row.recording, row.maximum_acceleration_g])).toEqual([
      ['unreliable', 2],
      [null, 2],
    ]);

    await prepare();
    const holder = await pool.connect();
    let migrated: Promise<void> | undefined;
    try {
      await holder.query('begin; select from accident');
      migrated = migrate(db);
      await whileRead(`${locks('ShareLock', true)} and ${locks('AccessExclusiveLock', false)}`);
      const { rows } = await holder.query('select count(*)::int as accidents from accident');
      expect(rows).toEqual([{ accidents: 2 }]);
    } finally {
      await holder.query('commit');
      holder.release();
    }
    await migrated;
    expect(await describeTable('accident')).toEqual(inPlace);
  });

  it('is as it was when the process ends between any two steps, and the next start writes it', async () => {
    const { pool, db } = app.connection;
    const before = await describeTable('accident');
    // Ends the session of the migration after its first command of each kind.
    await pool.query(`create function end_session() returns event_trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); end'`);
    for (const command of ['CREATE TABLE', 'CREATE INDEX', 'DROP TABLE', 'ALTER SEQUENCE', 'ALTER INDEX']) {
      await pool.query(`create event trigger midway on ddl_command_end when tag in ('${command}')
        execute function end_session()`);
      await expect(migrate(db), command).rejects.toThrow(/^Migration 104-unreliable-recordings failed: /);
      await pool.query('drop event trigger midway');
      const { next: _, ...same } = before;
      expect(await describeTable('accident'), command).toMatchObject(same);
      expect(await tables()).not.toContain('accident_copy');
    }
    await migrate(db);
    const { rows } = await describeTable('accident');
    expect(rows.map(({ row }) => row.recording)).toEqual(['unreliable', null]);
  });

  it('loses no write of whoever holds a row that belongs to it, and neither waits for the other for good', async () => {
    const { pool, db } = app.connection;
    const writer = await pool.connect();
    let migrated: Promise<void> | undefined;
    try {
      // The migration, and not the writer, is to find out that both wait for each other.
      await writer.query("set lock_timeout = 0; set statement_timeout = 0; set deadlock_timeout = '10min'");
      await writer.query(`begin; insert into accident_note (company_id, accident_id, author_id, author_name, text, created_at,
        updated_at) select 1, min(id), 1, 'О', 'second', now(), now() from accident`);
      migrated = migrate(db);
      await whileRead(locks('ShareLock', true));
      // Waits for the migration, which waits for the note.
      await writer.query(`update accident set city = 'Уфа' where facts ? 'Doubts'; commit`);
    } finally {
      writer.release(true);
    }
    await migrated;
    const { rows } = await pool.query(`select city, recording, (select count(*)::int from accident_note
      where accident_id = accident.id) as notes from accident where facts ? 'Doubts'`);
    expect(rows).toEqual([{ city: 'Уфа', recording: 'unreliable', notes: 2 }]);
  });
});

it('a migration in pieces is begun again where it was ended, without what it had done', async () => {
  await writeFile(
    join(folder, '900-pieces.ts'),
    `import { sql } from '${import.meta.resolve('kysely')}';
export const inPieces = true;
export const up = async db => {
  await sql\`create table if not exists piece (id int)\`.execute(db);
  const { rows } = await sql\`insert into piece values (1) returning (select count(*)::int from piece) as before\`.execute(db);
  if (rows[0].before === 0) throw new Error('ended');
};\n`,
  );
  await expect(migrate(app.connection.db, undefined, folder)).rejects.toThrow(
    'Migration 900-pieces failed: ended. The next start continues with it.',
  );
  await migrate(app.connection.db, undefined, folder);
  const { rows } = await app.connection.pool.query('select count(*)::int as pieces from piece');
  expect(rows).toEqual([{ pieces: 2 }]);
});

it('a migration that fails says its name and the cause in the words of PostgreSQL; what was done before it stays', async () => {
  const before = [await tables(), await applied()];
  await add('901-fleet-name', 'create table fleet_name (id int); alter table flet add column name text');
  await expect(migrate(app.connection.db, undefined, folder)).rejects.toThrow(
    'Migration 901-fleet-name failed: relation "flet" does not exist (42P01). Nothing was changed: the database is as it was before the start.',
  );
  expect([await tables(), await applied()]).toEqual(before);

  await add('900-fleet', 'create table fleet (id int)');
  await expect(migrate(app.connection.db, undefined, folder)).rejects.toThrow(
    'Migration 901-fleet-name failed: relation "flet" does not exist (42P01). It changed nothing. Done before it, and staying so: 900-fleet. The next start continues with it.',
  );
  expect(await tables()).toContain('fleet');
  expect(await tables()).not.toContain('fleet_name');

  await add('901-fleet-name', 'alter table fleet add column name text');
  const told: string[] = [];
  // Another path is needed, because Node caches the module of the first one.
  await rename(folder, `${folder}-mended`);
  folder = `${folder}-mended`;
  await migrate(app.connection.db, text => told.push(text), folder);
  expect(told).toEqual([expect.stringMatching(/^Migration 901-fleet-name: done in \d+\.\d s\.$/)]);
});

it('a process that is killed in a migration loses that one alone: the next start continues with it', async () => {
  await add('900-fleet', 'create table fleet (id int)');
  await add(
    '901-kill',
    `do $$ begin if to_regclass('killed') is null then perform pg_terminate_backend(pg_backend_pid()); end if; end $$; create table after_kill (id int)`,
  );
  await expect(migrate(app.connection.db, undefined, folder)).rejects.toThrow(/^Migration 901-kill failed: /);
  expect(await tables()).not.toContain('after_kill');
  await app.connection.pool.query('create table killed (id int)');
  const told: string[] = [];
  await migrate(app.connection.db, text => told.push(text), folder);
  expect(told.map(text => text.split(':')[0])).toEqual(['Migration 901-kill']);
  expect(await tables()).toContain('after_kill');
});

it('a migration waits for a lock in short turns, between which readers go ahead, and says what it waits for', async () => {
  await add('900-nickname', 'alter table company add column nickname text');
  const { pool, db } = app.connection;
  const holder = await pool.connect();
  let waits = () => {};
  const waiting = new Promise<void>(resolve => {
    waits = resolve;
  });
  const told: string[] = [];
  try {
    await holder.query('begin; select from company');
    const migrated = migrate(
      db,
      text => {
        told.push(text);
        waits();
      },
      folder,
    );
    // A reader queues behind the migration. The reader fails if that takes longer than its own lock timeout.
    const stop = new AbortController();
    const reading = (async () => {
      while (!stop.signal.aborted) await pool.query('select from company');
    })();
    await waiting;
    stop.abort();
    await reading;
    expect(told[0]).toMatch(
      /^Migration 900-nickname waits for a lock and tries again every 3 s: .* \(55P03\)\. The longest transaction is that of .+, pid \d+, since \d+ s\.$/,
    );
    await holder.query('commit');
    await migrated;
  } finally {
    holder.release();
  }
  expect(told.at(-1)).toMatch(/^Migration 900-nickname: done in /);
});

it('each migration sends one statement at a time, whatever texts it is written in', async () => {
  const { pool, db } = app.connection;
  await pool.query('drop schema public cascade; create schema public; create extension if not exists pg_trgm');
  const texts = (await statementsOf(() => migrate(db))).map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter(text => countStatements(text) !== 1)).toEqual([]);
});

it('a migration may come between the numbers of others that are applied', async () => {
  await add('004-b-fleet', 'create table fleet (id int)');
  await migrate(app.connection.db, undefined, folder);
  expect(await tables()).toContain('fleet');
  expect(await applied()).toContain('004-b-fleet');
});

it('a database with data of before scores, manoeuvres and notices of jobs is brought up to date, and can be scored then', async () => {
  const { pool, db } = app.connection;
  const since = ['038', '039', '040', '043', '044', '062', '067', '082', '084', '086', '155', '156'];
  const old = await mkdtemp(join(tmpdir(), 'drivedesk-old-'));
  for (const name of await readdir(folder))
    if (!since.some(number => name.startsWith(number))) await symlink(join(folder, name), join(old, name));
  await pool.query('drop schema public cascade; create schema public; create extension if not exists pg_trgm');
  try {
    await migrate(db, undefined, old);
    await pool.query(`
      insert into company (id, name) overriding system value values (1, 'Вектор');
      insert into account (id, company_id, email, full_name, password_hash, roles, settings) overriding system value
        values (1, 1, 'm@a.b', 'М', '', '{MANAGER}', '{"Notifications":{"Export":false}}');
      insert into notification (company_id, account_id, kind, at) values (1, 1, 'export', now());
      insert into trip (object_id, start_at, end_at, duration_s, distance_km, average_speed_kmh, maximum_speed_kmh)
        values ('a', '2026-11-01T10:00:00Z', '2026-11-01T11:00:00Z', 3600, 30, 30, 80);
      update dictionary_entry set title_en = 'Our own words' where title_en = 'Call later'`);
    await migrate(db);
  } finally {
    await rm(old, { recursive: true });
  }
  const { rows: people } = await pool.query(`select settings->'Notifications' as notices from account`);
  expect(people).toEqual([{ notices: { Jobs: false } }]);
  const { rows: told } = await pool.query('select path from notification');
  expect(told).toEqual([{ path: '/cabinet/exports/' }]);
  // A value that was not measured is null, not zero.
  const { rows: trips } = await pool.query('select night_ms, braking, watched_by, scored, outdated from trip');
  expect(trips).toEqual([{ night_ms: null, braking: null, watched_by: null, scored: true, outdated: true }]);
  const { rows: titles } = await pool.query(
    `select title_en from dictionary_entry where title_en in ('Our own words', 'In progress', 'In work') order by 1`,
  );
  expect(titles.map(({ title_en }) => title_en)).toEqual(['In progress', 'Our own words']);
});

it('a database of before sums of stretches has them of its days, and knows drives by marks from then on', async () => {
  const { pool, db } = app.connection;
  const old = await mkdtemp(join(tmpdir(), 'drivedesk-060-'));
  for (const name of await readdir(folder)) if (name < '061') await symlink(join(folder, name), join(old, name));
  await pool.query('drop schema public cascade; create schema public; create extension if not exists pg_trgm');
  try {
    await migrate(db, undefined, old);
    await pool.query(`
      insert into object_day (company_id, object_id, day, trips, distance_m, maximum_speed_kmh)
        select 1, object, day, n % 4, n * 1000000, case when n % 2 = 0 then n % 100 end
        from generate_series(date '2025-01-01', date '2025-12-31', interval '1 day') with ordinality as days (day, n),
          (values ('a'), ('b')) as objects (object) where n % 3 <> 0;
      insert into position_block (object_id, start_at, end_at, samples, data, digest)
        values ('a', now(), now(), 1, '', 'same'), ('a', now(), now(), 1, '', null);
      insert into trip (object_id, start_at, end_at, duration_s, distance_km, average_speed_kmh, maximum_speed_kmh,
          night_ms, rush_ms, watched_by, direction_change)
        select 'a', now(), now(), 3600, 30, 30, 80, 0, 0, watched_by, changes
        from (values ('acceleration', 2), ('positions', 0), ('positions', 2)) as trips (watched_by, changes)`);
    await migrate(db);
  } finally {
    await rm(old, { recursive: true });
  }
  expect((await unsoundSums(app.databaseUrl))['stretches against their days']).toBeUndefined();
  const { rows } = await pool.query(
    'select size, count(*)::int as rows, sum(days)::int as days from object_stretch group by 1 order by 1',
  );
  expect(rows.map(({ size, days }) => [size, days])).toEqual([4, 16, 64].map(size => [size, 2 * 244]));
  const blocks = await pool.query('select samples, marks from position_block');
  expect(blocks.rows).toEqual([1, 1].map(samples => ({ samples, marks: null })));
  // Lane changes are no longer found from positions alone, so such trips are recomputed.
  const outdated = await pool.query('select watched_by, direction_change from trip where outdated');
  expect(outdated.rows).toEqual([{ watched_by: 'positions', direction_change: 2 }]);
});

it('a database of a newer program is left as it is, and says so', async () => {
  await add('900-fleet', 'create table fleet (id int)');
  await migrate(app.connection.db, undefined, folder);
  await expect(migrate(app.connection.db)).rejects.toThrow(
    /^The database is of a newer Drivedesk: this one does not know its migrations 900-fleet\. Start the newer one/,
  );
});

it('a migration may take longer than a statement of a call', async () => {
  await add('900-slow', "do $$ begin assert current_setting('statement_timeout') = '0'; end $$");
  await migrate(app.connection.db, undefined, folder);
  const { rows } = await app.connection.pool.query('show statement_timeout');
  expect(rows[0].statement_timeout).not.toBe('0');
});
