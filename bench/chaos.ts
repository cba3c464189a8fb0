import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { programFile } from '../scripts/program.mjs';
import { connect } from '../server/db/connect.ts';
import { migrate } from '../server/db/migrate.ts';
import { prepareQueue } from '../server/jobs/queue.ts';
import { freePort } from '../server/port.ts';
import { makeGiven } from '../tests/support/given.ts';
import { startMailServer } from '../tests/support/smtp.ts';
import { startProxy } from '../tests/support/tcpProxy.ts';
import { makeClient, makePerson, type Seen } from './chaos/client.ts';
import { makeLedger } from './chaos/ledger.ts';
import { fillDisk, mountDisk, openDatabase, startPooler, startService, unmountDisk } from './chaos/machine.ts';
import { type Fault, faultKinds, planFaults, randomFor } from './chaos/plan.ts';

import { platformTurn } from './chaos/platform.ts';
import { untilJobsEnd, verify } from './chaos/verify.ts';
import {
  type Company,
  managerTurn,
  operatorTurn,
  type Surroundings,
  sessionTurn,
  type Turn,
  work,
} from './chaos/work.ts';

/*
 * Work of two companies through two servers, a worker, a pooler and TCP proxies, beside faults drawn from the seed. In the
 * end every acknowledged write must be there once. Exits with 1 where anything is wrong. The same seed draws the same faults
 * and the same work. Linux; as root it also fills a small disk under the database.
 *   npm run chaos -- [--minutes 10] [--seed 1]
 */
const option = (name: string, usual: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? usual : Number(process.argv[at + 1]);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0.`);
  return value;
};
const minutes = option('minutes', 10);
const seed = option('seed', 1);

const vehiclesEach = 6;
const drainMs = 120_000;
const settleMs = 180_000;

const folder = await mkdtemp(join(tmpdir(), 'drivedesk-chaos-'));
await chmod(folder, 0o755);
const logs = join(folder, 'logs');
await mkdir(logs);
const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

const disk = join(folder, 'disk');
const noDisk = await mountDisk(disk, Math.ceil(400 + 40 * minutes));
if (noDisk) say(`No disk is filled: a small one cannot be mounted here (${noDisk}).`);
const database = await openDatabase(disk);
const pooler = await startPooler(folder, database.url);
if (!pooler) say('No pooler is restarted: pgbouncer is not installed.');
const databaseProxy = await startProxy([pooler?.port ?? database.port]);
const mail = await startMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });

// The test's own connection bypasses the proxies, so that only faults of the database itself disturb it.
const direct = connect(database.url, () => {}, 4);
await migrate(direct.db);
await prepareQueue(direct);
const given = makeGiven(direct.db, () => new Date(Date.now() - 40 * 86_400_000));

const openCompany = async (letter: string) => {
  const id = await given.company(letter);
  const vehicles: Company['vehicles'][number][] = [];
  for (let n = 0; n < vehiclesEach; n += 1) {
    const { id: voucher, objectId, imei } = await given.voucher(id, { number: `${letter}-${n}`, client_name: letter });
    vehicles.push({ id: voucher, objectId, imei, fixes: 0 });
  }
  const email = async (role: 'OPERATOR' | 'MANAGER') => (await given.account(id, role)).email;
  const company: Company = { id, letter, vehicles, platformKey: await given.platformKey(id), accidents: [] };
  const people = {
    operators: [await email('OPERATOR'), await email('OPERATOR')],
    manager: await email('MANAGER'),
    visitor: await email('OPERATOR'),
  };
  return { company, people };
};
const first = await openCompany('A');
const second = await openCompany('B');

const ports = [await freePort(), await freePort()] as const;
const settings = (name: string) => ({
  DATABASE_URL: Object.assign(new URL(database.url), { port: String(databaseProxy.port) }).href,
  DATABASE_CONNECTIONS: '12',
  DATA_DIR: join(folder, name),
  CABINET_DIR: join(folder, 'none'),
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  DEMO: '0',
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
});
const program = process.execPath;
const serving = /Drivedesk is at/;
const servers = [
  startService('server 1', logs, {
    program,
    args: ['--enable-source-maps', await programFile('serve')],
    environment: { ...settings('first'), PORT: String(ports[0]), JOBS: '1' },
    ready: serving,
  }),
  startService('server 2', logs, {
    program,
    args: ['--import', 'tsx', join(import.meta.dirname, 'chaos', 'clockedServer.ts')],
    environment: { ...settings('second'), PORT: String(ports[1]), JOBS: '0' },
    ready: serving,
    ipc: true,
  }),
] as const;
const worker = startService('worker', logs, {
  program,
  args: ['--enable-source-maps', await programFile('worker')],
  environment: { ...settings('worker'), JOBS: '2' },
  ready: /Drivedesk does jobs/,
});
const services = [...servers, worker, ...(pooler ? [pooler.service] : [])];
const front = await startProxy(ports);

const allReady = async (patienceMs: number): Promise<readonly string[]> => {
  for (const until = Date.now() + patienceMs; ; await setTimeout(200)) {
    const late = services.filter(({ isReady }) => !isReady()).map(({ name }) => name);
    const dead = await Promise.all(
      ports.map(async (port, n) => {
        const reply = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(5000) }).catch(
          () => {},
        );
        return reply?.ok ? [] : [`health of server ${n + 1}`];
      }),
    );
    const missing = [...late, ...dead.flat()];
    if (missing.length === 0 || Date.now() > until) return missing;
  }
};

const disturb = async ({ kind, forMs, server, afterBytes, stepS }: Fault): Promise<void> => {
  const proxy = kind.endsWith('clients') ? front : databaseProxy;
  if (kind === 'kill server') return servers[server]?.kill(forMs);
  if (kind === 'kill worker') return worker.kill(forMs);
  if (kind === 'kill database') return database.kill(forMs);
  if (kind === 'restart pooler') return pooler?.service.kill(forMs);
  if (kind === 'step clock') servers[1].send(stepS);
  if (kind.startsWith('cut')) proxy.cut(afterBytes);
  if (kind.startsWith('freeze')) proxy.freeze(true);
  const free = kind === 'fill disk' && !noDisk ? await fillDisk(disk) : undefined;
  await setTimeout(forMs);
  if (kind === 'step clock') servers[1].send(0);
  if (kind.startsWith('cut')) proxy.cut(undefined);
  if (kind.startsWith('freeze')) proxy.freeze(false);
  await free?.();
};

const seen: Seen = { answers: new Map(), lost: 0, foreign: [], wrong: [], slowestS: 0 };
const ledger = makeLedger();
const violations: string[] = [];
try {
  const notBegun = await allReady(settleMs);
  if (notBegun.length > 0) throw new Error(`Not ready: ${notBegun.join(', ')}. See ${logs}.`);
  const startMs = Date.now();
  const endMs = startMs + minutes * 60_000;
  say(`${minutes} minutes from seed ${seed}; logs are in ${logs}`);
  const client = makeClient(`http://127.0.0.1:${front.port}`, seen, () => endMs + drainMs);

  const workers = [first, second].flatMap(({ company, people }, at) => {
    const other = () => (at === 0 ? second : first).company;
    const around: Surroundings = { client, ledger, seen, company, other, startMs, isOver: () => Date.now() > endMs };
    const begin = (name: string, turn: Turn) =>
      work(`${company.letter} ${name}`, around, randomFor(seed, `${company.letter} ${name}`), turn);
    return [
      ...people.operators.map((email, n) =>
        begin(`operator ${n}`, operatorTurn(around, makePerson(client, email), `o${n}`)),
      ),
      begin('manager', managerTurn(around, makePerson(client, people.manager))),
      begin('visitor', sessionTurn(makePerson(client, people.visitor), client)),
      begin('platform', platformTurn(around)),
    ];
  });
  const faults = planFaults(seed, minutes);
  for (const fault of faults) {
    await setTimeout(Math.max(0, startMs + fault.atMs - Date.now()));
    say(`${fault.kind}, ${(fault.forMs / 1000).toFixed(1)} s`);
    await disturb(fault);
  }
  await Promise.all(workers);
  say('The work is done; waiting for jobs and letters.');
  violations.push(...(await allReady(settleMs)).map(name => `needs a hand: ${name} is not ready`));
  violations.push(...(await untilJobsEnd(direct.pool, settleMs)).map(what => `needs a hand: ${what}`));

  const verified = await verify(direct.pool, database.url, ledger, [first.company, second.company]);
  violations.push(...verified.violations);
  violations.push(...seen.wrong, ...seen.foreign);
  violations.push(...services.flatMap(service => service.faults));
  const letters = new Map<string, number>();
  for (const { to } of mail.delivered) for (const address of to) letters.set(address, (letters.get(address) ?? 0) + 1);
  const invited = [...ledger.of('invited operator')].filter(([, state]) => state === 'acknowledged');
  const withoutLetter = invited.filter(([address]) => !letters.has(address)).map(([address]) => address);
  if (withoutLetter.length > 0) violations.push(`no letter: ${withoutLetter.join(', ')}`);

  console.table(
    Object.fromEntries(
      verified.comparisons.map(({ kind, acknowledged, unsure, missing, doubled, unasked }) => [
        kind,
        { acknowledged, unsure, missing: missing.length, doubled: doubled.length, unasked: unasked.length },
      ]),
    ),
  );
  const skipped = (kind: string) => (kind === 'fill disk' && noDisk) || (kind === 'restart pooler' && !pooler);
  console.table(
    Object.fromEntries(
      faultKinds.map(kind => [
        kind,
        { times: skipped(kind) ? 'not possible here' : faults.filter(fault => fault.kind === kind).length },
      ]),
    ),
  );
  console.table(
    Object.fromEntries(
      services.map(({ name, kills, givenUp, faults }) => [
        name,
        { killed: kills(), 'starts given up': givenUp(), 'ended by itself': faults.length },
      ]),
    ),
  );
  const answers = [...seen.answers].sort().map(([status, count]) => `${status}: ${count}`);
  console.log(
    `Answers: ${answers.join(', ')}; without an answer: ${seen.lost}; longest wait: ${seen.slowestS.toFixed(1)} s`,
  );
  const twice = [...letters.values()].filter(count => count > 1).length;
  console.log(`Letters: ${invited.length} invitations, ${withoutLetter.length} without a letter, ${twice} sent twice`);
} finally {
  for (const service of [...servers, worker]) await service.stop();
  violations.push(...services.flatMap(service => service.faults.filter(fault => !violations.includes(fault))));
  await pooler?.service.kill(60_000);
  await pooler?.service.stop();
  await front.close();
  await databaseProxy.close();
  await mail.close();
  await direct.close();
  await database.stop();
  if (!noDisk) await unmountDisk(disk);
}

/** Errors that the servers logged, each text once. */
const logged = new Map<string, number>();
for (const name of await readdir(logs))
  for (const line of (await readFile(join(logs, name), 'utf8')).split('\n'))
    if (/^\{"level":[56]0,/.test(line)) {
      const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
      const text = `${msg ?? ''} ${err?.message ?? ''}`.trim();
      logged.set(text, (logged.get(text) ?? 0) + 1);
    }
for (const [text, count] of logged) console.log(`Logged ${count} times: ${text.slice(0, 200)}`);

if (violations.length > 0) {
  console.log(`\n${violations.length} violations (logs are in ${logs}):`);
  for (const violation of violations.slice(0, 50)) console.log(`- ${violation.slice(0, 400)}`);
  process.exit(1);
}
await rm(folder, { recursive: true, force: true });
console.log('Nothing was lost, doubled or seen by others.');
process.exit(0);
