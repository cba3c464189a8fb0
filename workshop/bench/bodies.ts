import { connect as connectSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { dayMs } from '../../src/schema/kinds/time.ts';
import { signInTo } from '../../tests/support/running.ts';
import { startMeasured } from './measured.ts';

/*
 * Measures the latency of an ordinary API call (p50, p99) and the longest stall of the server's event loop. Meanwhile
 * large, malformed or slow request bodies arrive. The script starts its own server on this machine.
 *   npm run bench -- bodies [folder] [--gzip] [--only <part of a name>]
 */
const folder = process.argv[2] ?? './data/bench';
const onlyCase = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : '';
const megabyte = 1024 * 1024;
const startMs = Date.UTC(2025, 5, 1);

const server = await startMeasured(join(folder, 'bodies'), { DEMO: '1' });
const manager = await signInTo(server.address, 'manager@demo.drivedesk');
const table = await manager.get('/api/v2/Voucher/table?pageSize=50&sort=VoucherNumber-asc');
const { Items } = (await table.json()) as { Items: { IMEI?: string }[] };
const imeis = Items.map(item => item.IMEI).filter(imei => imei !== undefined && imei !== '');

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Repeats an ordinary API call while `work` runs. */
const whileDoing = async (name: string, work: (hasEnded: () => boolean) => Promise<string>): Promise<void> => {
  if (!name.includes(onlyCase)) return;
  await server.worstStall();
  let hasEnded = false;
  const latenciesMs: number[] = [];
  let failed = 0;
  const probe = (async () => {
    while (!hasEnded) {
      const from = performance.now();
      const { ok } = await manager.get('/api/v2/Account/info').catch(() => ({ ok: false }));
      if (!ok) failed += 1;
      latenciesMs.push(performance.now() - from);
      await setTimeout(10);
    }
  })();
  const summary = await work(() => hasEnded);
  hasEnded = true;
  await probe;
  latenciesMs.sort((a, b) => a - b);
  const stall = await server.worstStall();
  console.log(
    `${name}: others p50 ${quantile(latenciesMs, 0.5).toFixed(1)} ms, p99 ${quantile(latenciesMs, 0.99).toFixed(1)} ms, worst ${quantile(latenciesMs, 1).toFixed(0)} ms (${latenciesMs.length} calls, ${failed} failed); longest stall ${stall.clockMs.toFixed(0)} ms, ${stall.processorMs.toFixed(0)} of them at work; ${summary}`,
  );
};

const post = async (path: string, body: string | Buffer, headers: Record<string, string>) => {
  const from = performance.now();
  try {
    const reply = await fetch(server.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body as BodyInit,
      signal: AbortSignal.timeout(120_000),
    });
    const text = await reply.text();
    return `${reply.status} after ${(performance.now() - from).toFixed(0)} ms${reply.ok ? '' : ` ${text.slice(0, 120)}`}`;
  } catch (error) {
    return `${(error as Error).cause ?? error} after ${(performance.now() - from).toFixed(0)} ms`;
  }
};

const unknownKeys = `{${Array.from({ length: 95_000 }, (_, i) => `"k${i}":1`).join(',')}}`;
const run = String(Date.now());
let messages = 0;
const fixesAt = (count: number, from: number, stepMs = 1000) =>
  Array.from({ length: count }, (_, i) => ({
    DateTime: new Date(from + i * stepMs).toISOString(),
    Latitude: Number((55 + (i % 40_000) * 0.00009).toFixed(6)),
    Longitude: 37.6,
    Speed: 36,
    Course: 0,
    Hdop: 0.9,
    Satellites: 11,
    Altitude: 150,
    Ignition: true,
  }));
const statistic = (imei: string | undefined, positions: object[], extraFields: object = {}) => ({
  MessageId: `${run}-${messages++}`,
  Imei: imei ?? '000000000000000',
  Positions: positions,
  ...extraFields,
});
const curveOf = (samples: number) => ({
  Start: new Date(startMs).toISOString(),
  RateHz: 1000,
  Longitudinal: Array.from({ length: samples }, (_, i) => Number((6 * Math.sin(i / 50)).toFixed(3))),
  Lateral: Array.from({ length: samples }, (_, i) => Number(Math.sin(i / 70).toFixed(3))),
  Vertical: Array.from({ length: samples }, (_, i) => Number((1 + Math.sin(i / 90) / 10).toFixed(3))),
  RangeG: 16,
  Frame: 'vehicle',
});
const crash = (imei: string | undefined, samples: number) => ({
  MessageId: `${run}-${messages++}`,
  Imei: imei ?? '000000000000000',
  CrashDateTime: new Date(startMs + 60_000).toISOString(),
  Curve: curveOf(samples),
});
const platform = { authorization: 'Bearer demo-platform-key' };
const packed = { ...platform, 'content-encoding': 'gzip' };
const statistics = '/api/statistic/webhook';

const tenHz = fixesAt(100_000, startMs - 100 * dayMs, 100);
const bodies: [name: string, path: string, body: () => string][] = [
  [
    '100,000 positions in one message (the most)',
    statistics,
    () => JSON.stringify(statistic(imeis[0], fixesAt(100_000, startMs))),
  ],
  ['100,000 positions at 10 Hz', statistics, () => JSON.stringify(statistic(imeis[1], tenHz))],
  ['100,000 positions of an unknown device', statistics, () => JSON.stringify(statistic('356938035643809', tenHz))],
  [
    '32 MB of positions in one message (too many)',
    statistics,
    () => JSON.stringify(statistic(imeis[2], fixesAt(200_000, startMs))),
  ],
  [
    '32 MB in 1,000 messages',
    statistics,
    () =>
      JSON.stringify(
        Array.from({ length: 1000 }, (_, i) =>
          statistic(imeis[3 + (i % 5)], fixesAt(180, startMs - 40 * dayMs + i * 180_000)),
        ),
      ),
  ],
  ['a curve of 1,000,000 samples', '/api/crash/webhook', () => JSON.stringify(crash(imeis[8], 1_000_000))],
  [
    '10,923 positions more than an hour apart',
    statistics,
    () => JSON.stringify(statistic(imeis[9], fixesAt(10_923, startMs - 3000 * dayMs, 3_700_000))),
  ],
  ['32 MB of brackets', statistics, () => '['.repeat(16 * megabyte - 1) + ']'.repeat(16 * megabyte - 1)],
  ['32 MB of empty objects', statistics, () => `[${'{},'.repeat(10 * megabyte)}{}]`],
  [
    '32 MB of unknown keys',
    statistics,
    () => `{${Array.from({ length: 2_500_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  ],
];

const startRequest = (socket: Socket, headers: string) => socket.on('error', () => {}).write(headers);

try {
  await whileDoing('nothing else', async () => {
    await setTimeout(3000);
    return '';
  });
  await whileDoing('four callers send 1 MB of unknown keys to sign-in', async () => {
    const deadline = Date.now() + 8000;
    let sent = 0;
    let responseText = '';
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (Date.now() < deadline) {
          responseText = await post('/api/v2/Auth', unknownKeys, {});
          sent += 1;
        }
      }),
    );
    return `${sent} sent, the last: ${responseText}`;
  });
  for (const [name, path, make] of bodies) {
    if (!name.includes(onlyCase)) continue;
    const body = make();
    const size = `${(body.length / megabyte).toFixed(0)} MB`;
    await whileDoing(`${name}, ${size}`, () => post(path, body, platform));
    await setTimeout(300);
    if (!process.argv.includes('--gzip')) continue;
    const small = gzipSync(make());
    await whileDoing(`${name}, ${size} as gzip`, () => post(path, small, packed));
    await setTimeout(300);
  }
  const bomb = Buffer.concat(new Array(64).fill(gzipSync(Buffer.alloc(16 * megabyte, ' '))));
  await whileDoing('a small body that unpacks to a gigabyte', () => post(statistics, bomb, packed));
  await whileDoing('500 sockets that drip', async () => {
    let closedCount = 0;
    const { port } = new URL(server.address);
    const sockets = Array.from({ length: 500 }, () => {
      const socket = connectSocket(Number(port), '127.0.0.1');
      socket.once('close', () => {
        closedCount += 1;
      });
      startRequest(
        socket,
        'POST /api/v2/Auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n',
      );
      return socket;
    });
    const from = Date.now();
    while (closedCount < 500 && Date.now() - from < 40_000) {
      for (const socket of sockets) if (socket.writable) socket.write(' ');
      await setTimeout(1000);
    }
    for (const socket of sockets) socket.destroy();
    return `${closedCount} of 500 closed by the server within ${((Date.now() - from) / 1000).toFixed(0)} s`;
  });
} finally {
  await server.stop();
}
