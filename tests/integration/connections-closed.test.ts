import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../server/db/connect.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

it('closing the connections leaves none at the database, whichever pool they are of', async () => {
  const address = new URL(app.databaseUrl);
  address.searchParams.set('application_name', 'closed');
  const open = async (): Promise<number> => {
    const text = `select count(*)::int as n from pg_stat_activity where application_name = 'closed'`;
    return (await app.connection.pool.query(text)).rows[0].n;
  };
  const connection = connect(String(address), () => {});
  // The pools are used directly, as for lists and searches. Kysely would close only the pools that it has used.
  for (const pool of [connection.pool, connection.reads.pool, connection.streams]) await pool.query('select 1');
  expect(await open()).toBe(3);
  await connection.close();
  expect(await open()).toBe(0);
});
