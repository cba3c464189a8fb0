import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { root } from '../support/imports.ts';

let app: TestApp;
let folder: string;
beforeEach(async () => {
  app = await openTestApp();
  // A program with our migrations and more.
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

it('a migration that fails says its name, the cause in the words of PostgreSQL, and that nothing was changed, which is so', async () => {
  const before = [await tables(), await applied()];
  await add('900-fleet', 'create table fleet (id int)');
  await add('901-fleet-name', 'alter table flet add column name text');
  await expect(migrate(app.connection.db, folder)).rejects.toThrow(
    'Migration 901-fleet-name failed: relation "flet" does not exist (42P01). What ran before it was undone with it: 900-fleet. Nothing was changed: the database is as it was before the start.',
  );
  expect([await tables(), await applied()]).toEqual(before);
});

it('a migration may come between the numbers of others that are applied', async () => {
  await add('004-b-fleet', 'create table fleet (id int)');
  await migrate(app.connection.db, folder);
  expect(await tables()).toContain('fleet');
  expect(await applied()).toContain('004-b-fleet');
});

it('a database of a newer program is left as it is, and says so', async () => {
  await add('900-fleet', 'create table fleet (id int)');
  await migrate(app.connection.db, folder);
  await expect(migrate(app.connection.db)).rejects.toThrow(
    /^The database is of a newer Drivedesk: this one does not know its migrations 900-fleet\. Start the newer one/,
  );
});

it('a migration may take longer than a statement of a call', async () => {
  await add('900-slow', "do $$ begin assert current_setting('statement_timeout') = '0'; end $$");
  await migrate(app.connection.db, folder);
  const { rows } = await app.connection.pool.query('show statement_timeout');
  expect(rows[0].statement_timeout).not.toBe('0');
});
