import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { connect } from '../../server/db/connect.ts';
import { ensureDatabase, openCluster } from '../../server/db/embedded/cluster.ts';
import { migrate } from '../../server/db/migrate.ts';
import { makeGiven } from '../../tests/support/given.ts';
import { startServer } from '../../tests/support/running.ts';

/*
 * Measures the positions per second that are stored durably, including trips, manoeuvres and faults. It sends arrays of
 * messages of many devices at 1 Hz, some minutes per message. On a shared machine compare the processor time per row,
 * not the elapsed time.
 *   npm run bench -- ingest [folder] [seconds] [minutes per message]
 */
const folder = process.argv[2] ?? './data/bench';
const seconds = Number(process.argv[3] ?? 20);
const minutes = Number(process.argv[4] ?? 5);
const devices = 600;
const messagesPerRequest = 25;
const requestsAtOnce = 6;
const clockTicks = 100;

await rm(join(folder, 'ingest'), { recursive: true, force: true });
const cluster = await openCluster(join(folder, 'ingest', 'postgres'), '-c max_connections=60');
await ensureDatabase(cluster, 'bench');
const url = cluster.url('bench');
const connection = connect(url, console.error);
await migrate(connection.db);
const given = makeGiven(connection.db, () => new Date(Date.now() - 86_400_000));
const company = await given.company();
const key = await given.platformKey(company);
const imeis: string[] = [];
for (let n = 0; n < devices; n++) imeis.push((await given.voucher(company)).imei);

const server = await startServer(join(folder, 'ingest'), {
  DATABASE_URL: url,
  DEMO: '0',
});

/** Returns processor seconds of a process, and its resident memory in MB. */
const usageOf = async (pid: number) => {
  const stat = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ') ?? [];
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return {
    processorS: (Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) / clockTicks,
    residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    parent: Number(stat[1] ?? 0),
  };
};
/** Returns processor seconds of the database's processes, including ended ones. */
const databaseS = async (): Promise<number> => {
  let sum = 0;
  const { rows } = await connection.pool.query<{ pid: number }>('select pid from pg_stat_activity');
  for (const pid of (await readdir('/proc')).map(Number).filter(pid => rows.some(row => row.pid === pid)))
    sum += (await usageOf(pid)).processorS;
  return sum;
};

const rowsPerMessage = minutes * 60;
const beginMs = Date.now() - 20 * 3_600_000;
/** Returns a message with a town drive with stops. Each device has its own road. */
const message = (device: number, turn: number) => ({
  MessageId: `${device}-${turn}`,
  Imei: imeis[device],
  Positions: Array.from({ length: rowsPerMessage }, (_, i) => {
    const second = turn * rowsPerMessage + i;
    const cycle = second % 90;
    const Speed = cycle < 20 ? cycle * 2.5 : cycle < 70 ? 50 : Math.max(0, 50 - (cycle - 70) * 4);
    const km = (Math.floor(second / 90) * 0.95 + Math.min(cycle, 70) * 0.0139) % 40;
    return {
      DateTime: new Date(beginMs + second * 1000).toISOString(),
      Latitude: Number((55 + km / 111.2 + ((second * 7) % 5) * 1e-6).toFixed(6)),
      Longitude: Number((30 + device * 0.02 + ((second * 3) % 7) * 1e-6).toFixed(6)),
      Speed,
      Course: 0,
      Hdop: 0.8,
      Satellites: 12,
      Ignition: true,
    };
  }),
});

let next = 0;
let sent = 0;
let refused = 0;
const sender = async (endsAt: number) => {
  while (Date.now() < endsAt) {
    const first = next;
    next += messagesPerRequest;
    const body = JSON.stringify(
      Array.from({ length: messagesPerRequest }, (_, n) =>
        message((first + n) % devices, Math.floor((first + n) / devices)),
      ),
    );
    const reply = await fetch(`${server.address}/api/statistic/webhook`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });
    await reply.arrayBuffer();
    if (reply.ok) sent += messagesPerRequest * rowsPerMessage;
    else refused += 1;
  }
};

const sendFor = (ms: number) => {
  const endsAt = Date.now() + ms;
  return Promise.all(Array.from({ length: requestsAtOnce }, () => sender(endsAt)));
};
// First comes a warm-up: threads load their code, and the engine optimises hot code.
await sendFor(seconds * 1000);
sent = 0;

const usageBefore = { server: await usageOf(server.pid), databaseS: await databaseS(), own: process.cpuUsage() };
const startedAt = performance.now();
await sendFor(seconds * 1000);
const passedS = (performance.now() - startedAt) / 1000;
const usageAfter = {
  server: await usageOf(server.pid),
  databaseS: await databaseS(),
  own: process.cpuUsage(usageBefore.own),
};

const serverS = usageAfter.server.processorS - usageBefore.server.processorS;
const databaseSpentS = usageAfter.databaseS - usageBefore.databaseS;
const ownS = (usageAfter.own.user + usageAfter.own.system) / 1e6;
const perRow = (s: number) => `${((s / sent) * 1e6).toFixed(1)} µs`;
console.log(
  `${sent} rows in ${passedS.toFixed(1)} s: ${(sent / passedS).toFixed(0)} rows/s by the clock, ${refused} requests refused`,
);
console.log(
  `processor per row: server ${perRow(serverS)}, database ${perRow(databaseSpentS)}, load ${perRow(ownS)}; two cores to themselves: ${((2 * sent) / (serverS + databaseSpentS + ownS)).toFixed(0)} rows/s`,
);
console.log(
  `server's memory: ${usageBefore.server.residentMb.toFixed(0)} MB before, ${usageAfter.server.residentMb.toFixed(0)} MB after`,
);
const { rows: stored } = await connection.pool.query<{ bytes: string; samples: string; trips: string; found: string }>(
  `select sum(length(data)) as bytes, sum(samples) as samples, (select count(*) from trip) as trips,
     (select count(*) from manoeuvre) as found from position_block`,
);
const sample = message(0, 0);
console.log(
  `stored: ${(Number(stored[0]!.bytes) / Number(stored[0]!.samples)).toFixed(2)} bytes a row (gzip of the JSON: ${(gzipSync(JSON.stringify(sample)).length / rowsPerMessage).toFixed(2)}), ${stored[0]!.trips} trips, ${stored[0]!.found} manoeuvres`,
);
await server.stop();
await connection.close();
await cluster.stop();
