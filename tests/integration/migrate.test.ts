import { mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { migrationNames, migrationsFolder } from '../../server/db/migrationFiles.ts';
import { up as removeMarks } from '../../server/db/migrations/300-marks-of-countries.ts';
import { up as joinSpellings } from '../../server/db/migrations/330-spellings-in-quarantine.ts';
import { up as moveTexts } from '../../server/db/migrations/360-moved-texts.ts';
import { up as moveAuditTexts } from '../../server/db/migrations/370-texts-of-the-audit.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';
import { root } from '../support/imports.ts';
import { countStatements, statementsOf } from '../support/statements.ts';

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

// A cluster's extension does not survive that its schema is dropped.
it.runIf(inject('databaseWorkers').length === 0)(
  'each migration sends one statement at a time, whatever texts it is written in',
  async () => {
    const { pool, db } = app.connection;
    await pool.query('drop schema public cascade; create schema public; create extension if not exists pg_trgm');
    const texts = (await statementsOf(() => migrate(db))).map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter(text => countStatements(text) !== 1)).toEqual([]);
  },
);

it('a later migration builds an index of an existing table while others write', async () => {
  const blocking: string[] = [];
  for (const name of (await migrationNames()).filter(each => each >= '1')) {
    const text = await readFile(join(migrationsFolder, `${name}.ts`), 'utf8');
    for (const [statement, , concurrently, table] of text.matchAll(
      /create (unique )?index (concurrently )?[\w ]*? on (?:only )?(\w+)/g,
    ))
      if (!concurrently && !new RegExp(`create table (if not exists )?${table} `).test(text))
        blocking.push(`${name}: ${statement}`);
  }
  expect(blocking).toEqual([]);
});

it('a migration may come between the numbers of others that are applied', async () => {
  await add('004-b-fleet', 'create table fleet (id int)');
  await migrate(app.connection.db, undefined, folder);
  expect(await tables()).toContain('fleet');
  expect(await applied()).toContain('004-b-fleet');
});

const names = async () => (await readdir(folder)).map(name => name.slice(0, -3)).sort();
/** Makes the database as one that earlier migrations have made, up to `last`. */
const recordEarlier = async (...last: string[]) => {
  await app.connection.pool.query('delete from kysely_migration');
  await app.connection.pool.query(
    'insert into kysely_migration (name, timestamp) select name, now() from unnest($1::text[]) as name',
    [['001-organisation', '002-portfolio', ...last]],
  );
};

it('a database with the last of the earlier migrations counts as one that the baselines made', async () => {
  await add('157-fleet', 'create table fleet (id int)');
  await recordEarlier('142-checked-keys', '156-voucher-stages');
  const told: string[] = [];
  await migrate(app.connection.db, text => told.push(text), folder);
  const later = (await names()).filter(name => name >= '1').map(name => `Migration ${name}`);
  expect(told.map(text => text.split(':')[0])).toEqual(later);
  expect((await applied()).sort()).toEqual(await names());
  await migrate(app.connection.db, text => told.push(text), folder);
  expect(told).toHaveLength(later.length);
});

it('keeps migrations that the last release with the earlier ones had as well', async () => {
  await add('143-fleet', 'create table fleet (id int)');
  await recordEarlier('143-fleet', '156-voucher-stages');
  await migrate(app.connection.db, undefined, folder);
  expect((await applied()).sort()).toEqual(await names());
  expect(await tables()).not.toContain('fleet');
});

it('a database that stopped before the last of the earlier migrations is left as it is, with the way out', async () => {
  await recordEarlier('142-checked-keys', '155-plain-names');
  const before = await applied();
  await expect(migrate(app.connection.db, undefined, folder)).rejects.toThrow(
    'The database is of a Drivedesk before 0.2.0, and this one cannot upgrade it. Start Drivedesk 0.2.0 with it once, and this one afterwards. Nothing was changed.',
  );
  expect(await applied()).toEqual(before);
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

it('plates stored with the mark of their country lose it', async () => {
  const company = await app.given.company();
  const plates = [
    ['KZ123ABC02', '123ABC02'],
    ['1234AB7BY', '1234AB7'],
    ['BYAI12345', 'AI12345'],
    ['34OO567AM', '34OO567'],
    ['01KG123ABC', '01123ABC'],
    ['UZ01A123BC', '01A123BC'],
    ['123KZ02', '123KZ02'],
    ['А123ВС77', 'А123ВС77'],
    ['', ''],
  ] as const;
  for (const [reg_number] of plates) {
    await app.connection.db
      .insertInto('vehicle')
      .values({ company_id: company, brand: 'Kia', model: 'Rio', reg_number })
      .execute();
    await app.given.voucher(company, { reg_number });
    await app.given.accident(company, { reg_number });
  }
  await removeMarks(app.connection.db as unknown as Kysely<unknown>);
  for (const table of ['vehicle', 'voucher', 'accident'] as const) {
    const rows = await app.connection.db
      .selectFrom(table)
      .select('reg_number')
      .where('company_id', '=', company)
      .where('reg_number', '<>', '')
      .orderBy('id')
      .execute();
    expect(rows.map(({ reg_number }) => reg_number)).toEqual(plates.flatMap(([, stored]) => stored || []));
  }
});

it('texts that an installation has changed are kept under their new keys', async () => {
  const moved = [
    ['lists.export.remove', 'exports.remove'],
    ['lists.export.origin.list', 'lists.export.origin.list'],
    ['lists.export.title', 'lists.export.title'],
    ['lists.operator.noCases', 'admin.operatorCases.noCases'],
    ['lists.views.groups.me', 'views.groups.me'],
    ['lists.views.missing', 'lists.views.missing'],
    ['frame.cart.empty', 'exports.basket.empty'],
    ['frame.cart.open', 'frame.cart.open'],
    ['frame.audit.action.create', 'audit.action.create'],
    ['frame.auditors', 'frame.auditors'],
  ] as const;
  const { db } = app.connection;
  await db
    .insertInto('ui_text')
    .values(moved.map(([key]) => ({ locale: 'ru', key, text: key })))
    .execute();
  await moveTexts(db as unknown as Kysely<unknown>);
  await moveAuditTexts(db as unknown as Kysely<unknown>);
  const rows = await db.selectFrom('ui_text').select(['key', 'text']).execute();
  expect(Object.fromEntries(rows.map(({ key, text }) => [text, key]))).toEqual(Object.fromEntries(moved));
  await db.deleteFrom('ui_text').execute();
});

it('a device in quarantine under several spellings of its IMEI becomes one, with every message once', async () => {
  const company = await app.given.company();
  const manager = app.as((await app.given.account(company, 'MANAGER')).token);
  const { imei: attached } = await app.given.voucher(company);
  const imei = makeImei(881_001);
  const dashed = (text: string) => text.replace(/^(..)(.{6})(.{6})(.)$/, '$1-$2-$3-$4');
  const names = [
    imei,
    dashed(imei),
    `IMEI: ${imei}`,
    ` ${imei.slice(0, 8)} ${imei.slice(8)}`,
    'truck 7',
    dashed(attached),
  ];
  for (const [n, name] of names.entries()) {
    const fix = { DateTime: `2026-01-15T08:00:0${n}.000Z`, Latitude: 55 + n * 0.0001, Longitude: 37 };
    const body = JSON.stringify({ MessageId: `m${n}`, Imei: name, Positions: [fix] });
    await app.connection.pool.query(
      `insert into quarantine (company_id, imei, kind, message_id, body, bytes, received_at)
       values ($1, $2, 'statistic', $3, $4, $5, $6)`,
      [company, name, `m${n}`, body, body.length, app.clock.now()],
    );
  }
  await joinSpellings(app.connection.db as unknown as Kysely<unknown>);
  const { Items } = (await manager('GET', '/api/v2/QuarantinedDevice/table?sort=IMEI-asc')).body;
  expect(Items.map(({ IMEI, Messages }: { IMEI: string; Messages: number }) => [IMEI, Messages])).toEqual(
    expect.arrayContaining([
      [imei, 4],
      ['truck 7', 1],
      [dashed(attached), 1],
    ]),
  );
  expect(Items).toHaveLength(3);
  const made = await manager('POST', '/api/v2/Voucher', {
    VoucherNumber: 'Q-881001',
    Client: { LastName: 'Иванов' },
    Vehicle: { Brand: 'Lada', Model: 'Vesta' },
    Imei: imei,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { rows } = await app.connection.pool.query(
    'select sum(samples)::integer as samples from position_block where object_id = $1',
    [made.body.ObjectId],
  );
  expect(rows).toEqual([{ samples: 4 }]);
});
