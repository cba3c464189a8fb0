import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningPort } from '../../server/db/embedded/cluster.ts';
import { startDemo } from '../support/browser-machine.ts';
import { theMachine } from '../support/machine.ts';
import { type Running, sendLeased, signInTo } from '../support/running.ts';

let server: Running;
let accident: number;
let call: Awaited<ReturnType<typeof signInTo>>;

const folder = () => join(server.dataDir, 'postgres');
const postmaster = async () => Number.parseInt(await readFile(join(folder(), 'postmaster.pid'), 'utf8'), 10);

/** Runs a statement with PostgreSQL's own password. */
const ask = async (text: string) => {
  const password = await readFile(`${folder()}.password`, 'utf8');
  const port = await runningPort(folder());
  const client = new pg.Client({ connectionString: `postgresql://drivedesk:${password}@127.0.0.1:${port}/drivedesk` });
  client.on('error', () => {});
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
};
const others = "pg_stat_activity where datname = 'drivedesk' and pid <> pg_backend_pid()";

/** Mounts a separate disk that can be filled. Only root may mount it. */
const mountDisk = (at: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=448m,mode=755', 'drivedesk-test', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const folderOfDisk = await mkdtemp(join(tmpdir(), 'drivedesk-disk-'));
const hasDisk = mountDisk(folderOfDisk);
const filler = join(folderOfDisk, 'filler');

const fillDisk = async (): Promise<void> => {
  const file = await open(filler, 'w');
  for (let bytes = 1024 * 1024; bytes >= 512; bytes /= 2) {
    const block = Buffer.alloc(bytes);
    while (
      await file.write(block).then(
        ({ bytesWritten }) => bytesWritten === bytes,
        () => false,
      )
    ) {}
  }
  await file.close();
};

beforeAll(async () => {
  server = await startDemo((await theMachine()).demoData, folderOfDisk);
  call = await signInTo(server.address, 'operator@demo.drivedesk');
  const list = await (await call.get('/api/v2/Accident/table/opened?pageSize=10')).json();
  accident = (list as { Items: { Id: number }[] }).Items[0]?.Id ?? 0;
});
afterAll(async () => {
  await server.stop();
  if (hasDisk) execFileSync('umount', [folderOfDisk]);
  await rm(folderOfDisk, { recursive: true });
});

/** Writes notes, four at a time, until stopped. It records acknowledged notes and failures. */
const keepWriting = () => {
  const acknowledged: string[] = [];
  const refused = new Map<number, string>();
  let lastRefusedMs = 0;
  let going = true;
  const worker = async (): Promise<void> => {
    while (going) {
      const Text = randomUUID();
      const reply = await sendLeased(
        () => call.get(`/api/crash/lock/${accident}`),
        () => call.post(`/api/v2/Accident/${accident}/notes`, { Text }),
      );
      if (reply.status === 201) acknowledged.push(Text);
      else {
        refused.set(reply.status, ((await reply.json()) as { Message: string }).Message);
        lastRefusedMs = Date.now();
        await setTimeout(20);
      }
    }
  };
  const workers = [worker(), worker(), worker(), worker()];
  return {
    acknowledged,
    refused,
    lastRefusedMs: () => lastRefusedMs,
    end: () => {
      going = false;
      return Promise.all(workers);
    },
  };
};

const health = async () => {
  const reply = await fetch(`${server.address}/health`, { headers: { 'accept-language': 'en' } });
  return { status: reply.status, text: await reply.text() };
};

interface Outage {
  readonly begin: () => unknown;
  readonly end?: () => unknown;
  /** Answer of /health during the outage, if the outage lasts long enough for a request. */
  readonly health?: RegExp;
}

const outages: readonly (readonly [string, Outage])[] = [
  ['every connection cut', { begin: () => ask(`select pg_terminate_backend(pid) from ${others}`) }],
  [
    'one of its processes crashed, and all of them with it',
    { begin: async () => process.kill((await ask(`select min(pid) as pid from ${others}`))[0].pid, 'SIGKILL') },
  ],
  [
    'the whole of PostgreSQL killed',
    {
      begin: async () => process.kill(await postmaster(), 'SIGKILL'),
      health: /it has stopped and is being started again/,
    },
  ],
  [
    'PostgreSQL stopped by somebody',
    { begin: async () => process.kill(await postmaster(), 'SIGINT'), health: /database/ },
  ],
];

const fullDisk: Outage = { begin: fillDisk, end: () => rm(filler), health: /its disk is full/ };
const fullAndDead: Outage = {
  ...fullDisk,
  begin: async () => {
    await fillDisk();
    process.kill(await postmaster(), 'SIGKILL');
  },
};

/** Begins the outage, ends it, and waits until the server works again. Returns the time at which the outage ended. */
const sufferOutage = async (writing: ReturnType<typeof keepWriting>, { begin, end, health: expected }: Outage) => {
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(20);
  let beganMs = Date.now();
  await begin();
  await expect.poll(() => writing.refused.size, { interval: 10 }).toBeGreaterThan(0);
  if (expected) await expect.poll(health).toEqual({ status: 503, text: expect.stringMatching(expected) });
  if (end) {
    beganMs = Date.now();
    await end();
  }
  const before = writing.acknowledged.length;
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(before + 20);
  await expect.poll(async () => (await health()).status).toBe(200);
  return beganMs;
};

const survive = async (name: string, outage: Outage): Promise<void> => {
  const writing = keepWriting();
  const beganMs = await sufferOutage(writing, outage).catch((error: Error) => {
    // The next outage must not meet these writers. A call that hangs is not waited for.
    writing.end().catch(() => {});
    error.message += `\n${writing.acknowledged.length} acknowledged; ${[...writing.refused].join('; ')}\n${server.output()}`;
    throw error;
  });
  await writing.end();
  expect([...writing.refused.keys()]).toEqual([503]);
  expect(writing.refused.get(503)).toMatch(/^База данных недоступна: .+\. Повторите через несколько секунд$/);
  const notes = (await (await call.get(`/api/v2/Accident/${accident}/notes`)).json()) as { Text: string }[];
  const there = new Set(notes.map(note => note.Text));
  const seconds = (Math.max(0, writing.lastRefusedMs() - beganMs) / 1000).toFixed(1);
  console.log(
    `${name}: ${writing.acknowledged.length} notes acknowledged and looked for; all goes on after ${seconds} s`,
  );
  expect(writing.acknowledged.filter(text => !there.has(text))).toEqual([]);
};

describe('a server whose database is lost in the middle of writes', () => {
  it.each(outages)('lives, says so, goes on by itself, and has kept what it acknowledged: %s', survive);

  it.runIf(hasDisk)('the same: its disk full', () => survive('its disk full', fullDisk));
  it.runIf(hasDisk)('the same: its disk full, and killed', () => survive('its disk full, and killed', fullAndDead));

  it('was one process all the time, and still ends with code 0', async () => {
    expect((await signInTo(server.address, 'manager@demo.drivedesk')).token).toBeTruthy();
    expect(await server.stop()).toBe(0);
  });
});
