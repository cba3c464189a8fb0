import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, openPool } from '../../server/db/connect.ts';
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

it('a pool outlives the loss of its connections, idle and busy ones: without a listener their errors end a thread', async () => {
  const pool = openPool(app.databaseUrl, { connections: 2, statementMs: 10_000, idleInTransactionMs: 10_000 });
  const pidOf = async (source: Pick<typeof pool, 'query'>): Promise<number> =>
    (await source.query('select pg_backend_pid() as pid')).rows[0].pid;
  const end = (pid: number) => app.connection.pool.query('select pg_terminate_backend($1)', [pid]);
  const busy = await pool.connect();
  await busy.query('begin');
  const idle = await pidOf(pool);
  const ended = new Promise<void>(done => busy.once('end', () => done()));
  await end(idle);
  await end(await pidOf(busy));
  await ended;
  await expect.poll(() => pool.idleCount).toBe(0);
  busy.release(true);
  expect(await pidOf(pool)).not.toBe(idle);
  await pool.end();
});
