import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { connect } from '../../server/db/connect.ts';
import { insurer } from '../../server/insurer.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { password } from '../support/given.ts';
import { listen, openSender } from '../support/sockets.ts';
import { fileUpload } from '../support/upload.ts';

let app: TestApp;
let company: number;
let token: string;
let manager: Call;
let colleague: Call;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  token = (await app.given.account(company, 'MANAGER')).token;
  manager = app.as(token, 'en');
  colleague = app.as((await app.given.account(company, 'MANAGER')).token, 'en');
});
afterAll(() => app.close());

let counter = 0;
const voucher = (VoucherNumber = `I-${counter++}`) => ({
  VoucherNumber,
  Client: { LastName: 'Иванов' },
  Vehicle: { Brand: 'Lada', Model: 'Vesta' },
});
const under = (key: string | string[]) => ({ headers: { 'idempotency-key': key as string } });
const create = (call: Call, key: string, body: object) => call('POST', '/api/v2/Voucher', body, under(key));
const vouchersOf = async (number: string) =>
  (await app.connection.db.selectFrom('voucher').select('id').where('number', '=', number).execute()).length;

describe('a creating call under an Idempotency-Key', () => {
  it('made ten times at once is done once and answers all ten the same', async () => {
    const body = voucher();
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(manager, 'ten', body)));
    expect(replies.map(({ status }) => status)).toEqual(new Array(10).fill(201));
    expect(new Set(replies.map(reply => JSON.stringify(reply.body))).size).toBe(1);
    expect(await vouchersOf(body.VoucherNumber)).toBe(1);
  });

  it('made ten times at once at two servers is done once and answers all ten the same', async () => {
    const connection = connect(app.databaseUrl, () => {}, 4);
    const second = await buildApp({ ...insurer, connection, now: app.clock.now, logger: false });
    const body = voucher();
    const there = () =>
      second.inject({
        method: 'POST',
        url: '/api/v2/Voucher',
        payload: body,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'two servers' },
      });
    const [here, elsewhere] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => create(manager, 'two servers', body))),
      Promise.all(Array.from({ length: 5 }, there)),
    ]);
    await second.close();
    await connection.close();
    const answers = [...here.map(reply => reply.body), ...elsewhere.map(reply => reply.json())];
    expect(here.every(({ status }) => status === 201)).toBe(true);
    expect(elsewhere.every(({ statusCode }) => statusCode === 201)).toBe(true);
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
    expect(await vouchersOf(body.VoucherNumber)).toBe(1);
  });

  it('leaves the database to others while its copies wait', async () => {
    const connection = connect(app.databaseUrl, () => {}, 2);
    const small = await buildApp({ ...insurer, connection, now: app.clock.now, logger: false });
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'many' };
    const body = voucher();
    const copies = Array.from({ length: 40 }, () =>
      small.inject({ method: 'POST', url: '/api/v2/Voucher', payload: body, headers }),
    );
    const other = await small.inject({ method: 'GET', url: '/api/v2/Account/info', headers });
    expect(other.statusCode).toBe(200);
    for (const { statusCode } of await Promise.all(copies)) expect(statusCode).toBe(201);
    await small.close();
    await connection.close();
  });

  it('with another body is refused, also while the first is on its way', async () => {
    const replies = await Promise.all([create(manager, 'other', voucher()), create(manager, 'other', voucher())]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await create(manager, 'other', voucher())).body.Message).toContain('with another body');
  });

  it('is another one when another account uses the key', async () => {
    const [mine, theirs] = [await create(manager, 'shared', voucher()), await create(colleague, 'shared', voucher())];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(mine.body.Id).not.toBe(theirs.body.Id);
  });

  it('that failed can be made again under the same key', async () => {
    const body = voucher();
    const taken = await manager('POST', '/api/v2/Voucher', body);
    expect((await create(manager, 'again', body)).status).toBe(409);
    await app.connection.db
      .updateTable('voucher')
      .set({ number: `${body.VoucherNumber}-old` })
      .where('id', '=', taken.body.Id)
      .execute();
    expect((await create(manager, 'again', body)).status).toBe(201);
  });

  it.each([
    ['an empty one', ''],
    ['one of 201 characters', 'k'.repeat(201)],
    ['one that is not printable', 'key\u0007'],
    ['one beyond ASCII', 'clé'],
    ['two of them', ['one', 'two']],
  ])('refuses %s by the name of the header', async (_what, key) => {
    const body = voucher();
    const refused = await manager('POST', '/api/v2/Voucher', body, under(key));
    expect(refused.status).toBe(400);
    expect(refused.body.Errors).toMatchObject([{ Field: 'Idempotency-Key' }]);
    expect(await vouchersOf(body.VoucherNumber)).toBe(0);
  });

  it('refuses a header that was sent twice', async () => {
    const port = await listen(app.server);
    const sender = openSender(port);
    sender.write(
      `POST /api/v2/Voucher HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Language: en\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nIdempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 2\r\n\r\n{}`,
    );
    const answer = await sender.closed;
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('Can be given only once');
  });
});

describe('a picture uploaded under a key', () => {
  it('answers the first result again, when its sender does not hold the case any more', async () => {
    const { id } = await app.given.accident(company);
    const bytes = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const upload = () =>
      manager(
        'POST',
        `/api/v2/Accident/${id}/images`,
        undefined,
        fileUpload('dent.png', bytes, { 'idempotency-key': `picture-${id}` }),
      );
    await manager('GET', `/api/crash/lock/${id}`);
    const first = await upload();
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    await manager('GET', `/api/crash/unlock/${id}`);
    const again = await upload();
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect((await manager('GET', `/api/v2/Accident/${id}/images`)).body).toHaveLength(1);
  });
});

describe('a call that saves under a key', () => {
  const counts = async (table: 'filter_template' | 'platform_key' | 'device' | 'company' | 'dictionary_entry') =>
    (await app.connection.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

  const name = 'Twice';
  const view = { Resource: 'vouchers', Name: name, Shared: 'me', State: {} };
  it.each([
    ['a view of a list', 'filter_template', '/api/filtertemplate', view],
    ['a platform key', 'platform_key', '/api/v2/PlatformKey', { Name: name }],
    ['a device', 'device', '/api/admin/terminal', { IMEI: '356938035643809' }],
    ['a contract type', 'dictionary_entry', '/api/contracttype', { TitleRu: name, TitleEn: name }],
    [
      'a company',
      'company',
      '/api/insurancecompany',
      { Name: name, Manager: { Email: 'twice@drivedesk.example', FullName: name } },
    ],
  ] as const)('creates %s once, and answers the same again', async (_what, table, path, body) => {
    const { email } = await app.given.account(company, 'SUPERUSER');
    const signedIn = await app.anonymous('POST', '/api/v2/superuser/auth', { Login: email, Password: password });
    const superuser = app.as(signedIn.body.Token, 'en');
    const before = await counts(table);
    const [first, ...again] = await Promise.all(
      Array.from({ length: 4 }, () => superuser('POST', path, body, under(`twice ${table}`))),
    );
    expect([first!.status, JSON.stringify(first!.body)]).toEqual([200, expect.stringContaining('"Id"')]);
    expect(again.map(reply => [reply.status, reply.body.Id])).toEqual(again.map(() => [200, first!.body.Id]));
    expect(await counts(table)).toBe(before + 1);
  });

  it('tells a platform key once: the database has no copy that could be told again', async () => {
    const ask = () => manager('POST', '/api/v2/PlatformKey', { Name: 'Secret' }, under('secret'));
    const first = (await ask()).body;
    expect(first.Key).toMatch(/^dk_/);
    expect((await ask()).body).toEqual({ Id: first.Id, Key: null });
    const { rows } = await app.connection.pool.query('select answer::text from idempotency_key');
    expect(rows.filter(({ answer }) => answer.includes('dk_'))).toEqual([]);
  });
});

it('a call that creates nothing passes a key over', async () => {
  const { email } = await app.given.account(company, 'MANAGER');
  const reply = await app.anonymous('POST', '/api/v2/Auth', { Login: email, Password: password }, under(''));
  expect(reply.status).toBe(200);
});
