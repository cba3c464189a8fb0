import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { type MemoryCgroup, openMemoryCgroup } from '../support/cgroup.ts';
import { makeImei, type Person, password } from '../support/given.ts';
import { deepPng, interlacedPng, workbookOfText } from '../support/hugeFiles.ts';
import { type Running, startServer } from '../support/running.ts';
import { fileUpload } from '../support/upload.ts';

/*
 * Runs the server of compose.yaml within its memory limit against loads that once killed it. The mix takes MEMORY_MIX_S
 * seconds: 60 in a whole run, and a few in every run of the tests.
 */
const megabyte = 1024 * 1024;
const containerBytes = 1024 * megabyte;
const mixS = Number(process.env.MEMORY_MIX_S ?? 2);

// Gigabytes are unpacked and read, which takes minutes on a shared machine.
vi.setConfig({ testTimeout: 900_000 });

/** Returns the settings of the image's memory. Older versions of Node get the memory share in megabytes. */
const memorySettings = async (): Promise<Record<string, string>> => {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  const settings = Object.fromEntries(
    [...dockerfile.matchAll(/\b(NODE_OPTIONS|MALLOC_\w+)=("[^"]*"|\S+)/g)].map(([, name, value]) => [
      name,
      value!.replaceAll('"', ''),
    ]),
  ) as Record<string, string>;
  if (process.allowedNodeEnvironmentFlags.has('--max-old-space-size-percentage')) return settings;
  const inMegabytes = (share: string) => `size=${(containerBytes / megabyte / 100) * Number(share)}`;
  const options = settings.NODE_OPTIONS!.replace(/size-percentage=(\d+)/, (_, share: string) => inMegabytes(share));
  return { ...settings, NODE_OPTIONS: options };
};

const cgroup = await openMemoryCgroup(containerBytes);
const described = typeof cgroup === 'string' ? it.skip : it;
if (typeof cgroup === 'string') console.warn(`The test of the server's memory is skipped: ${cgroup}`);

let app: TestApp;
let server: Running;
let folder: string;
let manager: Person;
let operator: Person;
let accident: number;
let platformKey: string;
let workbook: Buffer;
let messages: ReturnType<typeof messagesOf>;
let smallerMessages: ReturnType<typeof messagesOf>;
/** IMEI of an unregistered device. Storing its messages in quarantine takes the least time. */
const imei = makeImei(8_400_000);
beforeAll(async () => {
  if (typeof cgroup === 'string') return;
  app = await openTestApp(new Date().toISOString());
  folder = await mkdtemp(join(tmpdir(), 'drivedesk-memory-'));
  const company = await app.given.company();
  manager = await app.given.account(company, 'MANAGER');
  operator = await app.given.account(company, 'OPERATOR');
  accident = (await app.given.accident(company)).id;
  platformKey = await app.given.platformKey(company);
  workbook = await workbookOfText(400 * megabyte);
  messages = messagesOf(28 * megabyte);
  smallerMessages = messagesOf(20 * megabyte);
  const settings = {
    DATABASE_URL: app.databaseUrl,
    DEMO: '0',
    ...(await memorySettings()),
  };
  server = await startServer(folder, settings, undefined, undefined, `echo $$ > ${cgroup.processes}`);
}, 400_000);
afterAll(async () => {
  if (typeof cgroup === 'string') return;
  await server?.kill();
  await app?.close();
  await rm(folder, { recursive: true, force: true });
  await cgroup.remove();
});

interface Sent {
  readonly payload?: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the status, also of an answer that came before the whole body was sent and was followed by a reset. */
const call = async (who: Pick<Person, 'token'>, method: string, path: string, { payload, headers }: Sent = {}) => {
  const reply = await fetch(server.address + path, {
    method,
    headers: { authorization: `Bearer ${who.token}`, ...headers },
    ...(payload !== undefined && { body: payload as BodyInit }),
  });
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), text: await reply.text() };
};
type Answer = Awaited<ReturnType<typeof call>>;

/** Requests the health while `work` runs. Resolves to the longest duration of an answer, milliseconds. */
const whileHealthy = async <T>(work: () => Promise<T>): Promise<T> => {
  let done = false;
  let longestMs = 0;
  const watching = (async () => {
    while (!done) {
      const from = performance.now();
      const reply = await fetch(`${server.address}/health`, { signal: AbortSignal.timeout(100_000) });
      longestMs = Math.max(longestMs, performance.now() - from);
      expect({ status: reply.status, text: await reply.text() }).toMatchObject({ status: 200 });
      await setTimeout(50);
    }
  })();
  try {
    return await Promise.race([work(), watching.then(() => new Promise<never>(() => {}))]);
  } finally {
    done = true;
    await watching;
    const { kills, peak } = cgroup as MemoryCgroup;
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    const residentMb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    console.log(
      `longest health call ${longestMs.toFixed(0)} ms, peak ${((await peak()) / megabyte).toFixed(0)} MB, resident at most ${residentMb.toFixed(0)} MB`,
    );
    expect(await kills()).toBe(0);
  }
};

/** Returns a function that makes JSON of messages with about this size. `number` is part of their ids. */
const messagesOf = (bytes: number): ((number: number) => Buffer) => {
  const firstMs = Date.now() - 20 * 86_400_000;
  const fixesEach = 5000;
  const positions = (message: number) =>
    Array.from({ length: fixesEach }, (_, i) => {
      const DateTime = new Date(firstMs + (message * fixesEach + i) * 1000).toISOString();
      const Longitude = Number((37 + message * 0.001).toFixed(6));
      return { DateTime, Latitude: Number((55 + (i % 4000) * 0.0001).toFixed(6)), Longitude, Speed: 36, Course: 0 };
    });
  const parts: string[] = [];
  for (let size = 0; size < bytes; size += parts.at(-1)!.length)
    parts.push(JSON.stringify({ MessageId: `${parts.length}-0000`, Imei: imei, Positions: positions(parts.length) }));
  const json = Buffer.from(`[${parts.join(',')}]`);
  return number => {
    const copy = Buffer.from(json);
    const digits = String(number).padStart(4, '0');
    for (let at = copy.indexOf('-0000"'); at >= 0; at = copy.indexOf('-0000"', at + 1)) copy.write(digits, at + 1);
    return copy;
  };
};
/** Node's request is used, because `fetch` copies a body before it sends it. */
const sendMessages = async (payload: Buffer): Promise<Answer> => {
  const sending = httpRequest(`${server.address}/api/statistic/webhook`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${platformKey}`,
      'content-type': 'application/json',
      'content-length': payload.length,
    },
  });
  sending.end(payload);
  const [reply] = (await once(sending, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = reply;
  return { status, retryAfter: headers['retry-after'] ?? null, text: await text(reply) };
};
const upload = (who: Person, path: string, name: string, bytes: Buffer) =>
  call(who, 'POST', path, fileUpload(name, bytes) as Sent);
const importFile = (bytes: Buffer) => upload(manager, '/api/v3/imports', 'vouchers.xlsx', bytes);

/** Takes the lease first, because an operator's lease lasts only for some minutes. */
const addPicture = async (bytes: Buffer) => {
  const lease = await call(operator, 'GET', `/api/crash/lock/${accident}`);
  if (lease.status !== 200) return lease;
  return upload(operator, `/api/v2/Accident/${accident}/images`, 'photo.png', bytes);
};

const expectRefusals = (answers: readonly Answer[]) => {
  for (const { status, retryAfter, text } of answers) {
    expect([200, 503], text).toContain(status);
    if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0);
  }
};

described('a workbook of 390 kB with one text of 400 MB is refused', async () => {
  expect(workbook.length).toBeLessThan(500_000);
  const { status, text } = await whileHealthy(() => importFile(workbook));
  expect([413, 422], text).toContain(status);
});

described.each([28, 20])(
  'of twenty bodies of %i MB at once some are taken and the others asked to come again',
  async size => {
    const make = size === 28 ? messages : smallerMessages;
    const payloads = Array.from({ length: 20 }, (_, number) => make(number + size * 10));
    const answers = await whileHealthy(() => Promise.all(payloads.map(sendMessages)));
    expectRefusals(answers);
    const statuses = answers.map(({ status }) => status);
    console.log(`${size} MB: ${statuses.join(' ')}`);
    expect(statuses).toContain(200);
    expect(statuses).toContain(503);
  },
);

described('two interlaced pictures of 10,900 pixels square at once are refused', async () => {
  const bytes = await interlacedPng(10_900);
  const answers = await whileHealthy(() => Promise.all([addPicture(bytes), addPicture(bytes)]));
  for (const { status, text } of answers) expect(status, text).toBe(413);
});

const fixture = (name: string) => readFile(`tests/fixtures/pictures/${name}`);
const progressiveJpeg = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
    .jpeg({ progressive: true })
    .toBuffer();
/** The largest accepted picture of each kind that a decoder holds as a whole, by the memory that it takes. */
const largestPictures: readonly (() => Promise<Buffer>)[] = [
  () => fixture('largest.heic'),
  () => fixture('largest.webp'),
  () => fixture('largest.avif'),
  () => progressiveJpeg(7400),
  () => interlacedPng(7400),
  () => deepPng(8190),
];

described('all of it at once for a while harms nobody', async () => {
  // A short run has time for the worst ones only.
  const pictures = await Promise.all(largestPictures.slice(0, mixS < 30 ? 2 : undefined).map(make => make()));
  let drawn = 0;
  const addNextPicture = async () => {
    const at = Math.floor(drawn / 2) % pictures.length;
    drawn += 1;
    const answer = await addPicture(pictures[at]!);
    expect([201, 503], answer.text).toContain(answer.status);
    return answer;
  };
  let sent = 100;
  const until = Date.now() + mixS * 1000;
  const counts = new Map<string, number>();
  const repeat =
    (name: string, work: () => Promise<Answer>, isEnough: () => boolean = () => true) =>
    async () => {
      while (Date.now() < until || !isEnough()) {
        const { status, text } = await work();
        const key = `${name} ${status}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        expect(status === 500 ? text : '').toBe('');
        if (status === 503) await setTimeout(200);
      }
    };
  const isDrawn = () => counts.has('picture 201');
  const signIn = () =>
    call({ token: '' }, 'POST', '/api/v2/Auth', {
      payload: JSON.stringify({ Login: manager.email, Password: password }),
      headers: { 'content-type': 'application/json' },
    });
  await whileHealthy(() =>
    Promise.all(
      [
        repeat('workbook', () => importFile(workbook)),
        repeat('workbook', () => importFile(workbook)),
        ...[1, 2, 3, 4].map(() => repeat('picture', addNextPicture, isDrawn)),
        ...[1, 2, 3, 4, 5, 6, 7, 8].map(() => repeat('messages', () => sendMessages(messages(sent++)))),
        ...[1, 2, 3, 4].map(() => repeat('sign-in', signIn)),
        ...[1, 2].map(() => repeat('list', () => call(manager, 'GET', '/api/v2/Voucher/table?pageSize=100'))),
        repeat('export', () =>
          call(manager, 'POST', '/api/v3/exports', {
            payload: JSON.stringify({ Resource: 'vouchers', Format: 'csv', Columns: ['VoucherNumber'] }),
            headers: { 'content-type': 'application/json' },
          }),
        ),
      ].map(work => work()),
    ),
  );
  // On a busy machine a decoder may run out of time during the mix, but never afterwards.
  await vi.waitFor(async () => expect((await addPicture(pictures[0]!)).status).toBe(201), {
    timeout: 300_000,
    interval: 1000,
  });
  console.log([...counts].map(([key, count]) => `${key}: ${count}`).join(', '));
});
