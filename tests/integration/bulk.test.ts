import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let companyId: number;
let manager: Call;
let managerId: number;
beforeAll(async () => {
  app = await openTestApp(undefined, { jobs: { from: 'onReady', beatMs: 200 } });
  companyId = await app.given.company();
  const person = await app.given.account(companyId, 'MANAGER', { full_name: 'Марина Котова' });
  manager = app.as(person.token);
  managerId = person.id;
});
afterAll(() => app.close());

const over = (state: string): boolean => !['checking', 'running', 'undoing'].includes(state);

/** The bulk change once it is not under way any more. */
const ended = async (call: Call, id: number) =>
  vi.waitFor(
    async () => {
      const { body } = await call('GET', `/api/v3/bulk/${id}`);
      expect(over(body.State)).toBe(true);
      return body;
    },
    { timeout: 30_000, interval: 20 },
  );

const look = async (path: string, body: object, call = manager) => {
  const begun = await call('POST', path, body);
  expect([path, begun.status, begun.body.Errors]).toEqual([path, 201, undefined]);
  return ended(call, begun.body.Id);
};
const step = async (name: 'run' | 'undo', id: number, call = manager) => {
  const begun = await call('POST', `/api/v3/bulk/${id}/${name}`);
  expect([name, begun.status, begun.body.Message]).toEqual([name, 201, undefined]);
  return ended(call, id);
};
const reasons = async (id: number, call = manager) => (await call('GET', `/api/v3/bulk/${id}/reasons`)).body;

const vouchers = async (count: number, more: Parameters<TestApp['given']['voucher']>[1] = {}) => {
  const made = [];
  for (let n = 0; n < count; n += 1) made.push(await app.given.voucher(companyId, more));
  return made;
};
const read = async (id: number) => (await manager('GET', `/api/v2/Voucher/${id}/details`)).body;
const history = async (entity: string, id: number) =>
  (
    await app.connection.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'reason', 'changes'])
      .where('company_id', '=', companyId)
      .where('entity', '=', entity)
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
  ).filter(({ action }) => action !== 'create');

it('what matches is what the list counts, what cannot is told with its reason, and nothing is changed before it is run', async () => {
  const active = await vouchers(4, { branch: 'Север' });
  const suspended = await vouchers(2, { branch: 'Север', cycle: 4 });
  await vouchers(1, { branch: 'Юг' });
  const Query = { Branch: 'Север' };
  const { body: list } = await manager('GET', `/api/v2/Voucher/table?Branch=${encodeURIComponent('Север')}`);
  const found = await look('/api/v2/Voucher/bulk/suspend', { Query, Asked: { Reason: 'зима' } });
  expect(found).toMatchObject({
    What: 'Приостановить',
    List: 'Ваучеры',
    Filter: 'Филиал: Север',
    State: 'ready',
    Matching: list.Total,
    Possible: 4,
    Refused: 2,
    Changed: 0,
    Author: 'Марина Котова',
    UndoUntil: null,
  });
  expect(list.Total).toBe(6);
  const [why, ...others] = await reasons(found.Id);
  expect(others).toEqual([]);
  expect(why).toEqual({
    Reason: expect.stringContaining('стадия «приостановлен»'),
    Count: 2,
    Ids: expect.arrayContaining(suspended.map(({ id }) => id)),
  });
  expect((await read(active[0]?.id as number)).Status).toBe('active');
  expect(await history('voucher', active[0]?.id as number)).toEqual([]);

  const done = await step('run', found.Id);
  expect(done).toMatchObject({ State: 'done', Changed: 4, Refused: 2, Done: 4, Total: 4 });
  const voucher = await read(active[0]?.id as number);
  expect(voucher.Status).toBe('suspended');
  expect((await history('voucher', voucher.Id)).map(({ action, reason }) => [action, reason])).toEqual([
    ['suspend', 'зима'],
  ]);
  expect(await history('bulkChange', found.Id)).toMatchObject([{ action: 'run', actor_id: managerId }]);
});
