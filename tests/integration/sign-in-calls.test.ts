import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Letter } from '../../server/mail/mailer.ts';
import { formatMoment } from '../../src/schema/kinds/format.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { password } from '../support/given.ts';
import { listen, openSender } from '../support/sockets.ts';

const letters: Letter[] = [];
let app: TestApp;
let company: number;
beforeAll(async () => {
  app = await openTestApp(undefined, { mail: { send: async letter => void letters.push(letter) } });
  company = await app.given.company('Вектор Авто');
});
afterAll(() => app.close());

const somebody = (more = {}) => app.given.account(company, 'OPERATOR', more);
const lettersTo = (address: string) => letters.filter(({ to }) => to === address);
const infoOf = (token: string) => app.as(token)('GET', '/api/v2/Account/info');
const refresh = (token: string) => app.as(token)('POST', '/api/refresh', {});

describe('signing in by the older path', () => {
  it('answers what its twin answers, under names in either case', async () => {
    const { email, id } = await somebody();
    for (const body of [
      { login: email, password },
      { Login: email, Password: password },
      { Login: email, password, remember: true },
    ]) {
      const twin = await app.anonymous('POST', '/api/v2/Auth', {
        Login: email,
        Password: password,
        Remember: 'remember' in body,
      });
      const { status, body: answer } = await app.anonymous('POST', '/api/auth', body);
      expect([status, Object.keys(answer)]).toEqual([twin.status, Object.keys(twin.body)]);
      expect(answer.ExpiresAt).toBe(twin.body.ExpiresAt);
      expect((await infoOf(answer.Token)).body.Id).toBe(id);
    }
  });

  it('refuses as its twin does, and names what is missing', async () => {
    const { email } = await somebody();
    const wrong = { Login: email, Password: 'not this one' };
    const twin = await app.anonymous('POST', '/api/v2/Auth', wrong);
    const old = await app.anonymous('POST', '/api/auth', { login: email, password: 'not this one' });
    expect([old.status, old.body.Code, old.body.Message]).toEqual([twin.status, twin.body.Code, twin.body.Message]);
    expect((await app.anonymous('POST', '/api/auth', { login: email })).body.Errors).toMatchObject([
      { Field: 'Password' },
    ]);
    expect((await app.anonymous('POST', '/api/auth', { login: email, password, more: 1 })).status).toBe(400);
  });
});

describe('signing out', () => {
  it.each([
    ['GET', '/api/logoff'],
    ['GET', '/api/v1/logoff'],
    ['POST', '/api/v1/logoff'],
  ] as const)('by %s %s ends the session at once', async (method, path) => {
    const { token } = await somebody();
    expect((await app.as(token)(method, path)).status).toBe(200);
    expect((await infoOf(token)).status).toBe(401);
  });
});

describe('signing in by the token of a letter', () => {
  const invite = async () => {
    const manager = await app.given.account(company, 'MANAGER');
    const Email = `invited${letters.length}@example.test`;
    const body = { Email, FirstName: 'Ольга', LastName: 'Смирнова', Roles: ['OPERATOR'] };
    const { Id } = (await app.as(manager.token)('POST', '/api/v2/Operator', body)).body;
    const letter = await vi.waitFor(() => {
      const found = letters.find(({ to }) => to === Email);
      expect(found).toBeDefined();
      return found as Letter;
    });
    return { manager, Id, Token: /#([\w-]+)/.exec(letter.text)?.[1] ?? '' };
  };
  const use = (Token: string) => app.anonymous('POST', '/api/authbytoken', { Token });

  it('makes a session of it once, and somebody who was invited has come', async () => {
    const { manager, Id, Token } = await invite();
    const { status, body } = await use(Token);
    expect([status, Object.keys(body)]).toEqual([200, ['Token', 'ExpiresAt']]);
    expect((await infoOf(body.Token)).body).toMatchObject({ Id, FullName: 'Смирнова Ольга' });
    expect((await app.as(manager.token)('GET', `/api/v2/Operator/${Id}`)).body.State).toBe('active');
  });

  it('answers a used, an expired, an unknown and a blocked one alike', async () => {
    const used = await invite();
    await use(used.Token);
    const blocked = await invite();
    await app.as(blocked.manager.token)('POST', `/api/v2/Operator/${blocked.Id}/block`, {});
    const expired = await invite();
    app.clock.forward(73 * 3600);
    const answers = await Promise.all([used.Token, blocked.Token, expired.Token, 'unknown'].map(use));
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual({ ...answers[0]?.body, TraceId: body.TraceId });
    }
    app.clock.forward(-73 * 3600);
  });

  it('is used once when two come with it at the same moment', async () => {
    const { Token } = await invite();
    expect((await Promise.all([use(Token), use(Token)])).map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('a request whose body is still on its way', () => {
  let port: number;
  beforeAll(async () => {
    port = await listen(app.server);
  });
  /** Begins a request that changes a setting. The answer comes after the rest is sent. */
  const begin = async ({ id, token }: { readonly id: number; readonly token: string }) => {
    const body = JSON.stringify({ Theme: 'dark' });
    const sender = openSender(port);
    sender.write(
      `PUT /api/v2/Account/settings HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    const seen = app.connection.db.selectFrom('session').select('last_seen_at').where('account_id', '=', id);
    await expect.poll(async () => (await seen.executeTakeFirstOrThrow()).last_seen_at).not.toBeNull();
    return async () => {
      sender.write(body.slice(5));
      return (await sender.closed).slice('HTTP/1.1 '.length);
    };
  };

  it('does nothing for somebody who was signed out meanwhile', async () => {
    const person = await somebody();
    const finish = await begin(person);
    await app.as(person.token)('POST', '/api/v1/logoff');
    expect(await finish()).toMatch(/^401 /);
    const { settings } = await app.connection.db
      .selectFrom('account')
      .select('settings')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(settings).not.toHaveProperty('Theme');
  });

  it('is done for somebody whose token was exchanged long since: the old one is no copy here', async () => {
    const person = await somebody();
    const finish = await begin(person);
    const fresh = (await refresh(person.token)).body.Token;
    app.clock.forward(60);
    expect(await finish()).toMatch(/^200 /);
    expect((await infoOf(fresh)).status).toBe(200);
  });
});

describe('exchanging the token', () => {
  it('gives the same session another one; the old one lives for requests on their way', async () => {
    const { token } = await somebody();
    const before = await app.as(token)('GET', '/api/v3/sessions');
    const { status, body } = await refresh(token);
    expect([status, Object.keys(body)]).toEqual([200, ['Token', 'ExpiresAt']]);
    expect(body.ExpiresAt).toBe(before.body[0].expiresAt);
    const sessions = await app.as(body.Token)('GET', '/api/v3/sessions');
    expect(sessions.body).toMatchObject([{ id: before.body[0].id, current: true }]);
    app.clock.forward(9);
    expect((await infoOf(token)).status).toBe(200);
    expect((await app.as(token)('GET', '/api/v3/sessions')).body).toMatchObject([{ current: true }]);
    expect((await infoOf(body.Token)).status).toBe(200);
  });

  it('ends the session when the old token is used after that: somebody has a copy', async () => {
    const { token } = await somebody();
    const fresh = (await refresh(token)).body.Token;
    app.clock.forward(11);
    expect((await infoOf(fresh)).status).toBe(200);
    expect((await infoOf(token)).body.Code).toBe('SESSION_ENDED');
    expect((await infoOf(fresh)).body.Code).toBe('SESSION_ENDED');
  });

  it('tells the owner of the account of the copy, once, with the address it came from, and notes it', async () => {
    const { id, email, token } = await somebody();
    await app.as(token)('PUT', '/api/v2/Account/settings', { TimeZone: 'Asia/Yekaterinburg' });
    await refresh(token);
    const from = (remoteAddress: string) => app.as(token)('GET', '/api/v2/Account/info', undefined, { remoteAddress });
    expect((await from('203.0.113.5')).status).toBe(200);
    expect(lettersTo(email)).toEqual([]);
    app.clock.forward(11);
    await Promise.all([from('203.0.113.7'), from('203.0.113.7'), from('203.0.113.7')]);
    await from('203.0.113.8');
    await vi.waitFor(() => expect(lettersTo(email)).toHaveLength(1));
    const [at, zone] = [app.clock.now(), 'Asia/Yekaterinburg'];
    const when = `${formatMoment(at, 'ru', zone)}, Екатеринбург`;
    expect(lettersTo(email)[0]?.text).toContain(`${when} с адреса 203.0.113.7`);
    const { rows } = await app.connection.pool.query(
      "select at, actor_id, changes from audit where company_id = $1 and entity = 'account' and entity_id = $2 and action = 'sessionCopied'",
      [company, id],
    );
    expect(rows).toMatchObject([
      {
        at: app.clock.now().toISOString(),
        actor_id: null,
        changes: [{ field: 'Session' }, { field: 'Address', after: '203.0.113.7' }],
      },
    ]);
  });

  it('gives two requests with one token the same new one, in 20 rounds of 20', async () => {
    let { token } = await somebody();
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([refresh(token), refresh(token)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [one, other] = answers.map(({ body }) => body.Token);
      expect(other).toBe(one);
      expect(one).not.toBe(token);
      app.clock.forward(60);
      expect((await infoOf(one)).status).toBe(200);
      token = one;
    }
  });

  it('gives a slower tab the newest token, though the faster one has exchanged its own again', async () => {
    const { token } = await somebody();
    const first = (await refresh(token)).body.Token;
    const second = (await refresh(first)).body.Token;
    app.clock.forward(9);
    expect((await refresh(token)).body.Token).toBe(second);
    app.clock.forward(60);
    expect((await infoOf(second)).status).toBe(200);
    expect((await refresh(token)).body.Code).toBe('SESSION_ENDED');
    expect((await infoOf(second)).status).toBe(401);
  });

  it('gives nothing for a session that ended meanwhile', async () => {
    const { token } = await somebody();
    const { Token } = (await refresh(token)).body;
    expect((await app.as(Token)('POST', '/api/v1/logoff')).status).toBe(200);
    expect((await refresh(token)).status).toBe(401);
  });

  it('repeated after a lost answer gives a token again, and signing out with the old one ends the session', async () => {
    const { token } = await somebody();
    await refresh(token);
    const second = (await refresh(token)).body.Token;
    expect((await infoOf(second)).status).toBe(200);
    expect((await app.as(token)('POST', '/api/v1/logoff')).status).toBe(200);
    expect((await infoOf(second)).status).toBe(401);
  });
});
