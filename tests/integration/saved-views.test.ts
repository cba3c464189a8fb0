import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import type { Person } from '../support/given.ts';

let app: TestApp;
let author: Person;
let manager: Call;
let colleague: Call;
let operator: Call;
let otherOperator: Call;
let stranger: Call;
beforeAll(async () => {
  app = await openTestApp();
  const company = await app.given.company();
  const signIn = async (role: 'MANAGER' | 'OPERATOR') => app.given.account(company, role);
  author = await signIn('MANAGER');
  manager = app.as(author.token, 'en');
  colleague = app.as((await signIn('MANAGER')).token);
  operator = app.as((await signIn('OPERATOR')).token, 'en');
  otherOperator = app.as((await signIn('OPERATOR')).token);
  stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
});
afterAll(() => app.close());

const path = '/api/filtertemplate';
const opened = { Resource: 'accidents', Split: 'opened', State: {} };
const save = (call: Call, body: object) => call('POST', path, { ...opened, ...body });
const remove = (call: Call, Id: number) => call('POST', `${path}/delete`, { Id });
const names = async (call: Call, of = 'resource=accidents&split=opened'): Promise<string[]> =>
  (await call('GET', `/api/v3/filtertemplates?${of}`)).body.map(({ Name }: { Name: string }) => Name);

describe('a saved view', () => {
  it('keeps filters, search, sort, columns, widths, display, density and page size, each in its type', async () => {
    const State = {
      Filters: { Severity: 'major', Vip: true, MaximumAccelerationFrom: 4.5 },
      Search: 'мос',
      Sort: 'MaximumAcceleration-desc',
      Columns: ['CrashDateTime', 'ClientName'],
      Widths: { ClientName: 30.5 },
      Display: 'table',
      Density: 'compact',
      PageSize: 50,
    };
    const { status, body } = await save(manager, { Name: ' Strong ', Shared: 'me', State });
    expect([status, body]).toEqual([200, { Id: expect.any(Number) }]);
    const list = await manager('GET', '/api/v3/filtertemplates?resource=accidents&split=opened');
    expect(list.body).toEqual([
      {
        ...opened,
        Id: body.Id,
        Name: 'Strong',
        Shared: 'me',
        Role: null,
        State,
        OwnerName: expect.any(String),
        Mine: true,
        Changeable: true,
        ChangedAt: app.clock.now().toISOString(),
      },
    ]);
    expect((await save(manager, { Id: body.Id, Name: 'Stronger', Shared: 'me' })).body).toEqual(body);
    expect(await names(manager)).toEqual(['Stronger']);
    expect(await names(manager, 'resource=accidents&split=closed')).toEqual([]);
    expect((await remove(manager, body.Id)).status).toBe(200);
    expect(await names(manager)).toEqual([]);
    expect((await remove(manager, body.Id)).status).toBe(404);
  });

  it.each([
    ['State.Filters.Nonsense', { Filters: { Nonsense: '1' } }],
    ['State.Filters.page', { Filters: { page: 2 } }],
    ['State.Filters.Severity', { Filters: { Severity: 'enormous' } }],
    ['State.Sort', { Sort: 'CrashDateTime' }],
    ['State.Columns', { Columns: ['Nonsense'] }],
    ['State.Columns', { Columns: [] }],
    ['State.Widths', { Widths: { Nonsense: 10 } }],
    ['State.Widths.ClientName', { Widths: { ClientName: 1000 } }],
    ['State.Display', { Display: 'map' }],
    ['State.Density', { Density: 'tight' }],
    ['State.PageSize', { PageSize: 100_000 }],
    ['State.More', { More: 1 }],
  ])('is refused with what its list does not have, by name: %s', async (field, State) => {
    const { status, body } = await save(manager, { Name: 'Refused', Shared: 'me', State });
    expect([status, body.Errors.map(({ Field }: { Field: string }) => Field)]).toEqual([400, [field]]);
    expect(await names(manager)).toEqual([]);
  });

  it('is of a list that there is, and that its author may read', async () => {
    expect((await save(manager, { Resource: 'nothing', Name: 'x', Shared: 'me' })).status).toBe(400);
    expect((await save(manager, { Resource: 'constructor', Name: 'x', Shared: 'me' })).status).toBe(400);
    expect((await save(manager, { Split: 'everywhere', Name: 'x', Shared: 'me' })).status).toBe(400);
    const ofVouchers = { Resource: 'vouchers', Split: undefined, Name: 'x', Shared: 'me' };
    expect((await save(operator, ofVouchers)).status).toBe(403);
    expect((await operator('GET', '/api/v3/filtertemplates?resource=vouchers')).status).toBe(403);
    expect((await save(manager, { Name: '   ', Shared: 'me' })).status).toBe(400);
  });

  it('has a name of its own among those of its author', async () => {
    const first = await save(operator, { Name: 'Mine own', Shared: 'me' });
    // A line break makes no other name, because a name is one line.
    const second = await save(operator, { Name: 'mine\n own', Shared: 'me' });
    expect([second.status, second.body.Code, second.body.Errors[0].Field]).toEqual([409, 'TAKEN', 'Name']);
    expect((await save(operator, { Name: '\u200b', Shared: 'me' })).body.Errors[0].Field).toBe('Name');
    const others = await save(otherOperator, { Name: 'Mine own', Shared: 'me' });
    for (const [call, { body }] of [
      [operator, first],
      [otherOperator, others],
    ] as const)
      expect((await remove(call, body.Id)).status).toBe(200);
  });

  it('stays within the number that one person may have, however many are saved at once', async () => {
    const { rows } = await app.connection.pool.query(
      `insert into filter_template (company_id, owner_id, owner_name, resource, split, name, shared, state, changed_at)
       select $1, $2, 'x', 'accidents', 'closed', 'View ' || n, 'me', '{}', now() from generate_series(1, 198) n returning id`,
      [author.companyId, author.id],
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => save(manager, { Split: 'closed', Name: `More ${n}`, Shared: 'me' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422]);
    expect(rows.length).toBe(198);
    await app.connection.pool.query(`delete from filter_template where split = 'closed'`);
  });
});

describe('sharing', () => {
  it('shows a view to its author, to a role, or to the company, and to nobody of another', async () => {
    const ids = await Promise.all(
      [
        { Name: 'A mine', Shared: 'me' },
        { Name: 'B managers', Shared: 'role' },
        { Name: 'C operators', Shared: 'role', Role: 'OPERATOR' },
        { Name: 'D company', Shared: 'company' },
      ].map(async view => (await save(manager, view)).body.Id as number),
    );
    expect(await names(manager)).toEqual(['A mine', 'B managers', 'C operators', 'D company']);
    expect(await names(colleague)).toEqual(['B managers', 'C operators', 'D company']);
    expect(await names(operator)).toEqual(['C operators', 'D company']);
    expect(await names(stranger)).toEqual([]);
    for (const id of ids) {
      expect((await remove(stranger, id)).status).toBe(404);
      expect((await save(stranger, { Id: id, Name: 'Stolen', Shared: 'me' })).status).toBe(404);
    }
    expect([404, 404, 403, 403]).toEqual(await Promise.all(ids.map(async id => (await remove(operator, id)).status)));
    // Only the author may remove a private view. Any manager may remove a shared one.
    expect([404, 200, 200, 200]).toEqual(await Promise.all(ids.map(async id => (await remove(colleague, id)).status)));
    expect(await names(manager)).toEqual(['A mine']);
    await remove(manager, ids[0] as number);
  });

  it('is for managers, and with roles that may read the list', async () => {
    for (const view of [{ Shared: 'company' }, { Shared: 'role', Role: 'OPERATOR' }])
      expect((await save(operator, { Name: 'Pushed', ...view })).status).toBe(403);
    const vouchers = { Resource: 'vouchers', Split: undefined, Name: 'x', Shared: 'role', Role: 'OPERATOR' };
    expect((await save(manager, vouchers)).status).toBe(400);
    expect((await save(manager, { Name: 'x', Shared: 'me', Role: 'OPERATOR' })).status).toBe(400);
    const { Id } = (await save(operator, { Name: 'Own', Shared: 'me' })).body;
    expect((await save(operator, { Id, Name: 'Own', Shared: 'company' })).status).toBe(403);
    await remove(operator, Id);
  });

  it('leaves a trace in the history, a view for oneself does not', async () => {
    const { Id } = (await save(manager, { Name: 'Quiet', Shared: 'me' })).body;
    const filter = encodeURIComponent(JSON.stringify({ entity: 'filterTemplate', entityId: Id }));
    const history = async () => (await manager('GET', `/api/v3/audit?filter=${filter}`)).body;
    expect(await history()).toEqual([]);
    await save(manager, { Id, Name: 'Quiet', Shared: 'company' });
    await save(colleague, { Id, Name: 'Loud', Shared: 'company' });
    await remove(colleague, Id);
    expect((await history()).map(({ action }: { action: string }) => action)).toEqual(['remove', 'update', 'update']);
  });
});

it('every wrong body is refused with the reason and saves nothing', async () => {
  const odd = fc.oneof(
    fc.constantFrom(null, '', ' ', 'a\u0000b', '\ud800', -1, 0, 1e300, 2 ** 53, 1.5, true, [], {}, [1], { a: 1 }),
    fc.constantFrom('__proto__', 'accidents', 'role', 'company', 'SUPERUSER', { Filters: { Severity: '\u0000' } }),
    fc.constantFrom({ Widths: { ClientName: '9' } }, { Filters: { constructor: 1 } }, { Search: '\ud800' }),
    fc.string({ maxLength: 400 }),
  );
  const keys = 'Id Resource Split Name Shared Role State Nonsense'.split(' ');
  const count = async () =>
    (await app.connection.pool.query('select count(*) as n from filter_template')).rows[0].n as number;
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...keys), odd, { maxKeys: 4 }), async more => {
      const before = await count();
      const { status, body } = await save(manager, { Name: 'Fuzz', Shared: 'me', ...more });
      expect([status < 500, body.Code]).toEqual([true, body.Code]);
      if (status >= 400) expect(await count()).toBe(before);
      else await remove(manager, body.Id);
    }),
    { numRuns: 60, seed: 9 },
  );
});
