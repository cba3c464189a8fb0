import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { type Person, password } from '../support/given.ts';

let app: TestApp;
let boss: Person;
let manager: Person;
beforeAll(async () => {
  app = await openTestApp();
  const company = await app.given.company();
  boss = await app.given.account(company, 'SUPERUSER');
  manager = await app.given.account(company, 'MANAGER');
});
afterAll(() => app.close());

const brand = (Name: string) => ['POST', '/api/v2/VehicleBrand', { Name }] as const;
const freshly = async ({ email }: Person): Promise<Call> => {
  const { body } = await app.anonymous('POST', '/api/v2/superuser/auth', { Login: email, Password: password });
  return app.as(body.Token, 'en');
};

describe('what only a superuser may change', () => {
  it('is refused to everybody else, and to a superuser who has not just given the password', async () => {
    expect((await app.as(manager.token)(...brand('A'))).status).toBe(403);
    const answer = await app.as(boss.token, 'en')(...brand('A'));
    expect([answer.status, answer.body.Code, answer.body.Message]).toEqual([
      403,
      'FRESH_SIGN_IN_NEEDED',
      'Sign in again to change this',
    ]);
    // Reading needs no fresh sign-in.
    expect((await app.as(boss.token)('GET', '/api/v2/Company/table')).status).toBe(200);
  });

  it('is done within half an hour of a fresh sign-in', async () => {
    const fresh = await freshly(boss);
    expect((await fresh('GET', '/api/v2/superuser/test')).body).toEqual({
      Superuser: true,
      Fresh: true,
      FreshUntil: new Date(app.clock.now().getTime() + 30 * 60_000).toISOString(),
    });
    expect((await fresh(...brand('Москвич'))).status).toBe(201);
    app.clock.forward(30 * 60 + 1);
    expect((await fresh(...brand('Aurus'))).status).toBe(401);
  });

  it('the ordinary token says what it is not good for', async () => {
    const ask = async (token: string) => (await app.as(token)('GET', '/api/v2/superuser/test')).body;
    expect(await ask(boss.token)).toEqual({ Superuser: true, Fresh: false, FreshUntil: null });
    expect(await ask(manager.token)).toEqual({ Superuser: false, Fresh: false, FreshUntil: null });
  });

  it('nobody learns from the sign-in who is a superuser', async () => {
    const wrong = { Login: boss.email, Password: 'something else' };
    const right = { Login: manager.email, Password: password };
    const [a, b] = [
      await app.anonymous('POST', '/api/v2/superuser/auth', wrong),
      await app.anonymous('POST', '/api/v2/superuser/auth', right),
    ];
    expect([a.status, a.body.Message]).toEqual([b.status, b.body.Message]);
    expect(a.status).toBe(401);
  });
});
