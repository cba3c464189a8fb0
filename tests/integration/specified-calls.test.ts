import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyCall } from '../../scripts/roles.ts';
import { type SpecifiedCall, type SpecifiedRole, specifiedCalls } from '../../scripts/specifiedCalls.ts';
import type { CallKey } from '../../src/contract/call.ts';
import type { Call } from '../support/app.ts';
import { accidentAsks } from '../support/specified/accidentAsks.ts';
import { accountAsks } from '../support/specified/accountAsks.ts';
import type { Ask, Asks } from '../support/specified/ask.ts';
import { drivingAsks } from '../support/specified/drivingAsks.ts';
import { voucherAsks } from '../support/specified/voucherAsks.ts';
import { openWorld, type World } from '../support/specified/world.ts';

/** Valid requests of every call that the specification names. */
const asks: Asks = { ...accountAsks, ...accidentAsks, ...voucherAsks, ...drivingAsks };

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Returns the schema with additional properties forbidden everywhere. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isNode(schema)) return schema;
  const node = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return schema.properties && schema.additionalProperties === undefined
    ? { ...node, additionalProperties: false }
    : node;
};

const says = ['type', 'enum', 'const', 'anyOf', 'allOf', 'oneOf', 'not'];

/** Returns the paths of a schema that accept anything: objects without named properties, and values without a type. */
const freeForms = (schema: unknown, at = ''): string[] => {
  if (!isNode(schema)) return [];
  const {
    type,
    properties,
    patternProperties,
    additionalProperties,
    items,
    anyOf = [],
  } = schema as {
    readonly type?: unknown;
    readonly properties?: Node;
    readonly patternProperties?: Node;
    readonly additionalProperties?: unknown;
    readonly items?: unknown;
    readonly anyOf?: readonly unknown[];
  };
  if (!says.some(key => key in schema)) return [at || 'all of it'];
  const isObject = [type].flat().includes('object');
  if (isObject && !properties && !patternProperties && !isNode(additionalProperties)) return [at || 'all of it'];
  return [
    ...Object.entries({ ...properties, ...patternProperties }).flatMap(([name, each]) =>
      freeForms(each, `${at}/${name}`),
    ),
    ...[items].flat().flatMap(each => (each === undefined ? [] : freeForms(each, `${at}/items`))),
    ...anyOf.flatMap(each => freeForms(each, `${at}/anyOf`)),
  ];
};

const contract = new Map(everyCall());
const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));

let world: World;
/** Callers without a right, with the expected status and code, by role of the call. */
let refused: Readonly<Record<SpecifiedRole, readonly (readonly [caller: Call, status: number, code: string])[]>>;
let allowed: Readonly<Record<SpecifiedRole, Call>>;
let stranger: Call;
let paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;

beforeAll(async () => {
  world = await openWorld();
  const { app, platform, asOperator, asManager, person, operator, boss, hold, accident } = world;
  const as = (token: string) => app.as(token, 'en');
  const idle = as((await person('OPERATOR')).token);
  const asleep = as((await person('SUPERUSER')).token);
  const nobody = [app.anonymous, 401, 'NOT_SIGNED_IN'] as const;
  const device = [platform, 401, 'NOT_SIGNED_IN'] as const;
  const person401 = [asManager, 401, 'WRONG_PLATFORM_KEY'] as const;
  refused = {
    '–': [],
    P: [[app.anonymous, 401, 'WRONG_PLATFORM_KEY'], person401],
    A: [nobody, device],
    O: [nobody, device],
    case: [nobody, device, [idle, 403, 'CASE_NEEDED']],
    M: [nobody, device, [asOperator, 403, 'FORBIDDEN']],
    S: [nobody, device, [asManager, 403, 'FORBIDDEN'], [asleep, 403, 'FRESH_SIGN_IN_NEEDED']],
  };
  const freshly = as(boss.token);
  allowed = {
    '–': app.anonymous,
    P: platform,
    A: asOperator,
    O: asOperator,
    case: asManager,
    M: asManager,
    S: freshly,
  };
  stranger = as(world.stranger.token);
  await hold(accident);
  expect(operator.id).toEqual(expect.any(Number));
  paths = (await app.anonymous('GET', '/api/openapi.json')).body.paths;
});
afterAll(() => world.close());

const tokenOf = (role: SpecifiedRole): string => (role === 'M' ? world.manager : world.operator).token;
const methodOf = (call: CallKey) => call.slice(0, call.indexOf(' ')) as Parameters<Call>[0];
const pathOf = (call: CallKey) => call.slice(call.indexOf(' ') + 1);

const addressOf = (call: CallKey, { params = {}, query = {} }: Pick<Ask, 'params' | 'query'>): string => {
  const path = pathOf(call).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
};
const send = (by: Call, call: CallKey, ask: Pick<Ask, 'params' | 'query' | 'body' | 'file'>) =>
  by(methodOf(call), addressOf(call, ask), ask.body, ask.file);

const lettersWaiting = async (): Promise<number> => {
  const waiting = await world.app.connection.pool.query(
    `select from graphile_worker.jobs where task_identifier = 'letter'`,
  );
  return waiting.rows.length;
};

/**
 * Calls without an entry in the history: signing in, the caller's own filters, telemetry, and a change to the same
 * value.
 */
const unrecorded: readonly CallKey[] = [
  ...(['POST /api/v2/Auth', 'POST /api/v2/superuser/auth', 'POST /api/auth', 'POST /api/refresh'] as const),
  ...(['POST /api/filtertemplate', 'POST /api/filtertemplate/delete', 'POST /api/statistic/webhook'] as const),
  'POST /api/uilocalizationlocale',
];

/** State that a refused call must not change. */
const stateNow = async () => {
  const { db } = world.app.connection;
  // The queue may still be sending the letter of an earlier call.
  await expect.poll(lettersWaiting, { interval: 20 }).toBe(0);
  const rows = (table: 'audit' | 'webhook' | 'session') =>
    db.selectFrom(table).select(eb => eb.fn.countAll().as('rows'));
  const { rows: sessions } = await rows('session').where('ended_at', 'is', null).executeTakeFirstOrThrow();
  const leases = await db
    .selectFrom('accident')
    .select(['id', 'locked_by'])
    .where('locked_by', 'is not', null)
    .execute();
  return {
    changes: Number((await rows('audit').executeTakeFirstOrThrow()).rows),
    webhooks: (await rows('webhook').executeTakeFirstOrThrow()).rows,
    leases: leases.map(({ id, locked_by }) => `${id}: ${locked_by}`).sort(),
    letters: world.letters.length,
    sessions,
  };
};

const ofOurs = () => [world.voucher.IMEI, world.voucher.ObjectId, 'Иванова', 'КАСКО-1', world.manager.email];

const tryElsewhere = async ({ call, role }: SpecifiedCall, { elsewhere, ...ask }: Ask) => {
  const names = ask.params !== undefined || Object.keys(ask.query ?? {}).some(name => /id$/i.test(name));
  if (elsewhere === 'all share it' || ['–', 'P'].includes(role) || ask.token) return;
  if (typeof elsewhere === 'number' || (names && elsewhere === undefined)) {
    const { status, body } = await send(stranger, call, ask);
    expect([status, body.Code], 'to another company').toEqual([404, 'NOT_FOUND']);
    return;
  }
  if (methodOf(call) !== 'GET') return;
  const { status, body } = await send(stranger, call, ask);
  expect(status).toBe(200);
  if (typeof elsewhere === 'function') elsewhere(body);
  for (const ours of ofOurs()) expect(JSON.stringify(body)).not.toContain(ours);
};

/** Returns true for a call of the first API. Its clients send parameters that the call never had. */
const isLegacy = (call: CallKey): boolean => !/^\/api\/v[23]/.test(pathOf(call));
const withUnknown = (ask: Ask): Ask => ({ ...ask, query: { ...ask.query, Nobody: '1' } });

const tryWrongly = async ({ call }: SpecifiedCall, by: Call, ask: Ask) => {
  if (ask.params) {
    const params = Object.fromEntries(Object.keys(ask.params).map(name => [name, 'x']));
    expect((await send(by, call, { ...ask, params })).status, 'a path that names nothing').toBe(404);
  }
  if (!isLegacy(call)) {
    const { body: unknownInQuery } = await send(by, call, withUnknown(ask));
    expect(unknownInQuery, 'a parameter that it does not know').toMatchObject({
      Code: 'INVALID',
      Errors: expect.arrayContaining([expect.objectContaining({ Field: 'Nobody' })]),
    });
  }
  // A message of a device is not refused for a member that it does not know (see hostile-messages.test.ts).
  if (ask.body && contract.get(call)?.access !== 'platform') {
    const { status, body } = await send(by, call, { ...ask, body: { ...ask.body, Nobody: 1 } });
    expect([status, JSON.stringify(body.Errors)], 'a member that it does not know').toEqual([
      400,
      expect.stringContaining('Nobody'),
    ]);
  }
  if (ask.file) expect((await send(by, call, { params: ask.params, body: {} })).status, 'no file').toBe(415);
};

const looksRight = async (call: CallKey, ask: Ask, answer: Awaited<ReturnType<Call>>) => {
  const { answer: schema, binary, status = 200, hasEtag } = contract.get(call)!;
  expect([answer.status, answer.status === status ? '' : answer.body]).toEqual([status, '']);
  expect(answer.headers['cache-control']).toBe(hasEtag ? 'no-cache' : 'no-store');
  if (binary) return expect(answer.headers['content-type']).toMatch(/^image\//);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(freeForms(schema)).toEqual([]);
  const fits = ajv.compile(closed(schema) as object);
  expect(fits(answer.body) ? [] : fits.errors?.slice(0, 3), 'its schema').toEqual([]);
  if (typeof ask.shows === 'function') await ask.shows(answer.body);
  else expect(answer.body).toMatchObject(ask.shows);
};

describe('the calls of the specification', () => {
  it('stand in the contract, in the published document and on the server, for those who may make them', () => {
    const rights: Readonly<Record<SpecifiedRole, unknown>> = {
      ...{ '–': 'public', P: 'platform', A: 'account', S: ['SUPERUSER'], M: ['MANAGER', 'SUPERUSER'] },
      ...{ O: ['OPERATOR', 'MANAGER', 'SUPERUSER'], case: ['OPERATOR', 'MANAGER', 'SUPERUSER'] },
    };
    // Every signed-in account has a role, so the two are equal.
    const same = (access: unknown) => (JSON.stringify(access) === JSON.stringify(rights.O) ? 'account' : access);
    const wrong = specifiedCalls.filter(({ call, role }) => {
      const found = contract.get(call);
      const url = pathOf(call).replace(/\{(\w+)\}/g, ':$1');
      const stands = world.app.server.hasRoute({ method: methodOf(call), url });
      const told = paths[pathOf(call)]?.[methodOf(call).toLowerCase()] !== undefined;
      const narrowed = found?.narrowedTo === 'case';
      return !stands || !told || narrowed !== (role === 'case') || !sameRight(same(found?.access), same(rights[role]));
    });
    expect(wrong).toEqual([]);
    expect(specifiedCalls.length).toBe(167);
  });
  const sameRight = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

  it('each have a good request to be tried with', () => {
    expect(specifiedCalls.filter(({ call }) => !asks[call]).map(({ call }) => call)).toEqual([]);
  });
});

it.each(specifiedCalls)('$call refuses whom and what it has to, and answers in full', async specified => {
  const { call, role, twin } = specified;
  const ask = await asks[call]!(world);
  const by = ask.token ? world.app.as(ask.token, 'en') : allowed[role];
  const before = await stateNow();
  for (const [somebody, status, code] of refused[role]) {
    const answer = await send(somebody, call, ask);
    expect([answer.status, answer.body.Code]).toEqual([status, code]);
  }
  await tryElsewhere(specified, ask);
  await tryWrongly(specified, by, ask);
  const { changesData } = contract.get(call)!;
  if (changesData) {
    const headers = { authorization: `Bearer ${ask.token ?? tokenOf(role)}` };
    const head = { method: 'HEAD' as const, url: addressOf(call, ask), headers };
    expect((await world.app.server.inject(head)).statusCode).toBe(404);
  }
  expect(await stateNow(), 'what was refused has changed nothing').toEqual(before);

  const answer = await send(by, call, isLegacy(call) ? withUnknown(ask) : ask);
  await looksRight(call, ask, answer);
  const recorded = changesData || (methodOf(call) !== 'GET' && !unrecorded.includes(call));
  if (recorded) expect((await stateNow()).changes, 'it is in the history').toBeGreaterThan(before.changes);
  else if (methodOf(call) === 'GET') {
    // Reading trips may be recorded in the audit. Reading changes nothing else.
    const { changes: _, ...left } = await stateNow();
    expect(before, 'reading has changed nothing').toMatchObject(left);
  }
  if (!twin) return;
  const other = await asks[twin]!(world);
  const params = twin.endsWith('{status}') ? { status: call.endsWith('closed') ? 'closed' : 'opened' } : other.params;
  const askedOf = { ...other, ...(params && { params }) };
  const body = (await send(other.token ? world.app.as(other.token, 'en') : allowed[role], twin, askedOf)).body;
  if (!ask.facts) return expect(answer.body, 'what its twin says').toEqual(body);
  const facts = await ask.facts(answer.body);
  if (other.facts) return expect(facts, 'what its twin says').toEqual(await other.facts(body));
  return expect(body, 'what its twin says').toMatchObject(facts as object);
});

it('an operator gets what belongs to the case in hand', async () => {
  for (const { call, role } of specifiedCalls.filter(each => each.role === 'case')) {
    const answer = await send(world.asOperator, call, await asks[call]!(world));
    expect([call, role, answer.status]).toEqual([call, 'case', 200]);
  }
});
