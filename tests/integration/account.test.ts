import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { cpuMsOf } from '../support/cpu.ts';
import { password } from '../support/given.ts';
import { waiters } from '../support/waiting.ts';

let app: TestApp;
let company: number;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company('Acme');
});
afterAll(() => app.close());

/** Repeats a sign-in that had to wait for a processor, because such a try does not count. */
const signIn = async (Login: string, Password: string, more = {}) => {
  for (;;) {
    const reply = await app.anonymous('POST', '/api/v2/Auth', { Login, Password, ...more });
    if (reply.status !== 503) return reply;
  }
};

describe('signing in', () => {
  it('answers a token that opens the account', async () => {
    const { email } = await app.given.account(company, 'MANAGER', { full_name: 'Анна Смирнова' });
    const { status, body } = await signIn(email.toUpperCase(), password);
    expect(status).toBe(200);
    const info = await app.as(body.Token)('GET', '/api/v2/Account/info');
    expect(info.body).toMatchObject({
      FullName: 'Анна Смирнова',
      CompanyName: 'Acme',
      Roles: ['MANAGER'],
      Email: email,
    });
  });

  it('lasts 12 hours, or 30 days when the user asks to be remembered', async () => {
    const { email } = await app.given.account(company, 'OPERATOR');
    const short = await signIn(email, password);
    const long = await signIn(email, password, { Remember: true });
    app.clock.forward(13 * 3600);
    expect(await app.as(short.body.Token)('GET', '/api/v2/Account/info')).toMatchObject({
      status: 401,
      body: { Message: 'Сеанс завершён. Войдите снова' },
    });
    expect((await app.as(long.body.Token)('GET', '/api/v2/Account/info')).status).toBe(200);
    app.clock.forward(30 * 24 * 3600);
    expect((await app.as(long.body.Token)('GET', '/api/v2/Account/info')).status).toBe(401);
  });

  it('says the same of a wrong password and of an unknown login', async () => {
    const { email } = await app.given.account(company, 'OPERATOR');
    const wrong = await signIn(email, 'not it');
    const unknown = await signIn('nobody@example.test', 'not it');
    expect(wrong).toMatchObject({ status: 401, body: { Message: 'Неверный логин или пароль' } });
    expect({ ...unknown.body, TraceId: '' }).toEqual({ ...wrong.body, TraceId: '' });
  });

  it('does the same work for an unknown login as for a wrong password', async () => {
    const { email } = await app.given.account(company, 'OPERATOR');
    const workOf = (login: string) => cpuMsOf(() => signIn(login, 'not it'));
    await workOf(email);
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      known.push(await workOf(email));
      unknown.push(await workOf(`nobody${i}@example.test`));
    }
    const middle = (times: number[]) => times.sort((a, b) => a - b)[2] ?? 0;
    // Without the decoy hash an unknown login would take only a small part of the work.
    expect(middle(unknown) / middle(known)).toBeGreaterThan(0.4);
  });

  it('refuses the eleventh try with the waiting time, and opens again after it', async () => {
    const { email } = await app.given.account(company, 'OPERATOR');
    for (let i = 0; i < 10; i += 1) expect((await signIn(email, 'not it')).status).toBe(401);
    const refused = await signIn(email, password);
    expect(refused).toMatchObject({ status: 429, body: { Message: 'Слишком много попыток. Повторите через 15 мин' } });
    expect(Number(refused.headers['retry-after'])).toBe(900);
    app.clock.forward(901);
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('counts tries made at the same moment', async () => {
    const { email } = await app.given.account(company, 'OPERATOR');
    const replies = await Promise.all(Array.from({ length: 14 }, () => signIn(email, 'not it')));
    expect(replies.filter(reply => reply.status === 401)).toHaveLength(10);
    expect(replies.filter(reply => reply.status === 429)).toHaveLength(4);
  });

  it('forgets the failed tries after a good one', async () => {
    const { email } = await app.given.account(company, 'OPERATOR');
    for (let i = 0; i < 9; i += 1) await signIn(email, 'not it');
    expect((await signIn(email, password)).status).toBe(200);
    expect((await signIn(email, 'not it')).status).toBe(401);
  });

  it('tells a blocked account so, and ends its sessions', async () => {
    const person = await app.given.account(company, 'OPERATOR');
    await app.connection.db
      .updateTable('account')
      .set({ blocked_at: app.clock.now() })
      .where('id', '=', person.id)
      .execute();
    expect(await signIn(person.email, password)).toMatchObject({ status: 401 });
    expect((await app.as(person.token)('GET', '/api/v2/Account/info')).status).toBe(401);
  });

  it('names the empty fields', async () => {
    const { status, body } = await signIn('', '');
    expect(status).toBe(400);
    expect(body.Errors).toEqual([
      { Field: 'Login', Message: 'Поле обязательно для заполнения' },
      { Field: 'Password', Message: 'Поле обязательно для заполнения' },
    ]);
  });

  it('takes neither numbers for text nor fields it does not know', async () => {
    const { body } = await app.anonymous('POST', '/api/v2/Auth', { Login: 7, Password: 'x', Admin: true });
    expect(body.Errors).toEqual([
      { Field: 'Admin', Message: 'Неизвестный параметр' },
      { Field: 'Login', Message: 'Должно быть текстом' },
    ]);
  });
});

describe('signing out', () => {
  it.each(['/api/v1/logoff', '/api/logoff'])('%s kills the token at once', async path => {
    const call = app.as((await app.given.account(company, 'OPERATOR')).token);
    expect((await call('GET', '/api/v2/Account/info')).status).toBe(200);
    expect((await call('GET', path)).status).toBe(200);
    expect(await call('GET', '/api/v2/Account/info')).toMatchObject({
      status: 401,
      body: { Message: 'Сеанс завершён. Войдите снова' },
    });
  });
});

describe('a token that is exchanged while another call of its session runs', () => {
  /** Makes a call whose token is exchanged after the call was authenticated and before it finds its session. */
  const callDuringExchange = async (token: string, path: string, body: object = {}) => {
    const tokenHash = createHash('sha256').update(token).digest();
    const client = await app.connection.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query(
        'update session set token_hash = sha256(token_hash) where token_hash = $1 returning id',
        [tokenHash],
      );
      const answer = app.as(token)(path.includes('password') ? 'PUT' : 'POST', path, body);
      await expect.poll(() => waiters(app.connection.pool)).toBeGreaterThan(0);
      await client.query(
        `insert into retired_token (token_hash, session_id, expires_at) values ($1, $2, now() + interval '10 s')`,
        [tokenHash, rows[0].id],
      );
      await client.query('commit');
      expect((await answer).status).toBe(200);
      const session = await client.query('select ended_at is not null as ended from session where id = $1', [
        rows[0].id,
      ]);
      return session.rows[0];
    } finally {
      client.release();
    }
  };

  it('ends with its session when the other call signs out', async () => {
    const { token } = await app.given.account(company, 'OPERATOR');
    expect(await callDuringExchange(token, '/api/v1/logoff')).toEqual({ ended: true });
  });

  it('stays when the other call changes the password', async () => {
    const { token } = await app.given.account(company, 'OPERATOR');
    const New = 'seven brown horses 81';
    const passwords = { Current: password, New };
    expect(await callDuringExchange(token, '/api/v2/Account/password', passwords)).toEqual({ ended: false });
  });
});

describe('a sign-in with the right password', () => {
  it.each([
    ['the password is changed', `password_hash = 'another'`],
    ['the account is blocked', 'blocked_at = now()'],
  ])('is refused if meanwhile %s', async (_, change) => {
    const { email, id } = await app.given.account(company, 'OPERATOR');
    const client = await app.connection.pool.connect();
    try {
      await client.query('begin');
      await client.query(`update account set ${change} where id = $1`, [id]);
      const answer = signIn(email, password);
      await expect.poll(() => waiters(app.connection.pool)).toBeGreaterThan(0);
      await client.query('update session set ended_at = now() where account_id = $1', [id]);
      await client.query('commit');
      expect((await answer).status).toBe(401);
      const { rows } = await client.query('select from session where account_id = $1 and ended_at is null', [id]);
      expect(rows).toEqual([]);
    } finally {
      client.release(true);
    }
  });
});

describe('a call without the right to it', () => {
  it('needs a token', async () => {
    expect(await app.anonymous('GET', '/api/v2/Account/info')).toMatchObject({
      status: 401,
      body: { Message: 'Войдите в систему' },
    });
    expect((await app.as('made up')('GET', '/api/v2/Account/info')).status).toBe(401);
  });

  it.each([
    ['en', 'You may not do this. Required role: manager or administrator'],
    ['ru', 'Недостаточно прав. Нужна роль: руководитель или администратор'],
  ] as const)('names the role it takes, in %s', async (locale, Message) => {
    const { token } = await app.given.account(company, 'OPERATOR');
    expect(await app.as(token, locale)('GET', '/api/v2/Operator/table')).toMatchObject({
      status: 403,
      body: { Message },
    });
  });

  it('cannot be made with a platform key, nor a webhook with a session', async () => {
    const key = await app.given.platformKey(company);
    const { token } = await app.given.account(company, 'SUPERUSER');
    expect((await app.as(key)('GET', '/api/v2/Account/info')).status).toBe(401);
    expect((await app.as(token)('POST', '/api/statistic/webhook', {})).status).toBe(401);
  });
});

describe('what cannot be read', () => {
  it('is answered in words and with a trace', async () => {
    const { status, body } = await app.anonymous('POST', '/api/v2/Auth', undefined, {
      payload: '{"Login": ',
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(400);
    expect(body.Message).toMatch(/^Запрос не разобрать/);
    expect(body.TraceId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('names an address that is not there', async () => {
    expect(await app.anonymous('GET', '/api/v2/Nothing')).toMatchObject({
      status: 404,
      body: { Message: 'Такого адреса нет: /api/v2/Nothing' },
    });
  });

  it('names a media type it does not take', async () => {
    const { status } = await app.anonymous('POST', '/api/v2/Auth', undefined, {
      payload: 'Login=a',
      headers: { 'content-type': 'text/csv' },
    });
    expect(status).toBe(415);
  });
});
