import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeMailer } from '../../server/mail/mailer.ts';
import { hashPassword } from '../../server/modules/account/passwords.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { password } from '../support/given.ts';
import { lettersIn } from '../support/letters.ts';

const folder = join(mkdtempSync(join(tmpdir(), 'drivedesk-letters-')), 'mail');
const publicUrl = 'https://cabinet.example.test';
let app: TestApp;
let company: number;
beforeAll(async () => {
  app = await openTestApp(undefined, {
    site: { publicUrl, registration: false, passwordReset: true },
    mail: makeMailer({ smtpUrl: undefined, from: 'Drivedesk <no-reply@example.test>', folder }),
    // The queue is not polled, so several letters to send at once must follow each other without.
    jobs: { startHook: 'onReady', reviveEveryMs: 3_600_000 },
  });
  company = await app.given.company('Acme');
});
afterAll(async () => {
  await app.close();
  rmSync(join(folder, '..'), { recursive: true });
});

let asker = 0;
/** Each request has its own address by default, because an address has a limited number of requests per hour. */
const forgot = (Login: string, language: 'ru' | 'en' = 'ru', remoteAddress = `10.0.${asker >> 8}.${asker++ & 255}`) =>
  app.anonymous(
    'POST',
    '/api/v2/Account/forgot',
    { Login },
    { remoteAddress, headers: { 'accept-language': language } },
  );
const reset = (Token: string, Password: string) => app.anonymous('POST', '/api/v2/Account/reset', { Token, Password });
const signIn = (Login: string, Password: string) => app.anonymous('POST', '/api/v2/Auth', { Login, Password });
const lettersTo = (email: string) => lettersIn(folder).filter(({ to }) => to === email);
const letterTo = (email: string, number = 1) =>
  vi.waitFor(() => {
    const letters = lettersTo(email);
    expect(letters.length).toBeGreaterThanOrEqual(number);
    return letters[number - 1] as ReturnType<typeof lettersIn>[number];
  });
const tokenFor = async (email: string, number = 1) => {
  const { link } = await letterTo(email, number);
  return link?.split('#')[1] ?? '';
};
const linked = async (role: 'OPERATOR' | 'MANAGER' = 'OPERATOR') => {
  const person = await app.given.account(company, role);
  await forgot(person.email);
  return { person, token: await tokenFor(person.email) };
};

describe('a forgotten password', () => {
  it('is answered by a letter with a link to this installation, in the account’s language', async () => {
    const { email } = await app.given.account(company, 'OPERATOR', { full_name: 'Анна Смирнова' });
    expect(await forgot(email.toUpperCase(), 'en')).toMatchObject({ status: 200, body: { Done: true } });
    const letter = await letterTo(email);
    expect(letter.subject).toBe('Новый пароль для Drivedesk');
    expect(letter.text).toContain('Анна Смирнова');
    expect(letter.link).toMatch(/^https:\/\/cabinet\.example\.test\/auth\/reset\/#[\w-]{43}$/);
    const english = await app.given.account(company, 'OPERATOR', { locale: 'en' });
    await forgot(english.email);
    expect((await letterTo(english.email)).subject).toBe('A new password for Drivedesk');
  });

  it('leaves a letter only its owner on the machine can read, and no token in the database', async () => {
    const { token } = await linked();
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    for (const table of ['account_link', 'audit']) {
      const { rows } = await app.connection.pool.query<{ row: string }>(`select ${table}::text as row from ${table}`);
      expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
    }
  });

  it('gives the same answer for an unknown login, and no letter', async () => {
    const { email } = await app.given.account(company, 'OPERATOR');
    const known = await forgot(email);
    const unknown = await forgot('nobody@example.test');
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    await letterTo(email);
    expect(lettersTo('nobody@example.test')).toEqual([]);
  });

  it('is answered before accounts are looked at, so that its time says nothing of them', async () => {
    const { email } = await app.given.account(company, 'OPERATOR');
    const holder = await app.connection.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table account');
      for (const login of [email, 'nobody@example.test']) expect((await forgot(login)).status).toBe(200);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await letterTo(email);
  });

  it('sends a blocked account nothing', async () => {
    const { email } = await app.given.account(company, 'OPERATOR', { blocked_at: app.clock.now() });
    const other = await app.given.account(company, 'OPERATOR');
    expect((await forgot(email)).status).toBe(200);
    await forgot(other.email);
    await letterTo(other.email);
    expect(lettersTo(email)).toEqual([]);
  });

  it('is asked for five times an hour from one address, known or not, and for so many accounts', async () => {
    const { email } = await app.given.account(company, 'OPERATOR');
    for (const login of [email, 'nobody@example.test']) {
      for (let i = 0; i < 5; i += 1) expect((await forgot(login, 'ru', '192.0.2.1')).status).toBe(200);
      const refused = await forgot(login, 'ru', '192.0.2.1');
      expect(refused).toMatchObject({ status: 429, body: { Message: /через 60 мин/ } });
      expect(refused.headers['retry-after']).toBe('3600');
    }
    await letterTo(email, 5);
    const replies = Array.from({ length: 62 }, (_, at) => forgot(`nobody${at}@example.test`, 'ru', '192.0.2.2'));
    expect((await Promise.all(replies)).filter(({ status }) => status === 429)).toHaveLength(2);
  });

  it('is answered though others ask for it, and its owner is not buried in letters', async () => {
    const { email } = await app.given.account(company, 'OPERATOR');
    await Promise.all(Array.from({ length: 30 }, () => forgot(email)));
    await letterTo(email, 6);
    // The last letter of the flood is less than five minutes old and its link still works, so the owner gets no other.
    await forgot(email);
    app.clock.forward(301);
    await forgot(email);
    await letterTo(email, 7);
    expect(lettersTo(email)).toHaveLength(7);
    for (const number of [1, 7])
      expect(await reset(await tokenFor(email, number), 'short')).toMatchObject({ status: 400 });
    expect((await reset(await tokenFor(email, 7), 'another fine password')).status).toBe(200);
  });

  it('asked for ten times at once is answered by six letters too', async () => {
    const { email } = await app.given.account(company, 'OPERATOR');
    await Promise.all(Array.from({ length: 10 }, () => forgot(email)));
    // Five letters in an hour, and one within these five minutes.
    await letterTo(email, 6);
    // When a later letter has arrived, a seventh would have arrived too.
    const later = await app.given.account(company, 'OPERATOR');
    await forgot(later.email);
    await letterTo(later.email, 1);
    expect(lettersTo(email)).toHaveLength(6);
  });

  it('needs an e-mail address', async () => {
    expect((await forgot('nobody')).body.Errors).toEqual([{ Field: 'Login', Message: 'Введите корректный email' }]);
  });
});

describe('a link', () => {
  it('sets a password once, ends every session and tells by letter', async () => {
    const { person, token } = await linked();
    expect((await app.as(person.token)('GET', '/api/v2/Account/info')).status).toBe(200);
    expect(await reset(token, 'another fine password')).toMatchObject({ status: 200, body: { Done: true } });
    expect((await app.as(person.token)('GET', '/api/v2/Account/info')).status).toBe(401);
    expect((await signIn(person.email, password)).status).toBe(401);
    expect((await signIn(person.email, 'another fine password')).status).toBe(200);
    expect((await letterTo(person.email, 2)).subject).toBe('Пароль Drivedesk изменён');
    expect(await reset(token, 'yet another password')).toMatchObject({
      status: 422,
      body: { Message: 'Ссылка недействительна: она уже использована или устарела. Запросите новую' },
    });
  });

  it('works once for two who use it at the same moment', async () => {
    const { token } = await linked();
    const replies = await Promise.all([reset(token, 'first password 1'), reset(token, 'second password 2')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('stays good when somebody asks for another, and takes the others with it when it is used', async () => {
    const { person, token } = await linked();
    await forgot(person.email);
    const newer = await tokenFor(person.email, 2);
    expect((await reset(token, 'another fine password')).status).toBe(200);
    expect((await reset(newer, 'yet another password')).status).toBe(422);
  });

  it('and another to the same account, used at the same moment: one of them works', async () => {
    const { person, token } = await linked();
    await forgot(person.email);
    const newer = await tokenFor(person.email, 2);
    const replies = await Promise.all([reset(token, 'first password 1'), reset(newer, 'second password 2')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is dead after an hour, and when it was made up', async () => {
    const late = await linked();
    expect((await reset('made-up', 'another fine password')).status).toBe(422);
    app.clock.forward(3601);
    expect((await reset(late.token, 'another fine password')).status).toBe(422);
  });

  it('stays good when the password is refused', async () => {
    const { person, token } = await linked();
    expect((await reset(token, 'short')).body.Errors).toEqual([{ Field: 'Password', Message: 'Не короче 10 знаков' }]);
    expect((await reset(token, person.email.toUpperCase())).body.Errors).toEqual([
      { Field: 'Password', Message: 'Пароль не должен повторять логин' },
    ]);
    expect((await reset(token, 'another fine password')).status).toBe(200);
  });

  it('is dead once the password was changed by its owner, or the account closed', async () => {
    const { person, token } = await linked();
    const change = { Current: password, New: 'another fine password' };
    expect((await app.as(person.token)('PUT', '/api/v2/Account/password', change)).status).toBe(200);
    expect((await reset(token, 'yet another password')).status).toBe(422);
    const closed = await linked();
    await app.connection.db
      .updateTable('account')
      .set({ blocked_at: app.clock.now() })
      .where('id', '=', closed.person.id)
      .execute();
    expect((await reset(closed.token, 'yet another password')).status).toBe(422);
  });

  it('opens an account that was locked out by wrong tries', async () => {
    const { person, token } = await linked();
    for (let i = 0; i < 11; i += 1) await signIn(person.email, 'not it');
    expect((await signIn(person.email, password)).status).toBe(429);
    await reset(token, 'another fine password');
    expect((await signIn(person.email, 'another fine password')).status).toBe(200);
  });

  it('makes the browser it was used in a known one', async () => {
    const { person, token } = await linked();
    const reply = await reset(token, 'another fine password');
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
    for (let i = 0; i < 11; i += 1) await signIn(person.email, 'not it');
    const credentials = { Login: person.email, Password: 'another fine password' };
    expect((await app.anonymous('POST', '/api/v2/Auth', credentials)).status).toBe(429);
    expect((await app.anonymous('POST', '/api/v2/Auth', credentials, { headers: { cookie } })).status).toBe(200);
  });

  it('cannot be guessed in a row', async () => {
    app.clock.forward(3600);
    for (let i = 0; i < 50; i += 1) expect((await reset(`made-up-${i}`, 'another fine password')).status).toBe(422);
    expect((await reset('made-up', 'another fine password')).status).toBe(429);
    app.clock.forward(3600);
  });
});

describe('changing one’s own password', () => {
  const change = (token: string, Current: string, New: string) =>
    app.as(token)('PUT', '/api/v2/Account/password', { Current, New });

  it('takes the current one, and ends the other sessions but not this one', async () => {
    const person = await app.given.account(company, 'OPERATOR');
    const other = (await signIn(person.email, password)).body.Token;
    expect((await change(other, password, 'another fine password')).status).toBe(200);
    expect((await app.as(other)('GET', '/api/v2/Account/info')).status).toBe(200);
    expect((await app.as(person.token)('GET', '/api/v2/Account/info')).status).toBe(401);
    expect((await signIn(person.email, 'another fine password')).status).toBe(200);
  });

  it('says at the field what is wrong, and leaves the session', async () => {
    const person = await app.given.account(company, 'OPERATOR');
    expect(await change(person.token, 'not it', 'another fine password')).toMatchObject({
      status: 400,
      body: { Errors: [{ Field: 'Current', Message: 'Неверный текущий пароль' }] },
    });
    expect((await change(person.token, password, person.email)).body.Errors[0].Field).toBe('New');
    expect((await change(person.token, password, 'short')).body.Errors[0].Field).toBe('New');
    expect((await app.as(person.token)('GET', '/api/v2/Account/info')).status).toBe(200);
  });

  it.each([
    ['a common one', 'password1234', 'Слишком простой пароль: такие подбирают первыми'],
    ['the demo’s, which stands in the README', 'drivedesk-demo', 'Слишком простой пароль: такие подбирают первыми'],
    ['a common one in disguise', 'P@ssw0rd2024', 'Слишком простой пароль: такие подбирают первыми'],
    ['a common one in Russian', 'йцукенгшщз', 'Слишком простой пароль: такие подбирают первыми'],
    ['one letter again and again', 'яяяяяяяяяяяя', 'Слишком простой пароль: такие подбирают первыми'],
    ['the login', 'LONG.enough.name@Example.test', 'Пароль не должен повторять логин'],
    ['the login without its domain', 'long.enough.name', 'Пароль не должен повторять логин'],
    ['the login and a digit', 'Long.Enough.Name7', 'Пароль не должен повторять логин'],
    ['too short a one, counted as people do', '🚗🚗🚗🚗🚗🚗🚗🚗🚗', 'Не короче 10 знаков'],
    ['too long a one', 'long enough and '.repeat(9), 'Не длиннее 128 знаков'],
  ])('refuses %s', async (_what, New, Message) => {
    const email = 'long.enough.name@example.test';
    const own = await app.given.company();
    await app.connection.db
      .updateTable('account')
      .set({ email: sql`id || email` })
      .where('email', '=', email)
      .execute();
    const { token } = await app.given.account(own, 'OPERATOR', { email });
    expect((await change(token, password, New)).body.Errors).toEqual([{ Field: 'New', Message }]);
  });

  it('takes any other of ten characters, and a short one from before still signs in', async () => {
    const person = await app.given.account(company, 'OPERATOR', { password_hash: await hashPassword('short') });
    expect((await signIn(person.email, 'short')).status).toBe(200);
    expect((await change(person.token, 'short', 'кот ест суп')).status).toBe(200);
    expect((await change(person.token, 'кот ест суп', 'кот съел суп')).status).toBe(200);
  });

  it('cannot be tried without end', async () => {
    const person = await app.given.account(company, 'OPERATOR');
    for (let i = 0; i < 10; i += 1) await change(person.token, 'not it', 'another fine password');
    expect((await change(person.token, password, 'another fine password')).status).toBe(429);
  });

  it('is in the audit, without either password', async () => {
    const person = await app.given.account(company, 'MANAGER');
    await change(person.token, password, 'another fine password');
    const filter = encodeURIComponent(JSON.stringify({ entity: 'account', entityId: person.id }));
    const { body } = await app.as(person.token)('GET', `/api/v3/audit?filter=${filter}`);
    expect(body).toMatchObject([{ action: 'passwordChange', actorId: person.id, changes: [] }]);
  });
});

it('is turned off by configuration', async () => {
  const closed = await openTestApp(undefined, { site: { publicUrl, registration: false, passwordReset: false } });
  expect((await closed.anonymous('GET', '/api/v2/Account/options')).body).toEqual({
    Registration: false,
    Reset: false,
  });
  expect(await closed.anonymous('POST', '/api/v2/Account/forgot', { Login: 'a@b.test' })).toMatchObject({
    status: 403,
    body: { Message: 'На этом сервере это отключено' },
  });
  await closed.close();
});

it('writes letters any mail program reads', async () => {
  const { email } = await app.given.account(company, 'OPERATOR');
  await forgot(email);
  await letterTo(email);
  const file = readdirSync(folder).sort().at(-1) ?? '';
  expect(file).toMatch(/^\d{4}-\d\d-\d\dT.*\.eml$/);
  const source = readFileSync(join(folder, file), 'utf8');
  expect(source).toMatch(/^From: Drivedesk <no-reply@example\.test>$/m);
  expect(source).toContain(`To: ${email}`);
  expect(source).toContain('Content-Type: text/html');
});
