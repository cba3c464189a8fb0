import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attemptCounters, networkOf } from '../../server/modules/account/throttle.ts';
import { pruneTries } from '../../server/plugins/upkeep.ts';
import { openTestApp, type TestApp, untilTaken } from '../support/app.ts';
import { type Person, password } from '../support/given.ts';

let app: TestApp;
let company: number;
beforeAll(async () => {
  app = await openTestApp(undefined, {
    site: { publicUrl: 'http://localhost', registration: true, passwordReset: true },
  });
  company = await app.given.company('Acme');
});
afterAll(() => app.close());
// Moves the clock, so that every test starts with empty counters.
beforeEach(() => app.clock.forward(3601));

interface From {
  readonly ip?: string;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
/** Signs in, and repeats the call if too many others sign in at the same time, because such a try does not count. */
const signIn = (Login: string, Password: string, { ip = '192.0.2.1', cookie, headers }: From = {}) => {
  const more = { remoteAddress: ip, headers: { ...headers, ...(cookie && { cookie }) } };
  return untilTaken(() => app.anonymous('POST', '/api/v2/Auth', { Login, Password }, more));
};
const person = () => app.given.account(company, 'OPERATOR');
const cookieIn = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? '';
/** Returns the cookie of a browser that has signed in. */
const browserOf = async ({ email }: Person, from: From = {}) => cookieIn(await signIn(email, password, from));
const statuses = async (replies: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(replies)).map(({ status }) => status);
const count = (all: readonly number[], status: number) => all.filter(one => one === status).length;
const sixty = Array.from({ length: 60 }, (_, at) => at);

describe('wrong tries', () => {
  it('of one account from sixty addresses are counted together; its owner gets in where they signed in before', async () => {
    const owner = await person();
    const cookie = await browserOf(owner);
    const answers = await statuses(
      sixty.flatMap(at => [1, 2].map(() => signIn(owner.email, 'not it', { ip: `198.51.100.${at}` }))),
    );
    expect([count(answers, 401), count(answers, 429)]).toEqual([20, 100]);
    const elsewhere = await signIn(owner.email, password, { ip: '203.0.113.9' });
    expect(elsewhere).toMatchObject({
      status: 429,
      body: { Message: 'Слишком много попыток. Повторите через 15 мин' },
    });
    expect(elsewhere.headers['retry-after']).toBe('900');
    expect((await signIn(owner.email, password, { cookie })).status).toBe(200);
    app.clock.forward(901);
    expect((await signIn(owner.email, password, { ip: '203.0.113.9' })).status).toBe(200);
  });

  it('of sixty accounts from one address are counted together; who signed in there before gets in', async () => {
    const colleague = await person();
    const cookie = await browserOf(colleague);
    const answers = await statuses(sixty.map(at => signIn(`target${at}@example.test`, 'not it')));
    expect([count(answers, 401), count(answers, 429)]).toEqual([50, 10]);
    expect((await signIn(colleague.email, password, { cookie })).status).toBe(200);
    expect((await signIn(colleague.email, password, { ip: '192.0.2.2' })).status).toBe(200);
  });

  it('of one person, however many, lock no colleague behind the same address out', async () => {
    const [clumsy, colleague] = [await person(), await person()];
    const answers = await statuses(sixty.map(() => signIn(clumsy.email, 'not it')));
    expect(count(answers, 401)).toBe(10);
    expect((await signIn(colleague.email, password)).status).toBe(200);
  });

  it('in a browser that is known are counted there, and its owner learns how long to wait', async () => {
    const owner = await person();
    const cookie = await browserOf(owner);
    const answers = await statuses(Array.from({ length: 12 }, () => signIn(owner.email, 'not it', { cookie })));
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 2]);
    expect((await signIn(owner.email, password, { cookie })).headers['retry-after']).toBe('900');
  });

  it('of a colleague at the same browser are not forgotten when one signs in oneself', async () => {
    const [owner, colleague] = [await person(), await person()];
    let cookie = await browserOf(colleague, { cookie: await browserOf(owner) });
    const answers: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      answers.push(...(await statuses(sixty.slice(0, 12).map(() => signIn(owner.email, 'not it', { cookie })))));
      cookie = await browserOf(colleague, { cookie });
    }
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 26]);
  });

  it('count for an unknown login as for a known one', async () => {
    const { email } = await person();
    for (const login of [email, 'nobody@example.test']) {
      const answers = await statuses(sixty.slice(0, 12).map(() => signIn(` ${login.toUpperCase()}`, 'not it')));
      expect([count(answers, 401), count(answers, 429)]).toEqual([10, 2]);
    }
  });

  it('are forgotten one for one: signing in oneself makes no room to try others', async () => {
    const own = await person();
    const guess = (at: number) => signIn(`target${at}@example.test`, 'not it');
    await Promise.all(sixty.slice(0, 49).map(guess));
    for (let i = 0; i < 3; i += 1) expect((await signIn(own.email, password)).status).toBe(200);
    expect((await guess(50)).status).toBe(401);
    expect((await guess(51)).status).toBe(429);
  });
});

describe('a login that reads like the name of another counter', () => {
  it('locks nothing but itself', async () => {
    const somebody = await person();
    const logins = ['reset', `password ${somebody.id}`, `forgot ${somebody.email}`, `${somebody.email}\n192.0.2.1`];
    for (const login of logins)
      await statuses(Array.from({ length: 11 }, () => signIn(login, 'not it', { ip: '192.0.2.1' })));
    const remoteAddress = '192.0.2.1';
    const post = async (path: string, body: object) =>
      (await app.anonymous('POST', `/api/v2/Account/${path}`, body, { remoteAddress })).status;
    expect(await post('reset', { Token: 'made up', Password: 'another fine password' })).toBe(422);
    expect(await post('forgot', { Login: somebody.email })).toBe(200);
    expect(await post('register', { FullName: 'A', Email: 'a@b.test', CompanyName: 'Acme' })).toBe(200);
    const change = { Current: password, New: 'another fine password' };
    expect((await app.as(somebody.token)('PUT', '/api/v2/Account/password', change)).status).toBe(200);
  });
});

describe('the address of a caller', () => {
  it('is not what they say it is, not even from this machine', async () => {
    const { email } = await person();
    const pretending = (at: number) =>
      signIn(email, 'not it', { ip: '127.0.0.1', headers: { 'x-forwarded-for': `203.0.113.${at}` } });
    expect(count(await statuses(sixty.slice(0, 15).map(pretending)), 401)).toBe(10);
  });

  it('is the network one caller holds', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::1'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'));
    expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'));
  });

  it('counts in IPv6 by the network', async () => {
    const { email } = await person();
    const answers = await statuses(
      sixty.slice(0, 15).map(at => signIn(email, 'not it', { ip: `2001:db8::${at + 1}` })),
    );
    expect(count(answers, 401)).toBe(10);
  });
});

describe('the cookie a browser is known by', () => {
  /** Uses up the account's tries from all addresses. Returns a sign-in with a cookie. */
  const locked = async (owner: Person) => {
    const [, login] = attemptCounters.login(owner.email, '');
    const window_ends_at = new Date(app.clock.now().getTime() + 900_000);
    const full = { key: login?.key ?? '', tries: login?.maxTries ?? 0, window_ends_at };
    await app.connection.db
      .insertInto('sign_in_failure')
      .values(full)
      .onConflict(conflict => conflict.column('key').doUpdateSet(full))
      .execute();
    return (cookie: string) => signIn(owner.email, password, { cookie });
  };

  it('is out of the reach of scripts and other sites, and goes by TLS alone where there is TLS', async () => {
    const { email } = await person();
    const [cookie] = [String((await signIn(email, password)).headers['set-cookie'])];
    expect(cookie).toMatch(
      /^drivedesk_browser=[\w-]{43}; Max-Age=15552000; Path=\/api\/v2; HttpOnly; SameSite=Strict$/,
    );
    const tls = await openTestApp(undefined, {
      site: { publicUrl: 'https://cabinet.example.test', registration: false, passwordReset: true },
    });
    const owner = await tls.given.account(await tls.given.company(), 'OPERATOR');
    const reply = await tls.anonymous('POST', '/api/v2/Auth', { Login: owner.email, Password: password });
    expect(String(reply.headers['set-cookie'])).toMatch(/; Secure/);
    await tls.close();
    // A proxy that ends TLS says so, but only a trusted one is believed.
    for (const [trustProxy, isSecure] of [[['loopback'], true] as const, [[], false] as const]) {
      const behind = await openTestApp(undefined, { trustProxy });
      const { email } = await behind.given.account(await behind.given.company(), 'OPERATOR');
      const headers = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
      const signedIn = await behind.anonymous(
        'POST',
        '/api/v2/Auth',
        { Login: email, Password: password },
        { headers },
      );
      expect(String(signedIn.headers['set-cookie']).includes('; Secure')).toBe(isSecure);
      await behind.close();
    }
  });

  it('cannot be made up, nor planted, nor read from the database', async () => {
    const owner = await person();
    const planted = await browserOf(await person());
    const cookie = await browserOf(owner, { cookie: planted });
    const entering = await locked(owner);
    expect((await entering('drivedesk_browser=made-up')).status).toBe(429);
    expect((await entering(planted)).status).toBe(429);
    const { rows } = await app.connection.pool.query('select known_browser::text as row from known_browser');
    expect(rows.some(({ row }) => row.includes(cookie.split('=')[1]))).toBe(false);
    expect((await entering(cookie)).status).toBe(200);
  });

  it('serves everybody who works at one machine', async () => {
    const [first, second] = [await person(), await person()];
    const cookie = await browserOf(second, { cookie: await browserOf(first) });
    for (const owner of [first, second]) {
      await locked(owner);
      expect((await signIn(owner.email, 'not it', { cookie })).status).toBe(401);
    }
  });

  it('is worth nothing elsewhere once the password was changed', async () => {
    const owner = await person();
    const stolen = await browserOf(owner);
    const here = await browserOf(owner);
    const change = { Current: password, New: 'another fine password' };
    await app.as(owner.token)('PUT', '/api/v2/Account/password', change, { headers: { cookie: here } });
    await locked(owner);
    expect((await signIn(owner.email, 'guess', { cookie: stolen })).status).toBe(429);
    expect((await signIn(owner.email, change.New, { cookie: here })).status).toBe(200);
  });

  it('is kept for twenty browsers of an account', async () => {
    const owner = await person();
    const first = await browserOf(owner);
    for (let i = 0; i < 20; i += 1) {
      app.clock.forward(1);
      await signIn(owner.email, password);
    }
    const { rows } = await app.connection.pool.query('select * from known_browser where account_id = $1', [owner.id]);
    expect(rows).toHaveLength(20);
    await locked(owner);
    expect((await signIn(owner.email, password, { cookie: first })).status).toBe(429);
  });
});

describe('the counters', () => {
  const rows = async () => (await app.connection.pool.query('select tries from sign_in_failure order by tries')).rows;

  it('count nothing for a refused attempt', async () => {
    await pruneTries(app.connection.db, app.clock.now());
    for (let at = 0; at < 70; at += 1) {
      const body = { Login: `target${at}@example.test` };
      await app.anonymous('POST', '/api/v2/Account/forgot', body, { remoteAddress: '192.0.2.1' });
    }
    // One row for each of the sixty accepted tries, and one for the address.
    expect(await rows()).toHaveLength(61);
  });

  it('are no more than there is room for: those that say most are kept', async () => {
    await pruneTries(app.connection.db, app.clock.now());
    expect(await rows()).toEqual([]);
    await statuses(sixty.slice(0, 12).map(() => signIn('target@example.test', 'not it')));
    for (const at of sixty.slice(0, 20)) await signIn(`other${at}@example.test`, 'not it', { ip: `2001:db8:${at}::1` });
    await pruneTries(app.connection.db, app.clock.now(), 3);
    expect(await rows()).toEqual([{ tries: 10 }, { tries: 10 }, { tries: 10 }]);
    expect((await signIn('target@example.test', 'not it')).status).toBe(429);
  });
});
