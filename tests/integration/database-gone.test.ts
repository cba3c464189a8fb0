import type { InjectOptions } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { everyCall, type Persona, personas, rightOf } from '../../scripts/roles.ts';
import { buildApp } from '../../server/app.ts';
import { type Connection, connect } from '../../server/db/connect.ts';
import { insurer } from '../../server/insurer.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { patientLoopMs } from '../support/database.ts';
import { freshen } from '../support/fresh.ts';
import { startProxy } from '../support/tcpProxy.ts';
import { fileUpload } from '../support/upload.ts';

/** Calls that read nothing from the database: words in memory, and whether this process lives. */
const answeredFromMemory =
  /^GET (\/api\/((v2\/)?[Ii]nfo\/(?!vehicle(Brands|Models)|contracts|voucherPhones)\w+|getUiEnum\/\w+|v2\/Account\/options|v2\/superuser\/test|localization\/\{id\})|\/health\/live|\/WeatherForecast)$/;

/** Values that a call needs beside those of its examples, which are of another year or another kind. */
const requiredValues: Readonly<Record<string, unknown>> = {
  CrashDateTime: '2026-01-15T09:00:00.000Z',
  DateTimeOfNextCall: '2026-01-16T09:00:00.000Z',
  Url: 'https://receiver.example.test/hook',
};
/** A list of several has the name of its part. The others have none. */
const isSplit = (path: string): boolean => path.includes('/Accident/') || path.endsWith('/filtertemplate');
const pathValues: Readonly<Record<string, string>> = {
  status: 'opened',
  type: 'accident',
  uploadId: 'a0a75ae8-4723-4ecb-98c1-e39e760fcc54',
};

interface Operation {
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema?: { readonly enum?: readonly string[] };
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> };
}

let app: TestApp;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let connection: Connection;
let server: Awaited<ReturnType<typeof buildApp>>;
let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
const tokens = new Map<Persona, string>();

const authorization = (persona: Persona) => {
  const token = tokens.get(persona);
  return token ? { authorization: `Bearer ${token}` } : {};
};

beforeAll(async () => {
  app = await openTestApp();
  const company = await app.given.company();
  for (const role of ['OPERATOR', 'MANAGER', 'SUPERUSER'] as const)
    tokens.set(role, (await app.given.account(company, role)).token);
  await freshen(app, tokens.get('SUPERUSER') ?? '');
  tokens.set('platform', await app.given.platformKey(company));
  const url = new URL(app.databaseUrl);
  proxy = await startProxy([Number(url.port)]);
  url.port = String(proxy.port);
  connection = connect(url.href, () => {});
  server = await buildApp({
    ...insurer,
    modules: insurer.modules.map(module => ({ ...module, scheduled: [] })),
    connection,
    now: app.clock.now,
    logger: false,
    loopDelayMs: patientLoopMs,
    threadScript: inject('threadScript'),
    site: { publicUrl: 'https://cabinet.example.test', registration: true, passwordReset: true },
    demo: { Password: 'drivedesk-demo', Accounts: [] },
    metrics: { token: 'monitor', port: undefined, host: '127.0.0.1' },
  });
  paths = (await server.inject('/api/openapi.json')).json().paths;
  for (const role of ['OPERATOR', 'MANAGER', 'SUPERUSER'] as const)
    expect((await server.inject({ url: '/api/v2/Account/info', headers: authorization(role) })).statusCode).toBe(200);
});
afterAll(async () => {
  await server.close();
  await connection.close();
  await app.close();
});

/** Returns a valid request of a call by the first kind of caller that may make it. */
const requestOf = (name: string, call: ReturnType<typeof everyCall>[number][1]): InjectOptions => {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string];
  const operation = paths[path]?.[method.toLowerCase()] ?? {};
  const persona = personas.toReversed().find(each => rightOf(call, each) === 'yes') ?? 'nobody';
  const query = new URLSearchParams();
  for (const { in: place, name: parameter, required, schema, example } of operation.parameters ?? [])
    if (place === 'query' && (example !== undefined || required))
      query.set(parameter, String(example ?? schema?.enum?.[0] ?? 'text'));
  const address = path
    .replace('/localization/{id}', '/localization/ru')
    .replace('{number}/{file}', '1/pdf')
    .replace(/\{(\w+)\}/g, (_, parameter) => pathValues[parameter] ?? '1');
  const example = operation.requestBody?.content?.['application/json']?.example as Record<string, unknown> | undefined;
  const body =
    example &&
    JSON.parse(
      JSON.stringify(example, (field, value) =>
        field === 'Split' ? (isSplit(path) ? 'opened' : undefined) : (requiredValues[field] ?? value),
      ),
    );
  const file = call.bodyKind === 'multipart' ? (path.endsWith('imports') ? sheet : picture) : undefined;
  return {
    method,
    url: `${address}?${query}`,
    ...(body && { payload: body }),
    ...file,
    headers: { ...file?.headers, ...authorization(persona) },
  };
};

const calls = everyCall();
const red = { create: { width: 8, height: 8, channels: 3, background: 'red' } } as const;
const picture = fileUpload('picture.png', await sharp(red).png().toBuffer());
const sheet = fileUpload('sheet.csv', Buffer.from('VoucherNumber;VIN\nV-1;XTA\n'));
/** Addresses outside the contract. */
const pages = ['/demo.json', '/metrics', '/api/openapi.json', '/map/sources.json', '/developers'];

/** Sends a request, and says in a line how its answer differs from a prompt 503 that names a time to try again. */
const differenceOf = async (request: InjectOptions, limitMs: number): Promise<string | undefined> => {
  const startMs = performance.now();
  const { statusCode, headers, body } = await server.inject(request);
  const tookMs = Math.round(performance.now() - startMs);
  const fits = statusCode === 503 && Number(headers['retry-after']) > 0 && body.includes('"Message":"');
  return fits && tookMs < limitMs ? undefined : `${statusCode} after ${tookMs} ms ${body.slice(0, 200)}`;
};

describe('while PostgreSQL hangs', () => {
  it('every call answers 503 within a minute, and 200 once PostgreSQL goes on', async () => {
    proxy.freeze(true);
    const waiting = calls.filter(([name]) => !answeredFromMemory.test(name));
    const differences = await Promise.all(
      waiting.map(async ([name, call]) => {
        const difference = await differenceOf(requestOf(name, call), 60_000);
        return difference === undefined ? [] : [`${name}: ${difference}`];
      }),
    );
    proxy.freeze(false);
    expect(differences.flat()).toEqual([]);
    await expect.poll(async () => (await server.inject('/health')).statusCode).toBe(200);
  });
});

describe('while PostgreSQL is stopped', () => {
  beforeAll(() => proxy.close());

  it.each(calls.filter(([name]) => !answeredFromMemory.test(name)))(
    '%s answers 503 with the time to try again',
    async (name, call) => {
      expect(await differenceOf(requestOf(name, call), 10_000)).toBeUndefined();
    },
  );

  it.each(calls.filter(([name]) => answeredFromMemory.test(name)))('%s answers from memory', async (name, call) => {
    expect((await server.inject(requestOf(name, call))).statusCode).toBe(200);
  });

  it.each(pages)('%s answers without an error of its own', async url => {
    const { statusCode, headers } = await server.inject({ url, headers: { authorization: 'Bearer monitor' } });
    expect([200, 503]).toContain(statusCode);
    expect(statusCode === 503 ? headers['retry-after'] : 'none').toBeDefined();
  });
});
