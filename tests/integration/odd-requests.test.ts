import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insurer } from '../../server/insurer.ts';
import { routeSchema } from '../../server/plugins/calls.ts';
import type { CallKey, Call as ContractCall } from '../../src/contract/call.ts';
import { calls } from '../../src/contract/index.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let manager: Call;
let stranger: Call;
let accident: number;
beforeAll(async () => {
  app = await openTestApp(undefined, {
    site: { publicUrl: 'https://cabinet.example.test', registration: true, passwordReset: true },
  });
  const company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
  accident = (await app.given.accident(company)).id;
});
afterAll(() => app.close());

// The stream has its own tests, and a sign-out would end the other requests.
const asked = Object.keys(calls)
  .filter(name => !/events|logoff/.test(name))
  .map(name => name.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]);
const addressOf = (path: string, id: string) =>
  path.replace(/\{(\w+)\}/g, (_, name) => (name === 'status' ? 'opened' : id));

const ids = ['0', '-1', '9007199254740993', '99999999999999999999', 'abc', '%E0%A4%A', '%00', '1e3'];
const filters = [
  '{"id":[]}',
  '{"kind":[]}',
  '{"read":[]}',
  '{"state":[]}',
  '{"accidentId":[]}',
  '{"id":[[[1]]]}',
  '{"id":99999999999999999999}',
  '{"entity":["\\u0000"]}',
  '{"kind":"\\u0000"}',
  '{"accidentId":9223372036854775808}',
  '{"q":{}}',
  '{"__proto__":1}',
  'null',
  '[1]',
  'x',
];
const queries = [
  'page=999999999999999&pageSize=1000',
  'page=1&page=2',
  'sort=%00',
  'sort=["__proto__","ASC"]',
  `sort=${encodeURIComponent('["id",{"toString":1}]')}`,
  `sort=${encodeURIComponent('[["id"],["ASC"]]')}`,
  'search=%00',
  'search=%25_%5C',
  'range=[0,99999999999]',
  'range=[-1,5]',
  'range=[9007199254740992,9007199254740993]',
  'q=%00',
  `q=${encodeURIComponent('я'.repeat(3000))}`,
  'accidentId=99999999999999999',
  ...filters.map(filter => `filter=${encodeURIComponent(filter)}`),
];
/**
 * Returns the odd queries of a call's own parameters. Names that the call does not know are refused by one check before
 * it, so one such query is enough.
 */
const queriesOf = (name: CallKey): readonly string[] => {
  const schema = routeSchema(insurer.registry, name, (calls as Record<CallKey, ContractCall>)[name]!).querystring as
    | { readonly properties?: object }
    | undefined;
  const known = new Set(Object.keys(schema?.properties ?? {}));
  const [unknown] = queries.filter(query => !known.has(query.split('=', 1)[0]!));
  return [...queries.filter(query => known.has(query.split('=', 1)[0]!)), ...(unknown ? [unknown] : [])];
};
const json = (payload: string): InjectOptions => ({ payload, headers: { 'content-type': 'application/json' } });
const bodies = [
  '',
  'null',
  '[]',
  '{}',
  '"x"',
  '{"__proto__":{"Login":"x"}}',
  '{"Login":"\\u0000","Password":"x"}',
  '{"Token":"\\u0000","Password":"1234567890"}',
  '{"FullName":"\\u0000","Email":"a@b.co","CompanyName":"\\u0000"}',
  '{"Text":"\\u0000"}',
  '{"text":"\\u0000"}',
  '{"text":"x","replyToId":9007199254740991}',
  '{"upTo":9007199254740991,"accidentId":9007199254740991}',
  JSON.stringify({ Text: 'x'.repeat(100_000) }),
];

/** Returns the status of an answer that is neither a success nor an error with a message. */
const wordless = async (
  made: Promise<{ status: number; body: { Message?: unknown; Code?: unknown } }>,
): Promise<number | undefined> => {
  const { status, body } = await made;
  // Dossiers need the cabinet's texts, and no cabinet is built here.
  if (body.Code === 'NO_TEXTS' && typeof body.Message === 'string') return undefined;
  return status < 300 || (status < 500 && typeof body.Message === 'string') ? undefined : status;
};

it.each(asked)('%s %s answers the oddest request in words', async (method, path) => {
  const known = addressOf(path, String(accident));
  const odd = path === known ? [] : ids.map(id => addressOf(path, id));
  const wrong: string[] = [];
  const look = async (url: string, more?: InjectOptions) => {
    const status = await wordless(manager(method, url, undefined, more));
    if (status !== undefined) wrong.push(`${status} ${url} ${String(more?.payload ?? '')}`);
  };
  for (const url of odd) await look(url, method === 'GET' || method === 'DELETE' ? undefined : json('{}'));
  if (method === 'GET') for (const query of queriesOf(`GET ${path as `/${string}`}`)) await look(`${known}?${query}`);
  if (method === 'POST' || method === 'PUT') for (const body of bodies) await look(known, json(body));
  expect(wrong).toEqual([]);
});

const nul = 'a\u0000b';

it.each([
  ['POST', '/api/v2/Client', { LastName: nul }, 'LastName'],
  ['POST', '/api/v2/Client', { LastName: 'Иванов', City: nul }, 'City'],
  ['POST', '/api/v2/Operator', { Email: 'a@b.test', FirstName: nul, LastName: 'b', Roles: ['OPERATOR'] }, 'FirstName'],
  ['POST', '/api/v2/PlatformKey', { Name: nul }, 'Name'],
  ['POST', '/api/v2/Accident/1/notes', { Text: nul }, 'Text'],
  ['POST', '/api/filtertemplate', { Resource: 'clients', Name: nul, Shared: 'me', State: {} }, 'Name'],
  ['POST', '/api/v3/messages', { text: nul }, 'text'],
  ['GET', '/api/v1/Client/table?search=a%00b', undefined, 'search'],
  ['GET', '/api/v1/Client/table?City=a%00b', undefined, 'City'],
  ['GET', '/api/v2/Accident/table/opened?search=a%00b', undefined, 'search'],
  ['GET', '/api/v2/Accident/table/opened?City=a%00b', undefined, 'City'],
  ['GET', '/api/v2/Voucher/table?search=%00', undefined, 'search'],
  ['GET', '/api/v2/Voucher/pick?search=a%00b', undefined, 'search'],
  ['GET', '/api/v3/search?q=a%00b', undefined, 'q'],
  [
    'POST',
    '/api/v3/exports',
    { Resource: 'clients', Format: 'csv', Columns: ['City'], Query: { City: nul } },
    'Query.City',
  ],
] as const)('%s %s with a character that no text may have names where it stands', async (method, path, body, field) => {
  const reply = await manager(method, path.replace('/1/', `/${accident}/`), body);
  expect(reply).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: field, Message: 'В тексте есть недопустимый знак' }] },
  });
});

it.each([
  ['POST', '/api/v2/Client', { LastName: '\u3164' }, 'LastName'],
  ['POST', '/api/v2/PlatformKey', { Name: '\u200b\u2060' }, 'Name'],
  ['POST', '/api/v2/Accident/1/notes', { Text: '\u200b \u115f' }, 'Text'],
  ['POST', '/api/v3/messages', { text: '\u2800\u061c' }, 'text'],
] as const)('%s %s with invisible characters alone is empty', async (method, path, body, field) => {
  const reply = await manager(method, path.replace('/1/', `/${accident}/`), body);
  expect(reply).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: field, Message: 'Поле обязательно для заполнения' }] },
  });
});

it('a tab or a line break in a field of one line becomes a blank, and stays in a text of several lines', async () => {
  const client = await manager('POST', '/api/v2/Client', { LastName: 'Дроздова\tАнна', City: 'Нижний\r\nНовгород ' });
  expect(client.body).toMatchObject({ LastName: 'Дроздова Анна', City: 'Нижний Новгород' });
  const { Id } = (await manager('POST', '/api/v2/PlatformKey', { Name: 'Стенд\n2' })).body;
  expect((await manager('GET', `/api/v2/PlatformKey/${Id}`)).body).toMatchObject({ Name: 'Стенд 2' });
  const message = await manager('POST', '/api/v3/messages', { text: 'Свидетели:\n\tИванов' });
  expect(message.body).toMatchObject({ text: 'Свидетели:\n\tИванов' });
});

describe('an encoded word, which mail servers read as another address', () => {
  const Email = '=?utf-8?q?ivan?=@mail.test';
  it.each([
    ['POST', '/api/v2/Client', { LastName: 'Иванов' }],
    ['POST', '/api/v2/Operator', { FirstName: 'Иван', LastName: 'Петров', Roles: ['OPERATOR'] }],
  ] as const)('is refused by %s %s by its field', async (method, path, body) => {
    const reply = await manager(method, path, { ...body, Email });
    expect(reply).toMatchObject({ status: 400, body: { Errors: [{ Field: 'Email' }] } });
  });

  it('is refused by a change of a client', async () => {
    const client = await manager('POST', '/api/v2/Client', { LastName: 'Иванов', Email: 'a@mail.test' });
    const reply = await manager('PUT', `/api/v2/Client/${client.body.Id}`, { Email, Version: client.body.Version });
    expect(reply).toMatchObject({ status: 400, body: { Errors: [{ Field: 'Email' }] } });
  });
});

/**
 * Returns the names of the call's parameters, and unknown names. Known names with odd values pass the check of names.
 */
const namesOf = (shape: unknown): string[] => {
  const { properties = {} } = (shape ?? {}) as { properties?: object };
  return [...Object.keys(properties), 'page', 'sort', 'filter', '__proto__', 'constructor', 'x[]', ''];
};
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '\0',
    '\uffff',
    '0',
    '-1',
    '1e400',
    '[]',
    '{}',
    '["id","ASC"]',
    '2026-02-30',
    '%',
    "'",
    'opened',
    '{"id":[]}',
  ),
);
const oddValue = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('\ud800', 1e308, -0, 2 ** 53, null, [], {}),
);
const oddRequest = fc.constantFrom(...asked).chain(([method, path]) => {
  const call = (calls as Record<string, ContractCall>)[`${method} ${path}`]!;
  return fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    id: fc.oneof(fc.constant(''), oddText),
    query: fc.array(fc.tuple(fc.constantFrom(...namesOf(call.query)), oddText), { maxLength: 4 }),
    body: fc.option(fc.dictionary(fc.constantFrom(...namesOf(call.body)), oddValue, { maxKeys: 8 })),
    headers: fc.dictionary(
      fc.constantFrom('idempotency-key', 'accept-language', 'content-encoding', 'last-event-id', 'x-forwarded-for'),
      fc.string({ maxLength: 300 }),
    ),
  });
});

it('whatever is asked, in whatever address, body and headers, is answered in words', async () => {
  await fc.assert(
    fc.asyncProperty(oddRequest, async ({ method, path, id, query, body, headers }) => {
      const pairs = query.map(pair => pair.map(part => encodeURIComponent(part)).join('='));
      const url = `${addressOf(path, encodeURIComponent(id) || String(accident))}?${pairs.join('&')}`;
      const more = body === null ? { headers } : { headers, ...json(JSON.stringify(body)) };
      expect(await wordless(manager(method, url, undefined, more))).toBeUndefined();
    }),
    { numRuns: 400 },
  );
});

describe('a list that is asked for the rows of no value', () => {
  it.each([
    ['notifications', 'kind'],
    ['notifications', 'read'],
    ['registrations', 'state'],
    ['messages', 'accidentId'],
    ['audit', 'entity'],
    ['audit', 'id'],
  ])('of %s by %s has none', async (list, field) => {
    await manager('POST', '/api/v3/messages', { text: 'said' });
    const filter = encodeURIComponent(JSON.stringify({ [field]: [] }));
    const { status, body, headers } = await manager('GET', `/api/v3/${list}?filter=${filter}`);
    expect(status).toBe(200);
    expect(body).toEqual([]);
    expect(headers['content-range']).toBe(`${list} */0`);
  });

  it('has those of one value and of several', async () => {
    const found = async (read: unknown) =>
      (await manager('GET', `/api/v3/notifications?filter=${encodeURIComponent(JSON.stringify({ read }))}`)).status;
    expect([await found(true), await found([true, false]), await found([false])]).toEqual([200, 200, 200]);
  });
});

it('what belongs to one company is not there for another, whatever is asked about it', async () => {
  const found: string[] = [];
  for (const [method, path] of asked.filter(([, path]) => /^\/api\/(v2\/Accident|crash(es)?)\/.*\{id\}/.test(path))) {
    const more = method === 'GET' || method === 'DELETE' ? undefined : json('{}');
    const { status } = await stranger(method, addressOf(path, String(accident)), undefined, more);
    if (status !== 404 && status !== 400 && status !== 415) found.push(`${status} ${method} ${path}`);
  }
  expect(found).toEqual([]);
});
