import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { loadavg } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { buildApp } from '../../server/app.ts';
import { insurer } from '../../server/insurer.ts';
import { threadScript } from '../../tests/support/threads.ts';
import { recordCalmDrive } from '../truth/calmDrive.ts';
import { openEmptyDatabase, readDatabaseMs, readEventLoopMs } from './measured.ts';

/*
 * Measures the cost of messages of 30 fixes, one in a request, of a fleet that drives now. Each car drives for some
 * minutes at 1 Hz with a noise of 2 m and turns the ignition off. The cars begin one after another, so that at any
 * moment they are in all parts of their drives. The clock of the server follows the fixes: a message of 30 fixes of
 * every car takes 30 s. The cost includes trips, manoeuvres and scores. The load is a process of its own.
 *   npm run bench -- fleet [--cars 300] [--minutes 20] [--fixes 30] [--connections 96]
 */
const argument = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const cars = argument('cars', 300);
const minutes = argument('minutes', 20);
const fixes = argument('fixes', 30);
const connections = argument('connections', 96);
const beginMs = Date.parse('2026-03-02T08:00:00Z');
/** Number of messages of a drive, and of the time in which all cars drive. */
const driveTurns = Math.ceil((minutes * 60) / fixes);
const turns = 2 * driveTurns;
const clockMs = (turn: number): number => beginMs + turn * fixes * 1000;

interface Load {
  readonly address: string;
  readonly key: string;
  readonly imeis: readonly string[];
}

/** Sends the messages turn by turn: the next turn begins when every car has sent its message. */
const sendMessages = async ({ address, key, imeis }: Load): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { positions } = recordCalmDrive(minutes, 'fleet', { placesM: 2, speedKmh: 0.5 });
  const sendMessage = async (car: number, turn: number): Promise<void> => {
    const since = turn - Math.floor((car / imeis.length) * driveTurns);
    if (since < 0 || since >= driveTurns) return;
    const own = positions.slice(since * fixes, (since + 1) * fixes);
    const Positions = own.map((position, i) => ({
      ...position,
      // Every car has a road of its own.
      Longitude: Number((position.Longitude + car * 0.01).toFixed(7)),
      DateTime: new Date(clockMs(turn) + i * 1000).toISOString(),
      Ignition: since < driveTurns - 1 || i < own.length - 1,
    }));
    const body = JSON.stringify({ MessageId: `${car}-${turn}`, Imei: imeis[car], Positions });
    // `fetch` takes more processor time.
    const sent = request(`${address}/api/statistic/webhook`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    sent.end(body);
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    const answer = await text(reply);
    if (reply.statusCode !== 200) throw new Error(`The server refused a message (${reply.statusCode}): ${answer}`);
  };
  for (let turn = 0; turn < turns; turn++) {
    process.send!({ turn });
    let next = 0;
    const lane = async () => {
      while (next < imeis.length) await sendMessage(next++, turn);
    };
    await Promise.all(Array.from({ length: connections }, lane));
  }
  process.send!({ processor: process.cpuUsage() });
  process.disconnect();
};

const measure = async (): Promise<void> => {
  const folder = './data/bench-fleet';
  await rm(folder, { recursive: true, force: true });
  const { connection, given, close } = await openEmptyDatabase(folder);
  const companyId = await given.company();
  const key = await given.platformKey(companyId);
  const imeis: string[] = [];
  for (let n = 0; n < cars; n++) imeis.push((await given.voucher(companyId)).imei);
  let nowMs = beginMs;
  const server = await buildApp({
    ...insurer,
    connection,
    now: () => new Date(nowMs),
    threadScript: await threadScript(),
    loopDelayMs: 60_000,
    jobs: { startHook: 'onReady', reviveEveryMs: 250 },
    logger: false,
  });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  let statements = 0;
  const sendQuery = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    statements += 1;
    return sendQuery.apply(this, args as never);
  } as never;
  const before = {
    processor: process.cpuUsage(),
    eventLoopMs: await readEventLoopMs(),
    databaseMs: await readDatabaseMs(connection.pool),
  };
  const startMs = performance.now();
  const child = fork(new URL('main.ts', import.meta.url), ['fleet', ...process.argv.slice(2)], {
    env: { ...process.env, FLEET_LOAD: JSON.stringify({ address, key, imeis } satisfies Load) },
  });
  let loadMs = 0;
  child.on('message', ({ turn, processor }: { turn?: number; processor?: NodeJS.CpuUsage }) => {
    if (turn !== undefined) nowMs = clockMs(turn + 1);
    if (processor) loadMs = (processor.user + processor.system) / 1000;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The load failed.');
  // The last trips wait to be cut.
  for (let waits = true; waits; await setTimeout(20)) {
    nowMs += 5000;
    waits = (await connection.pool.query('select 1 from trip_cut where due_at is not null limit 1')).rows.length > 0;
  }
  const elapsedS = (performance.now() - startMs) / 1000;
  const { user, system } = process.cpuUsage(before.processor);
  const serverMs = (user + system) / 1000;
  const eventLoopMs = (await readEventLoopMs()) - before.eventLoopMs;
  const databaseMs = (await readDatabaseMs(connection.pool)) - before.databaseMs;
  const messages = cars * driveTurns;
  const positions = cars * minutes * 60;
  const stored = await connection.pool.query(
    `select count(*)::int as trips, sum(distance_km) as km, (select sum(samples)::int from position_block) as fixes,
       (select count(*)::int from manoeuvre) as manoeuvres, (select count(*)::int from anomaly) as anomalies,
       (select count(score_tenths)::int from trip_score) as scores from trip`,
  );
  console.log({
    messages,
    positionsPerS: Math.round(positions / elapsedS),
    positionsPerSByProcessorOfTwoCores: Math.round((2 * positions) / ((serverMs + databaseMs + loadMs) / 1000)),
    statementsPerMessage: Number((statements / messages).toFixed(2)),
    serverMsPerMessage: Number((serverMs / messages).toFixed(2)),
    /** Part of the server's time that one thread takes, which limits the positions per second by the clock. */
    eventLoopMsPerMessage: Number((eventLoopMs / messages).toFixed(2)),
    databaseMsPerMessage: Number((databaseMs / messages).toFixed(2)),
    loadMsPerMessage: Number((loadMs / messages).toFixed(2)),
    load: Number(loadavg()[0]!.toFixed(1)),
    ...stored.rows[0],
  });
  await server.close();
  await close();
};

await (process.env.FLEET_LOAD ? sendMessages(JSON.parse(process.env.FLEET_LOAD) as Load) : measure());
