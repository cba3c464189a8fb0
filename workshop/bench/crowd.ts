import { connect, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { type Running, signInTo, startServer } from '../../tests/support/running.ts';

/*
 * Measures the latency of an ordinary API call and of a list's first page while other clients misbehave. They
 * disconnect early or midway, do not read, pull whole lists or make expensive searches. Each scenario has its own
 * server.
 *   npm run bench -- crowd [--seconds 12] [--only silent]
 * Uses the embedded database of DATA_DIR (default: ./data/bench), filled by `npm run demo -- --scale N`.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '12' }, only: { type: 'string' } } });
const windowMs = Number(values.seconds) * 1000;
const maxWaitMs = 15_000;

const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms));
const wholeList = '/api/v2/Voucher/table?pageSize=99999999&sort=ClientName-asc';

/** Makes a request on its own socket. `onBytes` gets the number of bytes received so far. */
const ask = (address: string, token: string, path: string, onBytes?: (bytes: number, socket: Socket) => void) => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`);
  let responseHead = '';
  let bytes = 0;
  if (onBytes)
    socket.on('data', chunk => {
      if (bytes === 0) responseHead = chunk.toString('latin1', 0, 20);
      bytes += chunk.length;
      onBytes(bytes, socket);
    });
  const closedStatus = new Promise<string>(done =>
    socket.once('close', () => done(responseHead.split(' ')[1] ?? 'nothing')),
  );
  return { socket, closed: closedStatus };
};

interface Attack {
  readonly address: string;
  readonly token: string;
  readonly until: number;
  readonly outcomes: Map<string, number>;
}
const count = ({ outcomes }: Attack, outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
const runConcurrently = (n: number, work: (at: number) => Promise<void>) =>
  Promise.all(Array.from({ length: n }, (_, at) => work(at)));

const expensiveSearches = ['%'.repeat(200), '_'.repeat(200), '\\'.repeat(200), `${'%_'.repeat(99)}а`];

const crowds: Readonly<Record<string, (attack: Attack) => Promise<unknown>>> = {
  nobody: async ({ until }) => pause(until - Date.now()),
  'early leavers': attack =>
    runConcurrently(16, async () => {
      while (Date.now() < attack.until) {
        const { socket, closed: closedStatus } = ask(attack.address, attack.token, wholeList);
        await pause(5);
        socket.destroy();
        await closedStatus;
        await pause(250);
      }
    }),
  'mid-leavers': attack =>
    runConcurrently(16, async () => {
      while (Date.now() < attack.until) {
        const { closed: closedStatus } = ask(attack.address, attack.token, wholeList, (bytes, socket) => {
          if (bytes > 300_000) socket.destroy();
        });
        count(attack, await Promise.race([closedStatus, pause(attack.until - Date.now() + 1).then(() => 'no answer')]));
        await pause(250);
      }
    }),
  silent: attack =>
    runConcurrently(16, async () => {
      const { socket, closed: closedStatus } = ask(attack.address, attack.token, wholeList);
      const isCut = await Promise.race([closedStatus.then(() => true), pause(attack.until - Date.now())]);
      count(attack, isCut ? 'cut' : 'still there');
      socket.destroy();
    }),
  'whole lists': attack =>
    runConcurrently(20, async () => {
      count(attack, await ask(attack.address, attack.token, wholeList, () => {}).closed);
    }),
  'dear searches': attack =>
    runConcurrently(4, async at => {
      for (let round = at; Date.now() < attack.until; round += 1) {
        const search = encodeURIComponent(expensiveSearches[round % expensiveSearches.length] ?? '');
        const started = performance.now();
        const path = `/api/v2/Voucher/table?sort=ClientName-asc&search=${search}`;
        const status = await ask(attack.address, attack.token, path, () => {}).closed;
        count(attack, `${status} in ${Math.ceil((performance.now() - started) / 1000)} s at most`);
      }
    }),
};

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** Makes requests one after the other, as one browser does. Returns durations and statuses as text. */
const probe = async (get: (path: string) => Promise<Response>, path: string, until: number) => {
  const ms: number[] = [];
  const statuses = new Map<number | string, number>();
  while (Date.now() < until) {
    const started = performance.now();
    const status = await Promise.race([
      get(path).then(
        reply => reply.arrayBuffer().then(() => reply.status),
        () => 'no answer',
      ),
      pause(maxWaitMs).then(() => 'no answer'),
    ]);
    ms.push(performance.now() - started);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await pause(25);
  }
  ms.sort((a, b) => a - b);
  const counts = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
  return `p50 ${at(ms, 0.5)?.toFixed(0)} p99 ${at(ms, 0.99)?.toFixed(0)} ms (${counts})`;
};

for (const [name, crowd] of Object.entries(crowds)) {
  if (values.only && values.only !== name) continue;
  const server: Running = await startServer(process.env.DATA_DIR ?? './data/bench');
  try {
    const bad = await signInTo(server.address, 'manager@demo.drivedesk');
    const good = await signInTo(server.address, 'admin@demo.drivedesk');
    const until = Date.now() + windowMs;
    const attack = { address: server.address, token: bad.token, until, outcomes: new Map<string, number>() };
    const attackRun = crowd(attack);
    await pause(name === 'nobody' ? 0 : 500);
    const [info, list] = await Promise.all([
      probe(good.get, '/api/v2/Account/info', until),
      probe(good.get, '/api/v2/Voucher/table?page=1&pageSize=25', until),
    ]);
    await attackRun;
    const outcomes = [...attack.outcomes].map(([outcome, times]) => `${times} × ${outcome}`).join(', ');
    console.log(`${name}\n  call ${info}\n  list ${list}${outcomes && `\n  they got: ${outcomes}`}`);
  } finally {
    await server.kill();
  }
}
