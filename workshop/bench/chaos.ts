import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeGiven } from '../../tests/support/given.ts';
import { frontImpact } from '../../tests/support/impacts.ts';
import { makeClient, makePerson, type Seen } from './chaos/client.ts';
import { makeLedger, workKinds } from './chaos/ledger.ts';
import { managerTurn } from './chaos/manager.ts';
import { type Fault, faultKinds, planFaults, randomFor } from './chaos/plan.ts';
import { startSystem } from './chaos/system.ts';
import { untilJobsEnd, verify, verifyLetters, verifyWebhooks } from './chaos/verify.ts';
import {
  type Company,
  expectStatus,
  operatorTurn,
  type Surroundings,
  sessionTurn,
  type Turn,
  type Vehicle,
  work,
} from './chaos/work.ts';

const messageFixes = 60;
const hoursBack = 20;

/**
 * Returns the work of a platform: it forwards messages of devices. Some are sent twice, one in ten reports an impact.
 */
const platformTurn = ({ client, ledger, company, startMs }: Surroundings): Turn => {
  const token = company.platformKey;
  const next = new Map<Vehicle, number>();
  const send = async (path: string, json: object, sendTwice: boolean) => {
    const reply = await client('POST', path, { json, token });
    expectStatus(reply, 200, path);
    if (sendTwice) expectStatus(await client('POST', path, { json, token }), 200, `${path}, again`);
  };
  const fixes = async (vehicle: Vehicle, sendTwice: boolean) => {
    const turn = next.get(vehicle) ?? 0;
    next.set(vehicle, turn + 1);
    const MessageId = `${vehicle.objectId}-${turn}`;
    const Positions = Array.from({ length: messageFixes }, (_, n) => {
      const second = turn * messageFixes + n;
      return {
        DateTime: new Date(startMs - hoursBack * 3_600_000 + second * 1000).toISOString(),
        Latitude: 55.75,
        Longitude: Number((37.5 + second * 0.00032).toFixed(6)),
        Speed: 72,
      };
    });
    ledger.begin('message of fixes', MessageId);
    await send('/api/statistic/webhook', { MessageId, Imei: vehicle.imei, Positions }, sendTwice);
    ledger.acknowledge('message of fixes', MessageId);
    vehicle.fixes += messageFixes;
  };
  const impact = async (vehicle: Vehicle, turn: number, sendTwice: boolean) => {
    const crashMs = startMs - 20 * 86_400_000 + turn * 600_000;
    const mark = `${vehicle.objectId} ${new Date(crashMs).toISOString()}`;
    const json = { MessageId: `impact-${mark}`, Imei: vehicle.imei, CrashDateTime: new Date(crashMs).toISOString() };
    ledger.begin('message of an impact', mark);
    await send('/api/crash/webhook', { ...json, Curve: frontImpact(crashMs, 6) }, sendTwice);
    ledger.acknowledge('message of an impact', mark);
  };
  return async (random, turn) => {
    const vehicle = company.vehicles[random.below(company.vehicles.length)] as Vehicle;
    const sendTwice = random.below(8) === 0;
    if (random.below(10) === 0) await impact(vehicle, turn, sendTwice);
    else await fixes(vehicle, sendTwice);
  };
};

/*
 * Tests the system under faults. Two simulated companies work through two servers, a worker, a pooler and TCP proxies.
 * Meanwhile faults occur that a seed determines. At the end every acknowledged write must be stored exactly once. The
 * program exits with 1 if anything is wrong. It needs Linux. If root starts it, it also fills a small disk under the
 * database.
 *   npm run chaos -- [--minutes 10] [--seed 1] [--plan]
 * `--plan` prints the faults of the seed and ends.
 */
const option = (name: string, usual: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? usual : Number(process.argv[at + 1]);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0.`);
  return value;
};
const minutes = option('minutes', 10);
const seed = option('seed', 1);
const faults = planFaults(seed, minutes);

const describe = ({ kind, forMs, server, afterBytes, stepS }: Fault): string => {
  const details = [
    ...(kind === 'kill server' ? [`server ${server + 1}`] : []),
    ...(kind.startsWith('cut') ? [`after ${afterBytes} bytes`] : []),
    ...(kind === 'step clock' ? [`by ${stepS} s`] : []),
  ];
  return [kind, ...details, `${(forMs / 1000).toFixed(1)} s`].join(', ');
};
if (process.argv.includes('--plan')) {
  for (const fault of faults) console.log(`${(fault.atMs / 1000).toFixed(1)} s: ${describe(fault)}`);
  process.exit(0);
}

const vehiclesEach = 6;
/** Time in which unfinished API calls are repeated after the end of the test, milliseconds. */
const drainMs = 120_000;
/**
 * Maximum time until processes, jobs and emails are done, milliseconds. It is generous, because no rule depends on
 * speed.
 */
const settleMs = 600_000;

const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
const system = await startSystem(Math.ceil(400 + 40 * minutes), say);
const { direct, logs, mail, receivers, services } = system;

const given = makeGiven(direct.db, () => new Date(Date.now() - 40 * 86_400_000));
const openCompany = async (letter: string) => {
  const id = await given.company(letter);
  const vehicles: Company['vehicles'][number][] = [];
  for (let n = 0; n < vehiclesEach; n += 1) {
    const { id: voucher, objectId, imei } = await given.voucher(id, { number: `${letter}-${n}`, client_name: letter });
    vehicles.push({ id: voucher, objectId, imei, fixes: 0 });
  }
  const email = async (role: 'OPERATOR' | 'MANAGER') => (await given.account(id, role)).email;
  const company: Company = {
    id,
    letter,
    vehicles,
    platformKey: await given.platformKey(id),
    accidents: [],
    closed: [],
  };
  const people = {
    operators: [await email('OPERATOR'), await email('OPERATOR')],
    manager: await email('MANAGER'),
    visitor: await email('OPERATOR'),
  };
  return { company, people };
};
const first = await openCompany('A');
const second = await openCompany('B');
const companies = [first, second] as const;

const seen: Seen = { answers: new Map(), lost: 0, foreign: [], wrong: [], slowestS: 0 };
const ledger = makeLedger();
const violations: string[] = [];
try {
  const notBegun = await system.untilReady(settleMs);
  if (notBegun.length > 0) throw new Error(`Not ready: ${notBegun.join(', ')}. See ${logs}.`);
  let endMs = Date.now() + settleMs;
  const client = makeClient(system.address, seen, () => endMs + drainMs);
  for (const [n, receiver] of receivers.entries()) {
    const manager = makePerson(client, companies[n]?.people.manager ?? '');
    const json = { Url: receiver.url, Events: ['accident.create', 'accident.move'] };
    expectStatus(await manager.call('POST', '/api/webhook/activate', { json }), 200, 'webhook');
  }
  const startMs = Date.now();
  endMs = startMs + minutes * 60_000;
  say(`${minutes} minutes from seed ${seed}; logs are in ${logs}`);

  const workers = companies.flatMap(({ company, people }, at) => {
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
  // Faults of one kind follow each other in the plan. On a busy machine the first may end later than planned.
  const endsOfKinds = new Map<Fault['kind'], Promise<void>>();
  await Promise.all([
    ...workers,
    ...faults.map(fault => {
      const previousOfKind = endsOfKinds.get(fault.kind);
      const cause = async () => {
        await setTimeout(Math.max(0, startMs + fault.atMs - Date.now()));
        await previousOfKind;
        say(describe(fault));
        await system.disturb(fault);
      };
      const end = cause();
      endsOfKinds.set(fault.kind, end);
      return end;
    }),
  ]);
  say('The work is done; waiting for jobs, letters and webhooks.');
  violations.push(...(await system.untilReady(settleMs)).map(name => `needs a hand: ${name} is not ready`));
  violations.push(...(await untilJobsEnd(direct.pool, settleMs)).map(what => `needs a hand: ${what}`));

  const verified = await verify(
    direct.pool,
    system.databaseUrl,
    ledger,
    companies.map(({ company }) => company),
  );
  const letters = verifyLetters(mail, ledger);
  violations.push(...verified.violations, ...letters.violations);
  for (const [n, receiver] of receivers.entries())
    violations.push(...(await verifyWebhooks(direct.pool, (n === 0 ? first : second).company, receiver)));
  violations.push(...seen.wrong, ...seen.foreign);

  console.table(
    Object.fromEntries(
      verified.comparisons.map(({ kind, acknowledged, unsure, missing, doubled, unrequested }) => [
        kind,
        { acknowledged, unsure, missing: missing.length, doubled: doubled.length, unrequested: unrequested.length },
      ]),
    ),
  );
  console.table(
    Object.fromEntries(
      faultKinds.map(kind => [
        kind,
        {
          times: system.impossible.includes(kind)
            ? 'not possible here'
            : faults.filter(fault => fault.kind === kind).length,
        },
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
  const webhookEvents = receivers.reduce((sum, { taken }) => sum + taken.length, 0);
  console.log(
    `Letters: ${mail.delivered.length}, ${letters.copies} of them copies. Webhook messages: ${webhookEvents}.`,
  );
} finally {
  await system.close();
  violations.push(...services.flatMap(service => service.faults));
}

/** Errors in the logs of the processes: each text with the number of its occurrences. */
const logged = new Map<string, number>();
for (const name of await readdir(logs))
  for (const line of (await readFile(join(logs, name), 'utf8')).split('\n'))
    if (/^\{"level":[56]0,/.test(line)) {
      const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
      const text = `${msg ?? ''} ${err?.message ?? ''}`.trim();
      logged.set(text, (logged.get(text) ?? 0) + 1);
    }
for (const [text, count] of logged) console.log(`Logged ${count} times: ${text.slice(0, 200)}`);

const writes = workKinds.reduce(
  (sum, kind) => sum + [...ledger.of(kind).values()].filter(state => state === 'acknowledged').length,
  0,
);
const overlapping = faults.filter(({ atMs }, at) =>
  faults.slice(0, at).some(before => before.atMs + before.forMs > atMs),
).length;
console.log(
  `Seed ${seed}: ${minutes} minutes, ${writes} writes, ${faults.length} faults (${overlapping} in the middle of another), ${seen.answers.get(503) ?? 0} answers 503, ${violations.length} violations`,
);
if (violations.length > 0) {
  console.log(`\n${violations.length} violations (logs are in ${logs}):`);
  for (const violation of violations.slice(0, 50)) console.log(`- ${violation.slice(0, 400)}`);
  process.exit(1);
}
await rm(system.folder, { recursive: true, force: true });
console.log('Nothing was lost, doubled or seen by others.');
process.exit(0);
