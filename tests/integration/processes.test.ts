import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { startBalancer } from '../support/balancer.ts';
import { type Person, password } from '../support/given.ts';
import { lettersIn } from '../support/letters.ts';
import { type OpenStream, openEvents } from '../support/live.ts';
import { openProcesses, type Processes } from '../support/processes.ts';
import { type Running, sendLeased } from '../support/running.ts';

let processes: Processes;
let app: TestApp;
let first: Running;
let second: Running;
let balancer: Awaited<ReturnType<typeof startBalancer>>;
let folder: string;
let olga: Person;
let pavel: Person;
let voucherId: number;

beforeAll(async () => {
  processes = await openProcesses(2);
  ({ app, folder } = processes);
  [first, second] = processes.servers as readonly [Running, Running];
  balancer = await startBalancer([first.address, second.address]);
  const company = await app.given.company();
  olga = await app.given.account(company, 'OPERATOR');
  pavel = await app.given.account(company, 'OPERATOR');
  voucherId = (await app.given.voucher(company)).id;
}, 400_000);
afterAll(async () => {
  await balancer.close();
  await processes.close([first, second]);
});

const call = (at: string, token: string, method: string, path: string, body?: object, key?: string) =>
  fetch(at + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

const signIn = (at: string, Login: string, Password = password) =>
  call(at, '', 'POST', '/api/v2/Auth', { Login, Password });

const crash = () => ({ VoucherId: voucherId, CrashDateTime: new Date(Date.now() - 60_000).toISOString() });
const accidentsTotal = async (at: string): Promise<number> => {
  const reply = await call(at, olga.token, 'GET', '/api/v2/Accident/table/opened?pageSize=10');
  return ((await reply.json()) as { Total: number }).Total;
};

it('a session begun through one process holds on the other, and ended there is dead here within moments', async () => {
  const { Token } = (await (await signIn(first.address, olga.email)).json()) as { Token: string };
  const info = (at: string) => call(at, Token, 'GET', '/api/v2/Account/info');
  expect([(await info(first.address)).status, (await info(second.address)).status]).toEqual([200, 200]);
  expect((await call(second.address, Token, 'GET', '/api/logoff')).ok).toBe(true);
  await vi.waitFor(async () => expect((await info(first.address)).status).toBe(401), { interval: 50 });
});

it('a token exchanged through both processes at once is the same new one, in 20 rounds of 20', async () => {
  let token = ((await (await signIn(first.address, olga.email)).json()) as { Token: string }).Token;
  for (let round = 0; round < 20; round++) {
    const replies = await Promise.all(
      [first, second].map(({ address }) => call(address, token, 'POST', '/api/refresh', {})),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = await Promise.all(replies.map(reply => reply.json() as Promise<{ Token: string }>));
    expect(other).toEqual(one);
    token = one!.Token;
  }
  expect((await call(second.address, token, 'GET', '/api/v2/Account/info')).status).toBe(200);
});

it('wrong tries are counted together, wherever they are made', async () => {
  const stranger = await app.given.account(olga.companyId, 'OPERATOR');
  const statuses: number[] = [];
  for (let tried = 0; tried < 12; tried += 1)
    statuses.push((await signIn(tried % 2 ? first.address : second.address, stranger.email, 'wrong')).status);
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(statuses.slice(10)).toEqual([429, 429]);
});

it('a case taken through one process is held on the other', async () => {
  const { id } = await app.given.accident(olga.companyId);
  const note = (at: string, who: Person) =>
    call(at, who.token, 'POST', `/api/v2/Accident/${id}/notes`, { Text: 'звонил' });
  expect((await call(first.address, olga.token, 'GET', `/api/crash/lock/${id}`)).status).toBe(200);
  expect((await call(second.address, pavel.token, 'GET', `/api/crash/lock/${id}`)).status).toBe(409);
  expect((await note(second.address, pavel)).status).toBe(409);
  expect((await note(second.address, olga)).status).toBe(201);
});

it('the same request at both at once does its work once', async () => {
  const before = await accidentsTotal(first.address);
  const [body, key] = [crash(), randomUUID()];
  const replies = await Promise.all(
    [first, second].map(({ address }) => call(address, olga.token, 'POST', '/api/v2/Accident', body, key)),
  );
  const [one, other] = await Promise.all(replies.map(reply => reply.json()));
  expect(other).toEqual(one);
  expect(await accidentsTotal(second.address)).toBe(before + 1);
});

it('a letter is sent by one of them', async () => {
  const forgot = await call(balancer.address, '', 'POST', '/api/v2/Account/forgot', { Login: pavel.email });
  expect(forgot.status).toBe(200);
  const letters = () => lettersIn(join(folder, 'mail')).filter(({ to }) => to.includes(pavel.email));
  await vi.waitFor(() => expect(letters()).toHaveLength(1));
});

const idsIn = (stream: OpenStream): number[] =>
  [...stream.text().matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number));

/** Reads the stream through the balancer as a browser does. After every cut it continues after the last event. */
const follow = (who: Person) => {
  const streams: OpenStream[] = [];
  let over = false;
  const place = () => Math.max(0, ...streams.flatMap(idsIn));
  const read = async () => {
    while (!over) {
      const stream = await openEvents(balancer.address, who.token, streams.length > 0 ? place() : undefined);
      streams.push(stream);
      await stream.ended;
    }
  };
  const reading = read();
  return {
    place,
    cuts: () => streams.length - 1,
    news: () =>
      streams.flatMap(({ received }) => received).filter(({ event }) => event !== 'ready' && event !== 'beat'),
    end: async () => {
      over = true;
      streams.at(-1)?.cut();
      await reading;
    },
  };
};

const writers = 4;
const writesEach = 30;

/** Creates notes, messages and accidents with distinguishable contents. */
const makeWork = (accidentId: number) => {
  const done = { notes: [] as string[], messages: [] as string[], accidents: 0 };
  const at: number[] = [];
  // Repeats a request with the same key until it succeeds, as the cabinet does.
  const make = async (path: string, body: object): Promise<void> => {
    const key = randomUUID();
    const once = async () => {
      const reply = await sendLeased(
        () => call(balancer.address, olga.token, 'GET', `/api/crash/lock/${accidentId}`),
        () => call(balancer.address, olga.token, 'POST', path, body, key),
      );
      expect(reply.status).toBe(201);
    };
    await vi.waitFor(once);
    at.push(Date.now());
  };
  const kinds = [
    async (text: string) => {
      await make(`/api/v2/Accident/${accidentId}/notes`, { Text: text });
      done.notes.push(text);
    },
    async (text: string) => {
      await make('/api/v3/messages', { text });
      done.messages.push(text);
    },
    async () => {
      await make('/api/v2/Accident', crash());
      done.accidents += 1;
    },
  ];
  return { done, at, write: (index: number) => kinds[index % kinds.length]!(randomUUID()) };
};

const read = async <T>(path: string): Promise<T> =>
  (await (await call(second.address, olga.token, 'GET', path)).json()) as T;

it(`one of two is killed during ${writers * writesEach} writes: nothing acknowledged is lost, nothing is done twice, streams go on`, async () => {
  const { id } = await app.given.accident(olga.companyId);
  expect((await call(balancer.address, olga.token, 'GET', `/api/crash/lock/${id}`)).status).toBe(200);
  const before = await accidentsTotal(second.address);
  // The balancer alternates, so each process gets one reader.
  const readers = [follow(olga), follow(pavel)];
  await vi.waitFor(() => expect(readers.map(({ place }) => place() > 0)).toEqual([true, true]));

  const work = makeWork(id);
  let killedAt = 0;
  const writer = async (): Promise<void> => {
    for (let index = 0; index < writesEach; index += 1) {
      if (killedAt === 0 && work.at.length > (writers * writesEach) / 3) {
        killedAt = Date.now();
        void first.kill();
      }
      await work.write(index);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));

  const after = work.at.filter(at => at > killedAt);
  const longestMs = Math.max(...after.map((at, index) => at - (after[index - 1] ?? killedAt)));
  console.log(`acknowledged: ${work.at.length}, after the kill ${after.length}; longest pause ${longestMs} ms`);
  expect(longestMs).toBeLessThan(30_000);

  const notes = await read<{ Text: string }[]>(`/api/v2/Accident/${id}/notes`);
  const messages = await read<{ text: string }[]>(`/api/v3/messages?range=${encodeURIComponent('[0,999]')}`);
  expect(notes.map(({ Text }) => Text).sort()).toEqual(work.done.notes.sort());
  expect(messages.map(({ text }) => text).sort()).toEqual(work.done.messages.sort());
  expect(await accidentsTotal(second.address)).toBe(before + work.done.accidents);

  const head = app.connection.db.selectFrom('event_head').select('last_id').where('company_id', '=', olga.companyId);
  const { last_id } = await head.executeTakeFirstOrThrow();
  await vi.waitFor(() => expect(readers.map(({ place }) => place())).toEqual([last_id, last_id]));
  await Promise.all(readers.map(({ end }) => end()));
  expect(readers.map(({ cuts }) => cuts()).sort()).toEqual([0, 1]);
  for (const reader of readers) {
    const news = reader.news();
    expect(news.filter(({ event }) => event === 'reset')).toEqual([]);
    expect(new Set(news.map(news => news.id)).size).toBe(news.length);
    expect(news.filter(({ data }) => data.Action === 'note')).toHaveLength(work.done.notes.length);
    expect(news.filter(({ data }) => data.Action === 'posted')).toHaveLength(work.done.messages.length);
  }
});
