import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from '../../server/modules/webhooks/httpPost.ts';
import { defaultWebhooks } from '../../server/modules/webhooks/settings.ts';
import { webhooksMax } from '../../src/contract/webhooks.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { answersWith } from '../support/receiver.ts';
import { type HookApp, openHookApp, soon } from '../support/webhooks.ts';

let hooks: HookApp;
/** Settings as outside demo mode, without allowed hosts. Some names resolve to addresses of their owners' choice. */
let strict: TestApp;
const names: Record<string, readonly string[]> = {
  'inside.example': ['10.1.2.3'],
  'both.example': ['93.184.215.14', '192.168.0.1'],
  'mapped.example': ['::ffff:169.254.169.254'],
};
let asked: string[] = [];
beforeAll(async () => {
  hooks = await openHookApp();
  strict = await openTestApp(undefined, {
    webhooks: {
      resolve: async host => {
        asked.push(host);
        return (names[host] ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
    },
  });
});
afterAll(() => Promise.all([hooks.close(), strict.close()]));

const managerOf = async (app: TestApp): Promise<Call> =>
  app.as((await app.given.account(await app.given.company(), 'MANAGER')).token, 'en');
const Events = ['accident.create'];
const count = async (app: TestApp) =>
  (await app.connection.pool.query('select count(*)::int as n from webhook')).rows[0].n as number;

describe('activating a webhook', () => {
  it('asks the receiver to repeat a word, signed with the secret that is told this once', async () => {
    const { manager } = await hooks.company();
    const receiver = await hooks.receiver();
    receiver.answer((response, { json }) => response.end(JSON.stringify({ Challenge: json.Data.Challenge })));
    const { status, body } = await manager('POST', '/api/webhook/activate', { Url: receiver.url, Events });
    expect([status, Object.keys(body)]).toEqual([200, ['Id', 'Secret']]);
    const { body: record } = await manager('GET', `/api/v2/Webhook/${body.Id}`);
    expect(record).toMatchObject({ Url: receiver.url, Events, State: 'active', FailuresInRow: 0 });
    const read = [
      record,
      (await manager('GET', '/api/v2/Webhook/table')).body,
      (await hooks.app.connection.pool.query('select * from audit')).rows,
      (await hooks.app.connection.pool.query('select * from event')).rows,
    ];
    expect(JSON.stringify(read)).not.toContain(body.Secret);
  });

  it('takes the secret that is brought along, if it is one', async () => {
    const { manager } = await hooks.company();
    const { url } = await hooks.receiver();
    const Secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    for (const bad of [
      'secret',
      'whsec_',
      `whsec_${'A'.repeat(31)}`,
      `whsec_${Buffer.alloc(25, 7).toString('base64').replace('Bw==', 'Bx==')}`,
    ]) {
      const { status, body } = await manager('POST', '/api/webhook/activate', { Url: url, Events, Secret: bad });
      expect([status, body.Errors[0].Field]).toEqual([400, 'Secret']);
    }
    const { body } = await manager('POST', '/api/webhook/activate', { Url: url, Events, Secret });
    expect(body.Secret).toBe(Secret);
  });

  it.each([
    [
      'another word',
      (response: { end: (text: string) => void }) => response.end('hello'),
      'repeat the challenge (200)',
    ],
    ['an error', answersWith(500), 'answered with an error (500)'],
    ['a redirect', answersWith(301, { location: 'https://drivedesk.example/' }), 'answered with a redirect (301)'],
    ['nothing', () => {}, 'no answer in time'],
  ])('is refused to a receiver that answers %s, and nothing is left of it', async (_name, answer, reason) => {
    const { manager } = await hooks.company();
    const receiver = await hooks.receiver();
    receiver.answer(answer);
    const before = await count(hooks.app);
    const { status, body } = await manager('POST', '/api/webhook/activate', { Url: receiver.url, Events });
    expect([status, body.Code, body.Errors[0].Field]).toEqual([422, 'WEBHOOK_UNANSWERED', 'Url']);
    expect(body.Message).toContain(reason);
    expect(await count(hooks.app)).toBe(before);
  });

  it('is for managers, one webhook for an address, and a bounded number of them', async () => {
    const { id, manager } = await hooks.company();
    const { url } = await hooks.receiver();
    const operator = hooks.app.as((await hooks.app.given.account(id, 'OPERATOR')).token);
    expect((await operator('POST', '/api/webhook/activate', { Url: url, Events })).status).toBe(403);
    expect((await operator('GET', '/api/v2/WebhookDelivery/table')).status).toBe(403);
    expect((await hooks.app.anonymous('POST', '/api/webhook/activate', { Url: url, Events })).status).toBe(401);
    const replies = await Promise.all(
      [1, 2, 3].map(() => manager('POST', '/api/webhook/activate', { Url: url, Events })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await hooks.app.connection.pool.query(
      `insert into webhook (company_id, url, events, secret, created_at, created_by)
       select $1, 'https://example.com/' || n, '{}', 'whsec_', now(), '' from generate_series(2, $2::int - 2) n`,
      [id, webhooksMax],
    );
    // Two slots are left, and six requests come at once. Each is challenged before it is counted.
    const many = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        manager('POST', '/api/webhook/activate', { Url: `${url}/more-${n}`, Events }),
      ),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(new Set(many.map(({ body }) => body.Code))).toEqual(new Set([undefined, 'TOO_MANY_WEBHOOKS']));
    expect((await manager('GET', '/api/v2/Webhook/table')).body.Total).toBe(webhooksMax);
  });
});

describe('an address', () => {
  it.each([
    'http://example.com/hook',
    'ftp://example.com/',
    'javascript:alert(1)',
    'example.com/hook',
    'https://user:secret@example.com/',
    'https://example.com/#part',
    'https://',
  ])('such as %s is none: encrypted ones alone are taken outside demo mode', async Url => {
    const { status, body } = await (await managerOf(strict))('POST', '/api/webhook/activate', { Url, Events });
    expect([status, body.Errors[0]]).toEqual([
      400,
      { Field: 'Url', Message: 'An address that begins with https://, without a login and without #' },
    ]);
  });

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0.0.0.0',
    '10.20.30.40',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:10.0.0.1]',
    '[::10.0.0.1]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[ff02::1]',
    'inside.example',
    'both.example',
    'mapped.example',
  ])('at %s lies in a private network, and is asked for nothing', async host => {
    const { status, body } = await (await managerOf(strict))('POST', '/api/webhook/activate', {
      Url: `https://${host}:9/hook`,
      Events,
    });
    expect([status, body.Errors[0].Field, body.Errors[0].Message]).toEqual([
      400,
      'Url',
      'Leads into a private network or to this server, which is not allowed',
    ]);
  });

  it('whose name nobody knows says so', async () => {
    const body = { Url: 'https://nowhere.example/', Events };
    const reply = await (await managerOf(strict))('POST', '/api/webhook/activate', body);
    expect([reply.status, reply.body.Message]).toEqual([422, expect.stringContaining('name not found')]);
  });

  it('is asked for once for each attempt, and the connection goes to the very address that was found permitted', async () => {
    const receiver = await hooks.receiver();
    const delivery = { url: `http://moving.example:${receiver.port}/`, headers: {}, body: '{"Data":{}}' };
    const settings = { ...defaultWebhooks, http: true, hosts: ['moving.example'] };
    const leadsTo = (...addresses: string[]) => {
      asked = [];
      return async (host: string) => {
        asked.push(host);
        return addresses.slice(asked.length - 1, asked.length).map(address => ({ address, family: 4 }));
      };
    };
    const { signal } = new AbortController();
    // The name does not exist, so a second look-up would fail.
    const allowed = await post({ ...settings, resolve: leadsTo('127.0.0.1') }, delivery, signal);
    expect([allowed.fault, asked, receiver.got().length]).toEqual([null, ['moving.example'], 1]);
    // The name resolved to a public address before and to a private one now. Only the connected address counts.
    const moved = await post(
      { ...settings, hosts: [], resolve: leadsTo('127.0.0.1', '93.184.215.14') },
      delivery,
      signal,
    );
    expect([moved.fault, asked.length, receiver.got().length]).toEqual(['address', 1, 1]);
  });
});

it('what belongs to one company is not there for another', async () => {
  const { manager, crash } = await hooks.company();
  const { manager: stranger } = await hooks.company();
  const receiver = await hooks.receiver();
  const { Id } = await hooks.activate(manager, receiver.url);
  await crash();
  await soon(async () => (await hooks.deliveries(manager))[0]?.State).toBe('delivered');
  const delivery = (await hooks.deliveries(manager))[0]?.Id;
  const replay = { From: '2026-01-01T00:00:00.000Z', To: '2027-01-01T00:00:00.000Z' };
  const tried: readonly (readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?])[] = [
    ['GET', `/api/v2/Webhook/${Id}`],
    ['PUT', `/api/v2/Webhook/${Id}`, { Events, Version: 1 }],
    ['DELETE', `/api/v2/Webhook/${Id}`],
    ...['pause', 'rotate'].map(action => ['POST', `/api/v2/Webhook/${Id}/${action}`] as const),
    ['POST', `/api/v2/Webhook/${Id}/replay`, replay],
    ['GET', `/api/v2/WebhookDelivery/${delivery}`],
    ['POST', `/api/v2/WebhookDelivery/${delivery}/replay`],
  ];
  for (const [method, path, body] of tried) expect((await stranger(method, path, body)).status).toBe(404);
  expect(await hooks.deliveries(stranger)).toEqual([]);
  expect(receiver.got()).toHaveLength(1);
});

it('the events of a webhook can be changed; its address cannot, because that receiver answered no challenge', async () => {
  const { manager } = await hooks.company();
  const { Id } = await hooks.activate(manager, (await hooks.receiver()).url);
  const change = (body: object) => manager('PUT', `/api/v2/Webhook/${Id}`, { Version: 1, ...body });
  expect((await change({ Url: 'https://example.com/' })).status).toBe(400);
  expect((await change({ Events: [] })).status).toBe(400);
  expect((await change({ Events: ['accident.move'] })).body).toMatchObject({ Events: ['accident.move'], Version: 2 });
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    'a\u0000b',
    '\ud800',
    -1,
    0,
    1,
    2 ** 53,
    true,
    [],
    {},
    ['accident.create'],
    ['x'],
    [null],
  ),
  fc.constantFrom(
    'http://127.0.0.1:1/',
    'https://%00/',
    'http://[',
    'http://localhost:99999',
    'whsec_AAAA',
    '2026-01-01T00:00:00Z',
  ),
  fc.string({ maxLength: 300 }),
  fc.webUrl(),
);

it('every wrong body is refused with the reason and changes nothing', async () => {
  const { manager } = await hooks.company();
  const { Id } = await hooks.activate(manager, (await hooks.receiver()).url);
  const calls = [
    ['POST', '/api/webhook/activate', { Url: 'http://127.0.0.1:1/', Events }],
    ['PUT', `/api/v2/Webhook/${Id}`, { Version: 1 }],
    ['POST', `/api/v2/Webhook/${Id}/replay`, { From: '2026-01-01T00:00:00Z', To: '2026-01-02T00:00:00Z' }],
  ] as const;
  const change = fc.dictionary(fc.constantFrom('Url', 'Events', 'Secret', 'Version', 'From', 'To', 'Nonsense'), odd, {
    maxKeys: 4,
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), change, async ([method, path, body], more) => {
      const before = await count(hooks.app);
      await hooks.app.connection.pool.query('delete from sign_in_failure');
      const reply = await manager(method, path, { ...body, ...more });
      expect([reply.status < 500, reply.body.Code]).toEqual([true, reply.body.Code]);
      if (reply.status >= 400) expect(await count(hooks.app)).toBe(before);
    }),
    { numRuns: 60, seed: 11 },
  );
});
