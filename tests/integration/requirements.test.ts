import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type DatabaseFacts, openDatabase, requirementWarningsOf } from '../../server/db/open.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let admin: pg.Client;
let url: string;
let database: string;
const role = `limited_${process.pid}`;
beforeAll(async () => {
  app = await openTestApp();
  database = new URL(app.databaseUrl).pathname.slice(1);
  admin = new pg.Client({ connectionString: app.databaseUrl });
  await admin.connect();
  await admin.query(`create role ${role} login password 'secret'`);
  await admin.query(`revoke temporary on database ${database} from public`);
  url = Object.assign(new URL(app.databaseUrl), { username: role, password: 'secret' }).href;
});
afterAll(async () => {
  await admin.query(`drop owned by ${role} cascade`);
  await admin.end();
  await app.close();
  const server = new pg.Client({ connectionString: inject('databaseServer') });
  await server.connect();
  await server.query(`drop role ${role}`);
  await server.end();
});

const start = (log: (text: string) => void = () => {}) =>
  openDatabase({ databaseUrl: url, dataDir: '' }, { log, onTakeover: () => {} });

it('a start tells all rights that the user of the database lacks, each with its cure', async () => {
  const error: Error = await start().then(
    () => new Error('It has started.'),
    reason => reason,
  );
  expect(error.message.split('\n')).toEqual([
    'The database at DATABASE_URL cannot be used.',
    `The user ${role} may not make tables: grant usage, create on schema public to "${role}".`,
    `The user ${role} may not make temporary tables: grant temporary on database "${database}" to "${role}".`,
    `The schema graphile_worker belongs to another user than ${role}: alter its owner, and that of its tables and functions.`,
    expect.stringMatching(
      new RegExp(
        `^Tables of the schema public belong to another user than ${role} \\(accident, .+\\): reassign owned by their owner to "${role}"\\.$`,
      ),
    ),
  ]);
});

it('an empty database asks for the right to make the extension and the schema of the queue, and then for nothing', async () => {
  await admin.query('drop schema public cascade; drop schema graphile_worker cascade; create schema public');
  await expect(start()).rejects.toThrow(
    `may not make the extension pg_trgm and the schema graphile_worker: grant create on database "${database}" to "${role}".`,
  );
  await admin.query(`grant create, temporary on database ${database} to ${role}`);
  await admin.query(`grant usage, create on schema public to ${role}`);
  const told: string[] = [];
  expect((await start(text => told.push(text))).url).toBe(url);
  // The test database has the collation C.
  expect(told).toEqual([
    `The database ${database} does not sort Russian names alphabetically (Ёлкин, Авдеев, Жуков, Яшин, иванов, ёжиков): lists follow its collation. Make it with the collation that docs/operations.md names.`,
  ]);
});

it('a database that sorts names alphabetically has nothing to be told of', () => {
  const sorted = ['Авдеев', 'ёжиков', 'Ёлкин', 'Жуков', 'иванов', 'Яшин'];
  expect(requirementWarningsOf({ sorted, database: 'drivedesk' } as unknown as DatabaseFacts)).toEqual([]);
});
