import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Letter } from '../../server/mail/mailer.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import type { Person } from '../support/given.ts';

const letters: Letter[] = [];
const refused = new Set<string>();
const mail = {
  send: async (letter: Letter) => {
    if (refused.has(letter.to)) throw new Error('550 no such mailbox');
    letters.push(letter);
  },
};
const site = { publicUrl: 'https://cabinet.example.test', registration: true, passwordReset: true };
let app: TestApp;
let company: number;
let manager: Person;
let stranger: Person;
beforeAll(async () => {
  app = await openTestApp(undefined, { site, mail });
  company = await app.given.company('Вектор Авто');
  manager = await app.given.account(company, 'MANAGER');
  stranger = await app.given.account(await app.given.company('Нева'), 'MANAGER');
});
afterAll(() => app.close());

let number = 0;
const wish = (more: object = {}) => {
  number += 1;
  return { FullName: 'Пётр Ильин', Email: `asker${number}@example.test`, CompanyName: 'Вектор Авто', ...more };
};
// Each request has its own address, because the rate limit counts by address.
const ask = (body: object, remoteAddress = `10.0.${number % 250}.${(number * 7) % 250}`) =>
  app.anonymous('POST', '/api/v2/Account/register', body, { remoteAddress });
const list = async (person: Person, filter: object = { state: 'pending' }) =>
  (await app.as(person.token)('GET', `/api/v3/registrations?filter=${encodeURIComponent(JSON.stringify(filter))}`))
    .body;
const listed = (email: string) =>
  vi.waitFor(async () => {
    const row = (await list(manager)).find((one: { email: string }) => one.email === email);
    expect(row).toBeDefined();
    return row as { id: number; state: string };
  });
const lettersTo = (email: string) => letters.filter(({ to }) => to === email);
const letterTo = (email: string) => vi.waitFor(() => expect(lettersTo(email).length).toBeGreaterThan(0));
const asked = async (more: object = {}) => {
  const body = wish(more);
  await ask(body);
  return { ...body, row: await listed(body.Email) };
};

describe('asking for an account', () => {
  it('leaves a request the company’s managers see and are told of, and nobody else', async () => {
    const { Email, row } = await asked({ Phone: '+7 916 100-00-01' });
    expect(row).toMatchObject({ fullName: 'Пётр Ильин', phone: '+7 916 100-00-01', state: 'pending', decidedAt: null });
    expect(await list(stranger)).toEqual([]);
    await vi.waitFor(() => expect(lettersTo(manager.email).some(({ text }) => text.includes(Email))).toBe(true));
    expect(lettersTo(stranger.email)).toEqual([]);
    const operator = await app.given.account(company, 'OPERATOR');
    expect((await app.as(operator.token)('GET', '/api/v3/registrations')).status).toBe(403);
  });

  it.each([
    ['mailto:Pasted.Link@Example.test', 'pasted.link@example.test'],
    ['\u200bpasted.invisible@example.test\u200e', 'pasted.invisible@example.test'],
    ['pasted@почта.рф', 'pasted@почта.рф'],
    ['Ivan <pasted.name@example.test>', 'pasted.name@example.test'],
  ])('takes the e-mail %j as forms do', async (Email, email) => {
    expect((await ask(wish({ Email }))).status).toBe(200);
    expect(await listed(email)).toMatchObject({ state: 'pending' });
  });

  it.each([
    'mailto:',
    'a@b',
    'a b@example.test',
    'Ivan <a@example.test> b',
    'a@example.test,b@example.test',
    'a..b@x.test',
    '=?utf-8?q?a?=@x.test',
  ])('is refused with %j for an e-mail', async Email => {
    const { status, body } = await ask(wish({ Email }));
    expect([status, body.Errors?.[0]?.Field]).toEqual([400, 'Email']);
  });

  it('is refused with a phone that is none', async () => {
    const { status, body } = await ask(wish({ Phone: 'call me' }));
    expect([status, body.Errors?.[0]?.Field]).toEqual([400, 'Phone']);
  });

  it('notifies every manager, also when the mail address of one is refused', async () => {
    const own = await app.given.company('Много начальников');
    const chiefs = [];
    for (let i = 0; i < 4; i += 1) chiefs.push(await app.given.account(own, 'MANAGER'));
    refused.add(chiefs[0]?.email ?? '').add(chiefs[2]?.email ?? '');
    await ask(wish({ CompanyName: 'Много начальников' }));
    for (const chief of [chiefs[1], chiefs[3]]) await letterTo(chief?.email ?? '');
  });

  it.each(['ООО «Вектор Авто»', 'вектор авто', 'АО "Вектор-Авто"'])('finds the company written as %s', async name => {
    await asked({ CompanyName: name });
  });

  it('answers the same for an unknown company and for an account that is there', async () => {
    const good = await ask(wish());
    const unknown = await ask(wish({ CompanyName: 'Нет такой' }));
    const there = await ask(wish({ Email: manager.email }));
    for (const reply of [unknown, there]) {
      expect(reply.status).toBe(good.status);
      expect(reply.body).toEqual(good.body);
    }
    await vi.waitFor(() =>
      expect(lettersTo(manager.email).map(({ subject }) => subject)).toContain(
        'У вас уже есть учётная запись в Drivedesk',
      ),
    );
  });

  it('asked twice is asked once', async () => {
    const { Email, ...body } = await asked();
    await ask({ FullName: body.FullName, CompanyName: body.CompanyName, Email: Email.toUpperCase() });
    // Requests are stored after the answer. When a later one is listed, this one would be listed too.
    await asked();
    const rows = await list(manager);
    expect(rows.filter((row: { email: string }) => row.email.toLowerCase() === Email)).toHaveLength(1);
  });

  it('names the fields at fault, and takes ten from one address', async () => {
    expect((await ask({ FullName: '', Email: 'x', CompanyName: '' })).body.Errors).toEqual([
      { Field: 'FullName', Message: 'Поле обязательно для заполнения' },
      { Field: 'Email', Message: 'Введите корректный email' },
      { Field: 'CompanyName', Message: 'Поле обязательно для заполнения' },
    ]);
    for (let i = 0; i < 10; i += 1) expect((await ask(wish(), '10.9.9.9')).status).toBe(200);
    expect((await ask(wish(), '10.9.9.9')).status).toBe(429);
  });

  it('counts by the address that a proxy tells of, if it is one that is trusted', async () => {
    const behind = await openTestApp(undefined, { site, trustProxy: ['10.1.0.0/16'] });
    const through = (remoteAddress: string, caller: string) =>
      behind.anonymous('POST', '/api/v2/Account/register', wish(), {
        remoteAddress,
        headers: { 'x-forwarded-for': caller },
      });
    const statuses = async (proxy: string) => {
      const all = [];
      for (let i = 0; i < 12; i += 1) all.push((await through(proxy, `203.0.113.${i}`)).status);
      return new Set(all);
    };
    expect(await statuses('10.1.2.3')).toEqual(new Set([200]));
    expect(await statuses('10.2.2.3')).toEqual(new Set([200, 429]));
    await behind.close();
  });

  it('is off unless configured', async () => {
    const closed = await openTestApp();
    expect((await closed.anonymous('POST', '/api/v2/Account/register', wish())).status).toBe(403);
    expect((await closed.anonymous('GET', '/api/v2/Account/options')).body.Registration).toBe(false);
    await closed.close();
    expect((await app.anonymous('GET', '/api/v2/Account/options')).body.Registration).toBe(true);
  });
});

describe('deciding', () => {
  const approve = (person: Person, id: number, role = 'OPERATOR') =>
    app.as(person.token)('POST', `/api/v3/registrations/${id}/approve`, { role });
  const total = async () =>
    (await app.as(manager.token)('GET', '/api/v2/Operator/table?pageSize=10')).body.Total as number;

  it('makes the account, whose owner chooses a password by the link', async () => {
    const before = await total();
    const { Email, row } = await asked();
    expect(await approve(manager, row.id)).toMatchObject({ status: 200, body: { state: 'approved' } });
    expect(await total()).toBe(before + 1);
    await letterTo(Email);
    const token = /#([\w-]+)/.exec(lettersTo(Email)[0]?.text ?? '')?.[1];
    const Password = 'a password of mine';
    expect((await app.anonymous('POST', '/api/v2/Account/reset', { Token: token, Password })).status).toBe(200);
    const { body } = await app.anonymous('POST', '/api/v2/Auth', { Login: Email, Password });
    expect((await app.as(body.Token)('GET', '/api/v2/Account/info')).body).toMatchObject({
      FullName: 'Пётр Ильин',
      CompanyName: 'Вектор Авто',
      Roles: ['OPERATOR'],
    });
    expect((await approve(manager, row.id)).status).toBe(404);
  });

  it('lets the owner in also where a forgotten password cannot be set anew', async () => {
    const strict = await openTestApp(undefined, { site: { ...site, passwordReset: false }, mail });
    const chief = await strict.given.account(await strict.given.company('Без напоминаний'), 'MANAGER');
    const body = wish({ CompanyName: 'Без напоминаний' });
    await strict.anonymous('POST', '/api/v2/Account/register', body);
    await letterTo(chief.email);
    const [row] = (await strict.as(chief.token)('GET', '/api/v3/registrations')).body;
    await strict.as(chief.token)('POST', `/api/v3/registrations/${row.id}/approve`, { role: 'OPERATOR' });
    await letterTo(body.Email);
    const Token = /#([\w-]+)/.exec(lettersTo(body.Email)[0]?.text ?? '')?.[1];
    const Password = 'a password of mine';
    const choose = () => strict.anonymous('POST', '/api/v2/Account/reset', { Token, Password });
    await strict.connection.db.updateTable('account_link').set({ purpose: 'reset' }).execute();
    expect((await choose()).status).toBe(403);
    await strict.connection.db.updateTable('account_link').set({ purpose: 'invite' }).execute();
    expect((await choose()).status).toBe(200);
    expect((await strict.anonymous('POST', '/api/v2/Auth', { Login: body.Email, Password })).status).toBe(200);
    await strict.close();
  });

  it('turns one down, and says so by letter', async () => {
    const { Email, row } = await asked();
    const reply = await app.as(manager.token)('POST', `/api/v3/registrations/${row.id}/decline`);
    expect(reply).toMatchObject({ status: 200, body: { state: 'declined' } });
    await letterTo(Email);
    expect((await list(manager, { state: 'declined' })).map((one: { email: string }) => one.email)).toContain(Email);
    expect((await approve(manager, row.id)).status).toBe(404);
  });

  it('is for managers of that company, who cannot make superusers', async () => {
    const { row } = await asked();
    expect((await approve(stranger, row.id)).status).toBe(404);
    const operator = await app.given.account(company, 'OPERATOR');
    expect((await approve(operator, row.id)).status).toBe(403);
    expect((await approve(manager, row.id, 'SUPERUSER')).status).toBe(400);
    expect((await approve(manager, row.id, 'MANAGER')).status).toBe(200);
  });

  it('leaves the request open when the address was taken meanwhile', async () => {
    const { Email, row } = await asked();
    await app.given.account(company, 'OPERATOR', { email: Email });
    expect(await approve(manager, row.id)).toMatchObject({ status: 409, body: { Message: `Уже занято: ${Email}` } });
    await listed(Email);
  });

  it('happens once when two decide at the same moment, and is audited', async () => {
    const { row } = await asked();
    const other = await app.given.account(company, 'MANAGER');
    const replies = await Promise.all([approve(manager, row.id), approve(other, row.id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    const filter = encodeURIComponent(JSON.stringify({ entity: 'registration', entityId: row.id }));
    const { body } = await app.as(manager.token)('GET', `/api/v3/audit?filter=${filter}`);
    expect(body.map((one: { action: string }) => one.action)).toEqual(['approve', 'create']);
  });
});
