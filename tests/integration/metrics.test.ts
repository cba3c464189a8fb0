import { get } from 'node:http';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MetricsSettings } from '../../server/config.ts';
import { createMetrics } from '../../server/metrics/prometheusMetrics.ts';
import { registerErrors } from '../../server/plugins/errors.ts';
import { registerMetrics } from '../../server/plugins/metrics.ts';
import { freePort } from '../../server/process/port.ts';
import { calls } from '../../src/contract/index.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';
import { openEvents } from '../support/live.ts';

/** A line of Prometheus' text format. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const sampleOf = (line: string): Sample => {
  const [, name = '', labels = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (!name) throw new Error(`This is no line of Prometheus' text form: ${line}`);
  const pairs = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g)];
  return { name, labels: Object.fromEntries(pairs.map(pair => [pair[1], pair[2]])), value: Number(value) };
};

interface Exposition {
  readonly samples: readonly Sample[];
  /** Help and type of each metric. */
  readonly help: ReadonlyMap<string, string>;
  readonly type: ReadonlyMap<string, string>;
  /** Sum of the samples with this name and these labels. */
  readonly sum: (name: string, labels?: Readonly<Record<string, string>>) => number;
}

/** Parses Prometheus' text format. Throws for invalid lines. */
const parseMetrics = (text: string): Exposition => {
  const lines = text.split('\n').filter(line => line !== '');
  const textOf = (word: string) =>
    new Map(
      lines
        .filter(line => line.startsWith(`# ${word} `))
        .map(line => line.slice(word.length + 3).match(/^(\S+) (.+)$/s))
        .map(match => [match?.[1] ?? '', match?.[2] ?? '']),
    );
  const samples = lines.filter(line => !line.startsWith('#')).map(sampleOf);
  return {
    samples,
    help: textOf('HELP'),
    type: textOf('TYPE'),
    sum: (name, labels = {}) =>
      samples
        .filter(sample => sample.name === name)
        .filter(sample => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
        .reduce((sum, { value }) => sum + value, 0),
  };
};

const token = 'a-token-of-some-length';
const host = '127.0.0.1';
const site = { publicUrl: 'https://cabinet.example.test', registration: true, passwordReset: true };

const bearer = { authorization: `Bearer ${token}` };
/** Returns a server with metrics only. */
const bare = (settings: MetricsSettings | undefined) => {
  const server = Fastify();
  registerMetrics(server, settings);
  registerErrors(server);
  return server;
};

let app: TestApp;
let address: string;
let company: number;
let person: Awaited<ReturnType<TestApp['given']['account']>>;
beforeAll(async () => {
  // No job runner, so that no other connection listens.
  const jobs = { jobsPerCompanyMax: 0 };
  app = await openTestApp(undefined, { metrics: { token, port: undefined, host }, site, jobs });
  address = await app.server.listen({ port: 0, host });
  company = await app.given.company();
  person = await app.given.account(company, 'MANAGER', { email: 'secret.person@example.test' });
});
afterAll(() => app.close());

const textOf = async (from = app): Promise<string> => (await from.as(token)('GET', '/metrics')).body;
const look = async (from = app): Promise<Exposition> => parseMetrics(await textOf(from));
const durations = 'drivedesk_http_request_duration_seconds';

/** Waits until a figure has grown by `by`. An answer is counted when its last byte is sent. */
const grows = async (by: number, name: string, labels: Record<string, string>, work: () => Promise<unknown>) => {
  const before = (await look()).sum(name, labels);
  await work();
  await vi.waitFor(async () => expect((await look()).sum(name, labels) - before).toBe(by));
};

describe('the figures', () => {
  it('are in Prometheus’ text form, every one explained, by its rules for names', async () => {
    const { headers } = await app.as(token)('GET', '/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(headers['cache-control']).toBe('no-store');
    const { samples, help, type } = await look();
    const names = new Set(samples.map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')));
    expect([...names].filter(name => !help.get(name))).toEqual([]);
    expect([...names].filter(name => !/^(drivedesk|nodejs|process)_/.test(name))).toEqual([]);
    const counters = [...type].filter(([name, kind]) => kind === 'counter' && name.startsWith('drivedesk_'));
    expect(counters.filter(([name]) => !name.endsWith('_total'))).toEqual([]);
    for (const share of ['p50', 'p99', 'max']) expect(names).toContain(`nodejs_eventloop_lag_${share}_seconds`);
  });

  it('count a call by its pattern, method and how it ended', async () => {
    const manager = app.as(person.token);
    const call = { route: '/api/v2/Voucher/{id}/details', method: 'GET' };
    await grows(1, `${durations}_count`, { ...call, status: '4xx' }, () =>
      manager('GET', '/api/v2/Voucher/4711/details'),
    );
    const page = { route: '/api/v2/Voucher/table', method: 'GET', status: '2xx' };
    await grows(2, `${durations}_count`, page, async () => {
      await manager('GET', '/api/v2/Voucher/table?page=1');
      await fetch(`${address}/api/v2/Voucher/table`, { headers: { authorization: `Bearer ${person.token}` } });
    });
    expect((await look()).sum(`${durations}_sum`, page)).toBeGreaterThan(0);
  });

  it('count what is refused before a handler runs, and no request for ever', async () => {
    const refused = { route: '/api/v2/Voucher/table', status: '4xx' };
    await grows(1, `${durations}_count`, refused, () => app.anonymous('GET', '/api/v2/Voucher/table'));
    // The only request in flight is the one for the metrics.
    await vi.waitFor(async () => expect((await look()).sum('drivedesk_http_requests_in_flight')).toBe(1));
  });

  it('count a reader that leaves before the end as one that left', async () => {
    let held = () => {};
    const holding = new Promise<void>(done => {
      held = done;
    });
    const client = await app.connection.pool.connect();
    await client.query('begin');
    await client.query('lock table voucher in access exclusive mode');
    const left = { route: '/api/v2/Voucher/table', status: 'left' };
    await grows(1, `${durations}_count`, left, async () => {
      const inFlight = (await look()).sum('drivedesk_http_requests_in_flight');
      const headers = { authorization: `Bearer ${person.token}` };
      const asking = get(`${address}/api/v2/Voucher/table`, { headers }, () => held()).on('error', () => held());
      await vi.waitFor(async () => expect((await look()).sum('drivedesk_http_requests_in_flight')).toBe(inFlight + 1));
      asking.destroy();
      await holding;
    });
    await client.query('rollback');
    client.release();
  });

  it('count refused sign-ins by their reason', async () => {
    const signIn = (Password: string) => app.anonymous('POST', '/api/v2/Auth', { Login: person.email, Password });
    const refusals = 'drivedesk_sign_in_refusals_total';
    await grows(1, refusals, { code: 'WRONG_CREDENTIALS' }, () => signIn('not this one'));
    await grows(0, refusals, {}, () => app.anonymous('GET', '/api/v2/Account/info'));
  });

  it('have every series of every counter from the start, with the value 0', async () => {
    const fresh = createMetrics();
    const counters = (await fresh.registry.getMetricsAsJSON()).filter(
      ({ name, type }) => name.startsWith('drivedesk_') && String(type) === 'counter',
    );
    expect(counters.length).toBeGreaterThan(5);
    for (const { name, values } of counters) {
      expect(values.length, name).toBeGreaterThan(0);
      for (const { value } of values) expect(value, name).toBe(0);
    }
  });

  it('count letters that went, letters that did not, and letters that wait', async () => {
    let isAway = false;
    const send = async () => {
      if (isAway) throw new Error('No mail server');
    };
    const jobs = { startHook: 'onReady' as const };
    const sending = await openTestApp(undefined, {
      metrics: { token, port: undefined, host },
      site,
      mail: { send },
      jobs,
    });
    const { email: Login } = await sending.given.account(await sending.given.company(), 'MANAGER');
    const figures = async () => {
      const now = await look(sending);
      const letters = (outcome: string) => now.sum('drivedesk_letters_total', { outcome });
      const waiting = now.sum('drivedesk_letters_queued', { state: 'waiting' });
      return { sent: letters('sent'), failed: letters('failed'), waiting };
    };
    await sending.anonymous('POST', '/api/v2/Account/forgot', { Login });
    await vi.waitFor(async () => expect(await figures()).toEqual({ sent: 1, failed: 0, waiting: 0 }));
    isAway = true;
    await sending.anonymous('POST', '/api/v2/Account/forgot', { Login });
    await vi.waitFor(async () => expect(await figures()).toMatchObject({ sent: 1, waiting: 1 }));
    await vi.waitFor(async () => expect((await figures()).failed).toBeGreaterThan(0));
    await sending.close();
  });

  it('count what devices send, a message once', async () => {
    const platform = app.as(await app.given.platformKey(company));
    const message = {
      MessageId: 'one',
      Imei: makeImei(1),
      Positions: [
        { DateTime: '2026-01-15T08:00:00.000Z', Latitude: 55, Longitude: 37, Speed: 36, Course: null, mine: 1 },
        { DateTime: 'yesterday', Latitude: 55, Longitude: 37 },
      ],
      Alarms: [{ Kind: 'tow', DateTime: 'yesterday' }],
    };
    const send = () => platform('POST', '/api/statistic/webhook', message);
    const sum = async (name: string, labels: Record<string, string>) =>
      (await look()).sum(`drivedesk_ingest_${name}_total`, labels);
    const messages = 'drivedesk_ingest_messages_total';
    await grows(1, messages, { kind: 'statistic', outcome: 'quarantined' }, send);
    await grows(1, messages, { kind: 'statistic', outcome: 'duplicate' }, send);
    expect((await look()).sum('drivedesk_ingest_requests_in_flight')).toBe(0);
    // Counted once, although the message came several times.
    expect(await sum('values_ignored', { field: 'Course' })).toBe(1);
    expect(await sum('values_ignored', { field: 'other' })).toBe(1);
    expect(await sum('rows_refused', { rows: 'positions' })).toBe(1);
    expect(await sum('rows_refused', { rows: 'alarms' })).toBe(1);
  });

  it('tell of the pool and of live streams as they stand', async () => {
    expect((await look()).sum('drivedesk_live_listeners')).toBe(1);
    const stream = await openEvents(address, person.token);
    await stream.until(({ event }) => event === 'ready');
    const client = await app.connection.pool.connect();
    // Two busy connections: the one that listens, and the one that was just taken. Others are released soon.
    await vi.waitFor(async () =>
      expect((await look()).sum('drivedesk_pool_connections', { pool: 'main', state: 'busy' })).toBe(2),
    );
    client.release();
    const now = await look();
    expect(now.sum('drivedesk_pool_connections_limit', { pool: 'main' })).toBe(24);
    for (const queue of ['drivedesk_pool_waiting', 'drivedesk_workers_waiting']) expect(now.sum(queue)).toBe(0);
    expect(now.sum('drivedesk_live_streams')).toBe(1);
    expect(now.sum('drivedesk_live_streams_waiting')).toBe(0);
    expect(now.sum('drivedesk_live_listeners')).toBe(1);
    stream.cut();
    await vi.waitFor(async () => expect((await look()).sum('drivedesk_live_streams')).toBe(0));
  });

  it('say how many trips are to be recomputed, and how many long drives wait and since when', async () => {
    const { pool } = app.connection;
    const dueAt = new Date(app.clock.now().getTime() - 90_000);
    await pool.query('insert into recompute_progress values ($1, 3, 10, now())', [company]);
    await pool.query(
      `insert into trip_cut (object_id, company_id, fixes, from_at, to_at, waiting, due_at)
       values ('long', $1, 900, $2, $2, '[]', $2)`,
      [company, dueAt],
    );
    const figures = await look();
    expect(figures.sum('drivedesk_trips_outdated')).toBe(7);
    expect(figures.sum('drivedesk_drives_waiting')).toBe(1);
    expect(figures.sum('drivedesk_drives_waiting_overdue_seconds')).toBe(90);
    for (const table of ['recompute_progress', 'trip_cut']) await pool.query(`delete from ${table}`);
  });

  it('say whether the database answers, and are there when it does not', async () => {
    const other = await openTestApp(undefined, { metrics: { token, port: undefined, host } });
    expect((await look(other)).sum('drivedesk_database_up')).toBe(1);
    await other.loseDatabase();
    expect((await look(other)).sum('drivedesk_database_up')).toBe(0);
    await other.close();
  });

  it('have nothing of anybody in them, and routes as the contract writes them', async () => {
    const { samples } = await look();
    expect(await textOf()).not.toMatch(/secret|\b4711\b|example\.test/);
    const patterns = new Set([...Object.keys(calls).map(name => name.split(' ')[1]), 'none', '/metrics']);
    expect(samples.flatMap(({ labels }) => labels.route ?? []).filter(route => !patterns.has(route))).toEqual([]);
  });

  it('count nothing as 0 from the start, before any device or letter', async () => {
    const server = bare({ token, port: undefined, host });
    const { samples } = parseMetrics((await server.inject({ url: '/metrics', headers: bearer })).body);
    const zeroes = (name: string) =>
      samples.flatMap(sample => (sample.name === `drivedesk_${name}` && sample.value === 0 ? [sample.labels] : []));
    for (const kind of ['statistic', 'crash'])
      for (const outcome of ['stored', 'quarantined', 'duplicate'])
        expect(zeroes('ingest_messages_total')).toContainEqual({ kind, outcome });
    for (const outcome of ['accepted', 'suspect']) expect(zeroes('ingest_fixes_total')).toContainEqual({ outcome });
    for (const rows of ['positions', 'alarms']) expect(zeroes('ingest_rows_refused_total')).toContainEqual({ rows });
    for (const field of ['Speed', 'other']) expect(zeroes('ingest_values_ignored_total')).toContainEqual({ field });
    for (const outcome of ['sent', 'failed']) expect(zeroes('letters_total')).toContainEqual({ outcome });
  });

  it('have no more series after a thousand addresses nobody knows', async () => {
    const server = bare({ token, port: undefined, host });
    const seen = async () => parseMetrics((await server.inject({ url: '/metrics', headers: bearer })).body);
    const nameAll = ({ samples }: Exposition) =>
      new Set(samples.filter(({ name }) => name.startsWith('drivedesk_')).map(s => JSON.stringify([s.name, s.labels])));
    await server.inject({ url: '/no/such/address' });
    await seen();
    const before = nameAll(await seen());
    const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
    const ask = (i: number) =>
      server.inject({ method: methods[i % 4]!, url: `/secret/${i}/${Math.random()}?secret=${i}` });
    for (let i = 0; i < 1000; i += 100) await Promise.all(Array.from({ length: 100 }, (_, j) => ask(i + j)));
    const after = await seen();
    expect(after.sum(`${durations}_count`, { route: 'none' })).toBe(1001);
    expect([...nameAll(after)].filter(one => !before.has(one))).toEqual([]);
  });
});

describe('whoever may not look', () => {
  it('gets the answer of an unknown address where metrics are off', async () => {
    const server = bare(undefined);
    const headers = { ...bearer, 'accept-language': 'en' };
    const ask = async (url: string) => (await server.inject({ url, headers })).json();
    const reply = await server.inject({ url: '/metrics', headers });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({
      Message: 'There is no such address: /metrics',
      Code: 'NO_SUCH_CALL',
      TraceId: expect.any(String),
    });
    expect(await ask('/nothing')).toEqual({
      Message: 'There is no such address: /nothing',
      Code: 'NO_SUCH_CALL',
      TraceId: expect.any(String),
    });
  });

  it('is told what is missing without the token, or with another', async () => {
    for (const call of [app.anonymous, app.as('a-token-of-some-lengtH'), app.as(person.token), app.as('')]) {
      const { status, body } = await call('GET', '/metrics');
      expect({ status, Message: body.Message }).toEqual({
        status: 401,
        Message: 'Нужен токен из METRICS_TOKEN в заголовке Authorization: Bearer',
      });
    }
  });
});

describe('on a port of their own', () => {
  it('they are there, nothing else is, and the main port knows no such address', async () => {
    const port = await freePort();
    const server = bare({ token: undefined, port, host });
    await server.ready();
    const ask = (path: string) => fetch(`http://${host}:${port}${path}`, { headers: { 'accept-language': 'en' } });
    expect(parseMetrics(await (await ask('/metrics')).text()).sum('drivedesk_http_requests_in_flight')).toBe(0);
    const missing = await ask('/health');
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ Message: 'There is no such address: /health' });
    expect((await server.inject('/metrics')).statusCode).toBe(404);
    await server.close();
    await expect(ask('/metrics')).rejects.toThrow();
  });

  it('they ask for the token if there is one', async () => {
    const port = await freePort();
    const server = bare({ token, port, host });
    await server.ready();
    const ask = async (headers = {}) => (await fetch(`http://${host}:${port}/metrics`, { headers })).status;
    expect([await ask(), await ask(bearer)]).toEqual([401, 200]);
    await server.close();
  });

  it('that is taken, the server says so and does not start', async () => {
    const port = Number(new URL(address).port);
    await expect(bare({ token: undefined, port, host }).ready()).rejects.toThrow(
      new RegExp(`^Port ${port} on ${host} is taken: .+ for example METRICS_PORT=${port + 1}\\.$`),
    );
  });
});
