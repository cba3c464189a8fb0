import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Author, inTransaction } from '../../server/db/change.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { rings, waiters } from '../support/waiting.ts';

let app: TestApp;
let author: Author;
let clients: readonly [number, number];
beforeAll(async () => {
  app = await openTestApp();
  const companyId = await app.given.company();
  author = { companyId, accountId: null, name: '', requestId: null, at: new Date() };
  const manager = app.as((await app.given.account(companyId, 'MANAGER')).token);
  const client = async (LastName: string) => (await manager('POST', '/api/v2/Client', { LastName })).body.Id as number;
  clients = [await client('Иванов'), await client('Петров')];
});
afterAll(() => app.close());

/** Changes both clients with a counter, one after the other. `meet` runs in between. */
const changeBoth = (order: readonly number[], mark: string, meet: () => Promise<unknown>) =>
  inTransaction(app.connection.db, author, async tx => {
    for (const id of order) {
      await sql`update client set first_name = first_name || ${mark} where company_id = ${author.companyId}
        and id = ${id}`.execute(tx.db);
      await meet();
    }
    tx.countRows('deadlock', '', 1);
    await tx.audit({ entity: 'client', entityId: order[0] ?? 0, action: 'update', changes: [] });
    tx.emit('record', { Resource: 'clients', Id: order[0] ?? 0, Action: 'update', ActorId: tx.actorId });
  });

const countOf = async (query: ReturnType<typeof sql<{ n: number }>>) =>
  (await query.execute(app.connection.db)).rows[0]?.n;

it('two changes that wait for each other are both made, each once', async () => {
  const [first, second] = clients;
  const { companyId } = author;
  let met = 0;
  const meet = async () => {
    met += 1;
    await vi.waitFor(() => expect(met).toBeGreaterThanOrEqual(2));
  };
  const before = await rings(app.connection.pool);
  await Promise.all([changeBoth([first, second], 'a', meet), changeBoth([second, first], 'b', meet)]);
  // The second try of one may deadlock with the other once more.
  expect(await rings(app.connection.pool)).toBeGreaterThan(before);
  expect(await waiters(app.connection.pool)).toBe(0);
  const { rows } = await sql<{ first_name: string }>`select first_name from client where company_id = ${companyId}
    order by id`.execute(app.connection.db);
  for (const { first_name } of rows) expect([...first_name].sort()).toEqual(['a', 'b']);
  expect(
    await countOf(sql`select sum(total)::int as n from row_total
      where company_id = ${companyId} and list = 'deadlock'`),
  ).toBe(2);
  expect(
    await countOf(sql`select count(*)::int as n from audit
      where company_id = ${companyId} and entity = 'client' and changes = '[]'`),
  ).toBe(2);
  expect(
    await countOf(sql`select count(*)::int as n from event
      where company_id = ${companyId} and type = 'record' and data->>'Action' = 'update'`),
  ).toBe(2);
});

it('a change that is given up each time says so in the end', async () => {
  let tried = 0;
  const change = inTransaction(app.connection.db, author, async tx => {
    tried += 1;
    await sql`do $$ begin raise exception 'each waited for the other' using errcode = '40P01'; end $$`.execute(tx.db);
  });
  await expect(change).rejects.toMatchObject({ code: '40P01' });
  expect(tried).toBe(3);
});
