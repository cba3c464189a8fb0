import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { statementsOf } from '../support/statements.ts';
import { waiters } from '../support/waiting.ts';

// Jobs are queued for a long time on a busy machine.

let app: TestApp;
let companyId: number;
let manager: Call;
let managerId: number;
beforeAll(async () => {
  app = await openTestApp(undefined, { jobs: { startHook: 'onReady', heartbeatMs: 200 } });
  companyId = await app.given.company();
  const person = await app.given.account(companyId, 'MANAGER', { full_name: 'Марина Котова' });
  manager = app.as(person.token);
  managerId = person.id;
});
afterAll(() => app.close());

const inEnglish = { headers: { 'accept-language': 'en' } };

const over = (state: string): boolean => !['checking', 'running', 'undoing'].includes(state);

/** Waits until the bulk change is no longer running, and returns it. */
const ended = async (call: Call, id: number) =>
  vi.waitFor(
    async () => {
      const { body } = await call('GET', `/api/v3/bulk/${id}`);
      expect(over(body.State)).toBe(true);
      return body;
    },
    { interval: 20 },
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

/** Waits until no job is locked. */
const jobsAtRest = () =>
  vi.waitFor(
    async () => {
      const { rows } = await app.connection.pool.query(
        'select 1 from graphile_worker.jobs where locked_at is not null',
      );
      expect(rows).toEqual([]);
    },
    { interval: 20 },
  );

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

it('the check counts the matching records as the list does, gives a reason for each impossible one, and changes nothing', async () => {
  const active = await vouchers(4, { branch: 'Север' });
  const suspended = await vouchers(2, { branch: 'Север', stage: 'suspended' });
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
  expect((await manager('GET', `/api/v3/bulk/${found.Id}`, undefined, inEnglish)).body).toMatchObject({
    What: 'Suspend',
    List: 'Vouchers',
  });
  // The first of the possible ones are shown before the run. The impossible ones are not among them.
  const first = await manager('GET', `/api/v3/bulk/${found.Id}/possible`);
  expect([...first.body.Ids].sort()).toEqual(active.map(({ id }) => id).sort());
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

/** Returns all parts of a record that an action may change. */
const whole = async (table: 'voucher' | 'accident' | 'account', ids: readonly number[]) => {
  const { pool } = app.connection;
  const rowsOf = async (from: string, column: string) =>
    (
      await pool.query(
        `select to_jsonb(r) - 'version' - 'id' as row from ${from} r where ${column} = any($1) order by r::text`,
        [ids],
      )
    ).rows.map(({ row }) => row);
  return {
    rows: (
      await pool.query(
        `select to_jsonb(r) - 'version' - 'last_seen_at' as row from ${table} r where id = any($1) order by id`,
        [ids],
      )
    ).rows,
    ...(table === 'voucher' && { periods: await rowsOf('device_period', 'voucher_id') }),
    ...(table === 'accident' && { calls: await rowsOf('notification', 'accident_id') }),
  };
};
const idsOf = (made: readonly { readonly id: number }[]) => made.map(({ id }) => id);
const chosen = (made: readonly { readonly id: number }[]) => ({ ids: idsOf(made).join() });

it.each([
  ['setContractType', { ContractTypeId: 2 }, 'active'],
  ['setAgent', { Agent: 'Агент Орлов' }, 'active'],
  ['setBranch', { Branch: 'Восток' }, 'active'],
  ['suspend', { Reason: 'продажа' }, 'active'],
  ['resume', {}, 'suspended'],
] as const)('vouchers: %s is looked at, done and undone, each to exactly what it was', async (action, Asked, stage) => {
  const made = await vouchers(3, { stage, branch: 'Запад', agent: 'Агент Сидоров' });
  if (stage === 'suspended')
    await app.connection.pool.query('update device_period set scored = false where voucher_id = any($1)', [
      idsOf(made),
    ]);
  const before = await whole('voucher', idsOf(made));
  const found = await look(`/api/v2/Voucher/bulk/${action}`, { Query: chosen(made), Asked });
  expect(found).toMatchObject({ State: 'ready', Matching: 3, Possible: 3, Filter: 'выбранные строки: 3' });
  expect(await whole('voucher', idsOf(made))).toEqual(before);
  const done = await step('run', found.Id);
  expect(done).toMatchObject({ State: 'done', Changed: 3, Refused: 0 });
  expect(done.UndoUntil).toBe(new Date(Date.parse(done.FinishedAt) + 600_000).toISOString());
  expect(await whole('voucher', idsOf(made))).not.toEqual(before);
  // A second run finds nothing to do.
  const again = await look(`/api/v2/Voucher/bulk/${action}`, { Query: chosen(made), Asked });
  expect(again).toMatchObject({ Possible: 0, Refused: 3 });
  expect((await manager('POST', `/api/v3/bulk/${again.Id}/run`)).status).toBe(409);
  expect(await step('undo', found.Id)).toMatchObject({ State: 'undone', Undone: 3, Left: 0, UndoUntil: null });
  expect(await whole('voucher', idsOf(made))).toEqual(before);
  expect((await history('voucher', made[0]?.id as number)).at(-1)).toMatchObject({
    action: 'undo',
    actor_id: managerId,
  });
  expect((await history('bulkChange', found.Id)).map(each => each.action)).toEqual(['run', 'undo']);
});

it('what somebody has changed since is not undone, and told; after ten minutes nothing is', async () => {
  const made = await vouchers(3, { branch: 'Восток-2' });
  const [first, second] = made;
  const { Id } = await look('/api/v2/Voucher/bulk/setBranch', { Query: chosen(made), Asked: { Branch: 'Центр' } });
  await step('run', Id);
  const { Version } = await read(first?.id as number);
  await manager('PUT', `/api/v2/Voucher/${first?.id}`, { Agent: 'Ершова', Version });
  expect(await step('undo', Id)).toMatchObject({ Undone: 2, Left: 1 });
  expect(await reasons(Id)).toEqual([{ Reason: expect.stringContaining('изменил'), Count: 1, Ids: [first?.id] }]);
  expect((await read(first?.id as number)).Branch).toBe('Центр');
  expect((await read(second?.id as number)).Branch).toBe('Восток-2');
  const late = await look('/api/v2/Voucher/bulk/setBranch', { Query: chosen(made), Asked: { Branch: 'Юг-3' } });
  await step('run', late.Id);
  app.clock.forward(601);
  const { status, body } = await manager('POST', `/api/v3/bulk/${late.Id}/undo`);
  expect([status, body.Code]).toEqual([409, 'UNDO_OVER']);
});

it('between the look and the run: what matches no longer is left out, what matches only now is not touched', async () => {
  const made = await vouchers(3, { branch: 'Речной' });
  const { Id } = await look('/api/v2/Voucher/bulk/setAgent', {
    Query: { Branch: 'Речной' },
    Asked: { Agent: 'Новый' },
  });
  const [moved] = made;
  const { Version } = await read(moved?.id as number);
  await manager('PUT', `/api/v2/Voucher/${moved?.id}`, { Branch: 'Озёрный', Version });
  const [late] = await vouchers(1, { branch: 'Речной' });
  expect(await step('run', Id)).toMatchObject({ Changed: 2, Refused: 1, Matching: 3 });
  expect(await reasons(Id)).toMatchObject([{ Reason: 'Больше не подходит под отбор', Count: 1, Ids: [moved?.id] }]);
  expect((await read(moved?.id as number)).Agent).toBe('');
  expect((await read(late?.id as number)).Agent).toBe('');
});

it('a field of many is set in few statements: what cannot is told record by record, one conflict leaves the others done', async () => {
  const already = await vouchers(1, { agent: 'Новый агент' });
  const made = [...already, ...(await vouchers(20, { agent: 'Старый агент' })), ...(await vouchers(1))];
  const found = await look('/api/v2/Voucher/bulk/setAgent', { Query: chosen(made), Asked: { Agent: 'Новый агент' } });
  expect(found).toMatchObject({ Matching: 22, Possible: 21, Refused: 1 });
  const sent = await statementsOf(async () =>
    expect(await step('run', found.Id)).toMatchObject({ Changed: 21, Refused: 1 }),
  );
  // The job also updates its own progress and events. The vouchers are written by one statement.
  expect(sent.filter(({ text }) => /^\s*update "?voucher\b/i.test(text))).toHaveLength(1);
  expect(await history('voucher', made[5]?.id as number)).toMatchObject([
    { action: 'update', changes: [{ field: 'Agent', before: 'Старый агент', after: 'Новый агент' }] },
  ]);
  // One record is changed by another person. Its change stays, the other twenty are restored.
  await app.connection.pool.query("update voucher set agent = 'Другой', version = version + 1 where id = $1", [
    made[3]?.id,
  ]);
  expect(await step('undo', found.Id)).toMatchObject({ Undone: 20, Left: 1 });
  expect((await read(made[4]?.id as number)).Agent).toBe('Старый агент');
});

it('says its filter in the language of whoever reads it; records that the filter names keep their titles', async () => {
  const english = async (path: string) => (await manager('GET', path, undefined, inEnglish)).body;
  const found = await look('/api/v2/Voucher/bulk/setAgent', {
    Query: { CityBegins: 'Мос', Vip: true },
    Asked: { Agent: 'Лев' },
  });
  expect(found.Filter).toBe('Город: начинается с Мос; VIP: да');
  expect((await english(`/api/v3/bulk/${found.Id}`)).Filter).toBe('City: begins with Мос; VIP: yes');
  expect((await english('/api/v3/bulk')).Items[0].Filter).toBe('City: begins with Мос; VIP: yes');
  const { body: client } = await manager('POST', '/api/v2/Client', { LastName: 'Рыбин' });
  const named = await look('/api/v2/Voucher/bulk/setAgent', {
    Query: { ClientId: client.Id },
    Asked: { Agent: 'Лев' },
  });
  expect((await english(`/api/v3/bulk/${named.Id}`)).Filter).toContain('Рыбин');
});

it('two bulk changes of the same records at once lose nothing', async () => {
  const made = await vouchers(15, { branch: 'Двойной' });
  const both = await Promise.all([
    look('/api/v2/Voucher/bulk/setAgent', { Query: chosen(made), Asked: { Agent: 'Первый' } }),
    look('/api/v2/Voucher/bulk/setContractType', { Query: chosen(made), Asked: { ContractTypeId: 3 } }),
  ]);
  const done = await Promise.all(both.map(({ Id }) => step('run', Id)));
  expect(done.map(({ Changed }) => Changed)).toEqual([15, 15]);
  const { rows } = await app.connection.pool.query(
    'select agent, contract_type_id as type, version from voucher where id = any($1)',
    [idsOf(made)],
  );
  expect(new Set(rows.map(row => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ agent: 'Первый', type: 3, version: 3 })]),
  );
});

it('a bulk change stops after the records at hand when its author loses the role', async () => {
  const made = await vouchers(110, { branch: 'Прерванный' });
  const { id, token } = await app.given.account(companyId, 'MANAGER');
  const call = app.as(token);
  const { Id } = await look('/api/v2/Voucher/bulk/setAgent', { Query: chosen(made), Asked: { Agent: 'Никто' } }, call);
  const { pool } = app.connection;
  const { rows } = await pool.query('select record_id from bulk_item where bulk_id = $1 and ordinal = 90', [Id]);
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from voucher where company_id = $1 and id = $2 for update', [companyId, rows[0].record_id]);
  await call('POST', `/api/v3/bulk/${Id}/run`);
  await vi.waitFor(async () => expect(await waiters(pool)).not.toBe(0), { interval: 10 });
  await pool.query("update account set roles = '{OPERATOR}' where id = $1", [id]);
  await other.query('rollback');
  other.release();
  expect(await ended(manager, Id)).toMatchObject({ State: 'failed', Changed: 100 });
  expect((await manager('POST', `/api/v3/bulk/${Id}/undo`)).status).toBe(201);
  expect(await ended(manager, Id)).toMatchObject({ State: 'undone', Undone: 100 });
});

it('a second press with the same key begins nothing twice; a run that is begun is not begun again', async () => {
  const made = await vouchers(2, { branch: 'Ключевой' });
  const body = { Query: chosen(made), Asked: { Agent: 'Раз' } };
  const more = { headers: { 'idempotency-key': 'press-1' } };
  const press = () => manager('POST', '/api/v2/Voucher/bulk/setAgent', body, more);
  const both = await Promise.all([press(), press()]);
  expect(both[0].body.Id).toBe(both[1].body.Id);
  const { Id } = await ended(manager, both[0].body.Id);
  const runs = await Promise.all([1, 2, 3].map(() => manager('POST', `/api/v3/bulk/${Id}/run`)));
  expect(runs.map(({ status }) => status)).toEqual([201, 201, 201]);
  await ended(manager, Id);
  expect((await history('voucher', made[0]?.id as number)).length).toBe(1);
  const jobs = await app.connection.pool.query(
    `select id from job where kind = 'bulkChanges' and (input->>'Bulk')::bigint = $1`,
    [Id],
  );
  expect(jobs.rows).toHaveLength(2);
});

const accidents = async (count: number, more: Parameters<TestApp['given']['accident']>[1] = {}) => {
  const made = [];
  for (let n = 0; n < count; n += 1) made.push(await app.given.accident(companyId, more));
  return made;
};
const totals = async () => {
  const of = async (status: string) =>
    (await manager('GET', `/api/v2/Accident/table/${status}?pageSize=10`)).body.Total;
  const counted = async (status: string) =>
    Number(
      (
        await app.connection.pool.query('select count(*) from accident where company_id = $1 and status = $2', [
          companyId,
          status,
        ])
      ).rows[0].count,
    );
  expect([await of('opened'), await of('notvalid')]).toEqual([await counted('opened'), await counted('notvalid')]);
  return [await of('opened'), await of('notvalid')];
};

it.each([
  ['toMini', async () => ({ Reason: 'ямы' })],
  ['assign', async () => ({ OperatorId: (await app.given.account(companyId, 'OPERATOR')).id })],
  ['setNextCall', async () => ({ DateTimeOfNextCall: '2026-01-16T09:00:00.000Z' })],
] as const)(
  'accidents: %s leaves the one that a colleague works on, and is undone with the planned calls',
  async (action, asked) => {
    const colleague = await app.given.account(companyId, 'OPERATOR', { full_name: 'Олег Занят' });
    const made = await accidents(3, { city: `город ${action}` });
    const [held, called] = made;
    const asColleague = app.as(colleague.token);
    await asColleague('GET', `/api/crash/lock/${called?.id}`);
    const { body: open } = await asColleague('GET', `/api/v2/Accident/${called?.id}`);
    const planned = { DateTimeOfNextCall: '2026-01-15T15:00:00.000Z', Version: open.Version };
    expect((await asColleague('PUT', `/api/v2/Accident/${called?.id}`, planned)).status).toBe(200);
    await asColleague('GET', `/api/crash/unlock/${called?.id}`);
    await asColleague('GET', `/api/crash/lock/${held?.id}`);
    const counted = await totals();
    const before = await whole('accident', idsOf(made));
    const Asked = await asked();
    const order = { Split: 'opened', Query: { City: `город ${action}` }, Asked };
    const found = await look(`/api/v2/Accident/bulk/${action}`, order);
    expect(found).toMatchObject({ State: 'ready', Matching: 3, Possible: 2, Refused: 1, List: 'Новые убытки' });
    expect(await reasons(found.Id)).toEqual([{ Reason: 'Аварию сейчас ведёт Олег Занят', Count: 1, Ids: [held?.id] }]);
    expect(await whole('accident', idsOf(made))).toEqual(before);
    expect(await step('run', found.Id)).toMatchObject({ Changed: 2, Refused: 1 });
    const after = await whole('accident', idsOf(made));
    expect(after.calls).not.toEqual(before.calls);
    if (action === 'toMini') expect(await totals()).toEqual([Number(counted[0]) - 2, Number(counted[1]) + 2]);
    expect(await step('undo', found.Id)).toMatchObject({ Undone: 2, Left: 0 });
    expect(await whole('accident', idsOf(made))).toEqual(before);
    expect(await totals()).toEqual(counted);
  },
);

it('an accident that somebody took since is not taken from them by undoing', async () => {
  const made = await accidents(2, { city: 'взятый' });
  const to = await app.given.account(companyId, 'OPERATOR', { full_name: 'Новый Оператор' });
  const found = await look('/api/v2/Accident/bulk/assign', {
    Split: 'opened',
    Query: { City: 'взятый' },
    Asked: { OperatorId: to.id },
  });
  await step('run', found.Id);
  // The audit holds the name, because operators may not read the list of operators.
  const { rows } = await app.connection.pool.query(
    "select changes from audit where entity = 'accident' and entity_id = $1 and action = 'assign'",
    [made[1]?.id],
  );
  expect(rows).toEqual([{ changes: [{ field: 'OperatorId', before: null, after: 'Новый Оператор' }] }]);
  const colleague = await app.given.account(companyId, 'OPERATOR');
  await app.as(colleague.token)('GET', `/api/crash/lock/${made[0]?.id}`);
  expect(await step('undo', found.Id)).toMatchObject({ Undone: 1, Left: 1 });
});

it('operators: blocked and let in again with their cases; letters go out once and cannot be undone', async () => {
  const made = [
    await app.given.account(companyId, 'OPERATOR', { full_name: 'Блок Один' }),
    await app.given.account(companyId, 'OPERATOR', { full_name: 'Блок Два' }),
  ];
  const [first] = made;
  const [own] = await accidents(1, { operator_id: first?.id ?? null });
  const order = { Query: { ids: [...idsOf(made), managerId].join() }, Asked: { Reason: 'отпуск' } };
  const found = await look('/api/v2/Operator/bulk/block', order);
  expect(found).toMatchObject({ Matching: 3, Possible: 2, Refused: 1 });
  expect((await app.as(first?.token as string)('GET', '/api/v2/Account/info')).status).toBe(200);
  const before = await whole('account', idsOf(made));
  expect(await step('run', found.Id)).toMatchObject({ Changed: 2, Refused: 1 });
  expect((await app.as(first?.token as string)('GET', '/api/v2/Account/info')).status).toBe(401);
  const operatorOf = async () =>
    (await app.connection.pool.query('select operator_id from accident where id = $1', [own?.id])).rows[0].operator_id;
  expect(await operatorOf()).toBeNull();
  expect(await step('undo', found.Id)).toMatchObject({ Undone: 2, Left: 0 });
  expect(await whole('account', idsOf(made))).toEqual(before);
  expect(await operatorOf()).toBe(first?.id);

  const links = async () =>
    Number(
      (await app.connection.pool.query('select count(*) from account_link where account_id = any($1)', [idsOf(made)]))
        .rows[0].count,
    );
  const none = await links();
  const letters = await look('/api/v2/Operator/bulk/resend', { Query: { ids: idsOf(made).join() } });
  expect([letters.Possible, await links()]).toEqual([2, none]);
  const sent = await step('run', letters.Id);
  expect([sent.Changed, sent.UndoUntil, await links()]).toEqual([2, null, none + 2]);
  expect((await manager('POST', `/api/v3/bulk/${letters.Id}/undo`)).status).toBe(409);
});

it('operators: whoever gets the cases of blocked colleagues hears of that, and not of a planned call', async () => {
  const leaving = await app.given.account(companyId, 'OPERATOR');
  const successor = await app.given.account(companyId, 'OPERATOR');
  await accidents(1, { operator_id: leaving.id });
  const asked = { HandOverTo: successor.id, Reason: 'отпуск' };
  const { Id } = await look('/api/v2/Operator/bulk/block', { Query: { ids: String(leaving.id) }, Asked: asked });
  expect(await step('run', Id)).toMatchObject({ Changed: 1 });
  const { rows } = await app.connection.pool.query(
    "select data from event where account_id = $1 and type = 'notification'",
    [successor.id],
  );
  expect(rows).toEqual([{ data: { Kind: 'handedOver' } }]);
});

it('operators: whoever blocks everybody stays, and so everybody else is blocked and can be let in again', async () => {
  const company = await app.given.company();
  const chief = await app.given.account(company, 'MANAGER', { full_name: 'Блок Сам' });
  await app.given.account(company, 'MANAGER');
  await app.given.account(company, 'OPERATOR');
  const call = app.as(chief.token);
  const found = await look('/api/v2/Operator/bulk/block', { Query: {}, Asked: {} }, call);
  expect(found).toMatchObject({ Matching: 3, Possible: 2, Refused: 1 });
  expect(await reasons(found.Id, call)).toMatchObject([{ Reason: expect.stringMatching(/^Свою учётную запись/) }]);
  expect(await step('run', found.Id, call)).toMatchObject({ Changed: 2, Refused: 1 });
  expect(await step('undo', found.Id, call)).toMatchObject({ Undone: 2, Left: 0 });
});

it('what an action of one record refuses to a role, many are refused too; nobody sees or touches another company', async () => {
  const operator = app.as((await app.given.account(companyId, 'OPERATOR')).token);
  const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
  const made = await vouchers(2, { branch: 'Чужой' });
  const order = { Query: chosen(made), Asked: { Agent: 'Вор' } };
  expect((await operator('POST', '/api/v2/Voucher/bulk/setAgent', order)).status).toBe(403);
  expect(
    (await operator('POST', '/api/v2/Accident/bulk/assign', { Split: 'opened', Asked: { OperatorId: 1 } })).status,
  ).toBe(403);
  expect((await app.anonymous('POST', '/api/v2/Voucher/bulk/setAgent', order)).status).toBe(401);
  const theirs = await look('/api/v2/Voucher/bulk/setAgent', order, stranger);
  expect(theirs).toMatchObject({ Matching: 0, Possible: 0 });
  const ours = await look('/api/v2/Voucher/bulk/setAgent', order);
  for (const call of [stranger, operator]) {
    expect((await call('GET', `/api/v3/bulk/${ours.Id}`)).status).toBe(404);
    expect((await call('GET', `/api/v3/bulk/${ours.Id}/reasons`)).status).toBe(404);
    expect((await call('GET', `/api/v3/bulk/${ours.Id}/possible`)).status).toBe(404);
    for (const name of ['run', 'undo', 'cancel'])
      expect((await call('POST', `/api/v3/bulk/${ours.Id}/${name}`)).status).toBe(404);
  }
  // A colleague may see and undo the change. Only its author may start it.
  const colleague = app.as((await app.given.account(companyId, 'MANAGER')).token);
  expect((await colleague('POST', `/api/v3/bulk/${ours.Id}/run`)).body.Code).toBe('BULK_NOT_YOURS');
  await step('run', ours.Id);
  expect(await step('undo', ours.Id, colleague)).toMatchObject({ Undone: 2 });
  // The author receives an event, because the author's screen may still offer the undo.
  const { rows } = await app.connection.pool.query(
    `select data->>'Action' as action from event where company_id = $1 and account_id is null and type = 'record'
       and data->>'Resource' = 'bulkChanges' and (data->>'Id')::int = $2 order by id`,
    [companyId, ours.Id],
  );
  expect(rows).toEqual([{ action: 'run' }, { action: 'undo' }]);
});

it('a cancelled run says how many it changed, and these can be undone', async () => {
  const made = await vouchers(110, { branch: 'Долгий' });
  const found = await look('/api/v2/Voucher/bulk/setAgent', { Query: chosen(made), Asked: { Agent: 'Часть' } });
  // Another person changes a record of the second batch meanwhile.
  const { rows } = await app.connection.pool.query(
    'select record_id from bulk_item where bulk_id = $1 and ordinal = 105',
    [found.Id],
  );
  const other = await app.connection.pool.connect();
  await other.query('begin');
  await other.query('select from voucher where company_id = $1 and id = $2 for update', [companyId, rows[0].record_id]);
  await manager('POST', `/api/v3/bulk/${found.Id}/run`);
  await vi.waitFor(
    async () =>
      expect(
        (await app.connection.pool.query(`select 1 from voucher where agent = 'Часть'`)).rows.length,
      ).toBeGreaterThan(2),
    { interval: 2 },
  );
  const stopped = await manager('POST', `/api/v3/bulk/${found.Id}/cancel`);
  expect(stopped.body.State).toBe('cancelled');
  const countChanged = async () =>
    (await app.connection.pool.query(`select 1 from voucher where agent = 'Часть'`)).rows.length;
  const changed = await countChanged();
  expect([stopped.body.Changed, changed < 110]).toEqual([changed, true]);
  await other.query('rollback');
  other.release();
  // No further record is changed after the cancellation.
  await jobsAtRest();
  expect(await countChanged()).toBe(changed);
  expect((await history('bulkChange', found.Id)).at(-1)).toMatchObject({
    action: 'cancel',
    changes: [{ field: 'Changed', before: null, after: changed }],
  });
  expect(await step('undo', found.Id)).toMatchObject({ Undone: changed, Left: 0 });
  expect(await countChanged()).toBe(0);
});

it('undoing that failed or was stopped says so and is begun again: the rest is put back, and nothing twice', async () => {
  const made = await vouchers(12, { branch: 'Возвратный', agent: 'Прежний' });
  const { Id } = await look('/api/v2/Voucher/bulk/setAgent', { Query: chosen(made), Asked: { Agent: 'Иной' } });
  await step('run', Id);
  const { pool } = app.connection;
  const agents = async () =>
    (await pool.query('select agent from voucher where id = any($1)', [idsOf(made)])).rows.map(({ agent }) => agent);
  // The undo runs in reverse order. Another transaction locks a record in the middle of it.
  const stopAt = async (place: number, stop: () => Promise<unknown>) => {
    const { rows } = await pool.query('select record_id from bulk_item where bulk_id = $1 and ordinal = $2', [
      Id,
      place,
    ]);
    const other = await pool.connect();
    await other.query('begin');
    await other.query('select from voucher where company_id = $1 and id = $2 for update', [
      companyId,
      rows[0].record_id,
    ]);
    expect((await manager('POST', `/api/v3/bulk/${Id}/undo`)).status).toBe(201);
    await vi.waitFor(async () => expect(await waiters(pool)).not.toBe(0), { interval: 10 });
    await stop();
    await other.query('rollback');
    other.release();
    await jobsAtRest();
    return (await manager('GET', `/api/v3/bulk/${Id}`)).body;
  };
  const fail = () =>
    pool.query(
      `update job set state = 'failed', error = '{"Code": "JOB_INTERRUPTED"}', finished_at = $2
       where id = (select undo_job from bulk_change where id = $1)`,
      [Id, app.clock.now()],
    );
  const failed = await stopAt(7, fail);
  expect(failed).toMatchObject({ State: 'failed', Phase: 'undo', Changed: 12, Left: 0 });
  expect(failed.UndoUntil).not.toBeNull();
  const stopped = await stopAt(2, () => manager('POST', `/api/v3/bulk/${Id}/cancel`));
  expect(stopped).toMatchObject({ State: 'cancelled', Phase: 'undo', Changed: 12 });
  expect((await agents()).filter(agent => agent === 'Прежний')).toHaveLength(stopped.Undone);
  expect(stopped.Undone).toBeGreaterThanOrEqual(failed.Undone);
  expect(await step('undo', Id)).toMatchObject({ State: 'undone', Undone: 12, Left: 0, UndoUntil: null });
  expect(new Set(await agents())).toEqual(new Set(['Прежний']));
  const { rows } = await pool.query(
    `select count(*)::int from audit where entity = 'voucher' and action = 'undo' and entity_id = any($1)`,
    [idsOf(made)],
  );
  expect(rows).toEqual([{ count: 12 }]);
});

it('notifies the person who started or undid a bulk change of its end, with figures and a link', async () => {
  const author = await app.given.account(companyId, 'MANAGER');
  const call = app.as(author.token);
  const made = await vouchers(2, { branch: 'Извещённый' });
  const { Id } = await look('/api/v2/Voucher/bulk/setAgent', { Query: chosen(made), Asked: { Agent: 'Весть' } }, call);
  const news = async () =>
    (await call('GET', '/api/v3/notifications?sort=["id","ASC"]')).body.map(
      ({ kind, text, path }: Record<string, unknown>) => [kind, text, path],
    );
  expect(await news()).toEqual([]);
  await step('run', Id, call);
  await step('undo', Id, call);
  const path = `/cabinet/bulk/${Id}/`;
  const told = [
    ['bulk', 'Сменить агента. Изменено: 2, Не изменено: 0', path],
    ['bulk', 'Сменить агента. Отменено: 2, Не отменено: 0', path],
  ];
  expect(await news()).toEqual(told);
  const { rows } = await app.connection.pool.query(
    `select data->'Notice' as notice from event where account_id = $1 and type = 'job' and data ? 'Notice' order by id`,
    [author.id],
  );
  expect(rows.map(({ notice }) => [notice.Kind, notice.Text, notice.Path])).toEqual(told);
});

it('odd orders and foreign filters are refused in words, never by a fault of the server', async () => {
  const bodies: readonly unknown[] = [
    {},
    { Asked: null },
    { Asked: {} },
    { Asked: [] },
    { Query: 5, Asked: { Agent: 'x' } },
    { Query: { Nonsense: 1 }, Asked: { Agent: 'x' } },
    { Query: { OperatorId: '1' }, Asked: { Agent: 'x' } },
    { Query: { ids: "1'; drop table voucher" }, Asked: { Agent: 'x' } },
    { Query: { ids: '99999999999999999999' }, Asked: { Agent: 'x' } },
    { Query: { sort: 'Nothing-asc' }, Asked: { Agent: 'x' } },
    { Query: { sort: 'constructor-asc' }, Asked: { Agent: 'x' } },
    { Query: { search: 'a\u0000b' }, Asked: { Agent: 'x' } },
    { Query: { __proto__: 1, constructor: 'x' }, Asked: { Agent: 'x' } },
    { Split: 'opened', Asked: { Agent: 'x' } },
    { Asked: { Agent: 'a\u0000b' } },
    { Asked: { Agent: 'x'.repeat(5000) } },
    { Asked: { Agent: 'x', Version: 1 } },
    { Asked: { Agent: { $ne: 1 } } },
    { Asked: { Agent: 'x' }, Resource: 'operators' },
  ];
  for (const body of bodies) {
    const { status } = await manager('POST', '/api/v2/Voucher/bulk/setAgent', body);
    expect([JSON.stringify(body).slice(0, 80), status]).toEqual([expect.any(String), 400]);
  }
  for (const path of ['/api/v2/Voucher/bulk/close', '/api/v2/Voucher/bulk/constructor', '/api/v2/Voucher/bulk/'])
    expect([path, (await manager('POST', path, {})).status]).toEqual([path, 404]);
  expect((await manager('POST', '/api/v2/Accident/bulk/toMini', { Asked: { Reason: 'x' } })).status).toBe(400);
  for (const id of ['0', '-1', 'x', '99999999999', '1e3'])
    for (const name of ['run', 'undo', 'cancel'])
      expect([id, (await manager('POST', `/api/v3/bulk/${id}/${name}`)).status]).toEqual([id, 404]);
  const unknown = await look('/api/v2/Voucher/bulk/setContractType', {
    Query: { ids: '1' },
    Asked: { ContractTypeId: 1 },
  });
  expect(unknown.State).toBe('ready');
  const { body } = await manager('POST', '/api/v2/Voucher/bulk/setContractType', {
    Asked: { ContractTypeId: 987_654 },
  });
  expect(body.Errors).toEqual([expect.objectContaining({ Field: 'ContractTypeId' })]);
});

it('an open tab receives one event for all changed records, not one for each', async () => {
  const made = await vouchers(15, { branch: 'Тихий' });
  const { Id } = await look('/api/v2/Voucher/bulk/setAgent', { Query: chosen(made), Asked: { Agent: 'Тише' } });
  const newsSince = async (id: number) =>
    (
      await app.connection.pool.query('select type from event where company_id = $1 and id > $2', [companyId, id])
    ).rows.map(({ type }) => type);
  const { rows } = await app.connection.pool.query('select last_id from event_head where company_id = $1', [companyId]);
  await step('run', Id);
  const types = await newsSince(Number(rows[0].last_id));
  expect(types).toContain('records');
  // The only record event is that of the bulk change itself.
  expect(types.filter(type => type === 'record')).toHaveLength(1);
  expect(types.length).toBeLessThan(15);
});
