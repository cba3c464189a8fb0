import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyCall, type Persona, personas, rightOf } from '../../scripts/roles.ts';
import type { CallKey } from '../../src/contract/call.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { freshen } from '../support/fresh.ts';

let app: TestApp;
let company: number;
let platformKey: string;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  platformKey = await app.given.platformKey(company);
});
afterAll(() => app.close());

const tokens = new Map<Persona, string>();
const tokenOf = async (persona: Persona, endsSession: boolean): Promise<string | undefined> => {
  if (persona === 'nobody') return undefined;
  if (persona === 'platform') return platformKey;
  const usual = endsSession ? undefined : tokens.get(persona);
  const token = usual ?? (await app.given.account(company, persona)).token;
  // A SUPERUSER has these rights only after a fresh sign-in (superuser.test.ts).
  if (persona === 'SUPERUSER' && !usual) await freshen(app, token);
  if (!endsSession) tokens.set(persona, token);
  return token;
};

/**
 * No record has this id, and no body is complete. A caller with the right therefore gets another error than the missing
 * right.
 */
const ask = async (name: CallKey, persona: Persona, endless: boolean) => {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string];
  const token = await tokenOf(persona, /logoff|refresh/.test(path));
  const { statusCode, body } = await app.server.inject({
    method: endless ? 'HEAD' : method,
    url: path.replace(/\{\w+\}/g, '999999999'),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...((method === 'POST' || method === 'PUT') && { payload: {} }),
  });
  return { status: statusCode, code: /"Code":"(\w+)"/.exec(body)?.[1] };
};

/** Refusal codes of calls that give a part of the data. */
const narrowed = { case: 'CASE_NEEDED', record: 'FORBIDDEN' } as const;

it.each(personas)('every call answers %s as docs/roles.md says', async persona => {
  const wrong: string[] = [];
  for (const [name, call] of everyCall()) {
    const right = rightOf(call, persona);
    const { status, code } = await ask(name, persona, call.stream !== undefined);
    const bySession = persona !== 'nobody' && persona !== 'platform' && call.access !== 'platform';
    const refused = status === 401 || status === 403;
    const fits =
      right === 'no'
        ? status === (bySession ? 403 : 401) && code !== 'CASE_NEEDED'
        : !refused || (right !== 'yes' && code === narrowed[right]);
    if (!fits || status >= 500) wrong.push(`${name}: ${right} for ${persona}, but answered ${status} ${code}`);
  }
  expect(wrong).toEqual([]);
});
