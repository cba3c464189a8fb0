import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '../../../../server/errors.ts';
import { createQueryCleaner } from '../../../../server/plugins/calls.ts';
import { registerErrors } from '../../../../server/plugins/errors.ts';
import { registerPressure } from '../../../../server/plugins/pressure.ts';
import { sendAnswer, TableJsonStream } from '../../../../server/plugins/sendAnswer.ts';
import { registerSlowReaders } from '../../../../server/plugins/slowReaders.ts';

const schema = { properties: { page: {}, search: {}, sort: {}, filter: {} } };
const noise = { sort: '', filter: '', group: '', aggregate: '', pageSize: '', _: '1700000000000' };

it.each(['/api/v2/Voucher/table', '/api/v2.1/StatisticSummingPeriod'])('drops what grids send empty: %s', path => {
  const read = createQueryCleaner('GET', path, schema)!;
  expect(read({ ...noise, page: '2', search: '' })).toEqual({ page: '2', search: '' });
  expect(read({ sort: 'Number-asc', filter: 'Number~eq~1' })).toEqual({ sort: 'Number-asc', filter: 'Number~eq~1' });
  // An unknown filter is refused later, with its name.
  expect(read({ Colour: 'red' })).toEqual({ Colour: 'red' });
});

it.each(['/api/vouchers', '/api/v1/Client/table', '/WeatherForecast'])('drops unknown parameters too: %s', path => {
  const read = createQueryCleaner('GET', path, schema)!;
  expect(read({ ...noise, page: '2', take: '10', skip: '0', Colour: 'red' })).toEqual({ page: '2' });
});

it('leaves the third interface as it is', () => {
  expect(createQueryCleaner('GET', '/api/v3/audit', schema)).toBeUndefined();
});

/** Blocks the process, as a slow machine does while it loads a program. */
const stallFor = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};
const turn = () => new Promise(done => setTimeout(done, 30));

it('a server that took long to start lets its first callers in', async () => {
  const server = Fastify();
  await registerPressure(server);
  server.get('/', () => 'said');
  stallFor(1100);
  await server.ready();
  await turn();
  // The first sample counts all the time since the start as a stall.
  expect(server.isUnderPressure()).toBe(true);
  expect((await server.inject('/')).statusCode).toBe(200);
  await server.close();
});

it.each([
  ['an expected error', new DomainError('OVERLOADED', { retryAfterS: 5 }), 503, '5'],
  ['an unexpected error', new Error('broken'), 500, undefined],
])('answers a file that fails before its first byte with words, after %s', async (_what, error, status, retryAfter) => {
  const server = Fastify();
  registerErrors(server);
  const bytes = new Readable({ read: () => bytes.destroy(error) });
  const file = { contentType: 'application/pdf', fileName: 'dossier.pdf', bytes };
  server.get('/', (_request, reply) => sendAnswer(reply, { binary: true } as never, file));
  const answer = await server.inject('/');
  expect(answer).toMatchObject({ statusCode: status });
  expect(answer.headers['retry-after']).toBe(retryAfter);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['content-disposition']).toBeUndefined();
  expect(answer.json().Message).toMatch(/\p{Script=Cyrillic}+/u);
  await server.close();
});

describe('slow readers', () => {
  const sendTimeoutMs = 400;
  /** More than the buffers of both sockets take. */
  const bytes = 64 * 1024 * 1024;

  let server: FastifyInstance;
  let reader: Socket;
  let cut: Promise<unknown>;
  beforeEach(async () => {
    server = Fastify();
    registerSlowReaders(server, sendTimeoutMs);
    server.get('/', async () => Buffer.alloc(bytes));
    cut = new Promise(resolve => server.server.once('connection', socket => socket.once('close', resolve)));
    const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
    reader = connect(Number(port), '127.0.0.1');
    reader.on('error', () => {});
    reader.write('GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n');
    await new Promise(resolve => reader.once('readable', resolve));
  });
  afterEach(async () => {
    reader.destroy();
    await server.close();
  });

  /**
   * Blocks the process for longer than the limit, twice: Node forgives the first one, because a part was sent since the
   * timer began. After each one the timers that came due meanwhile run.
   */
  const standStill = async (): Promise<void> => {
    for (let n = 0; n < 2; n++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * sendTimeoutMs);
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  };

  const readAll = async (): Promise<number> => {
    let read = 0;
    reader.on('data', part => {
      read += part.length;
    });
    await new Promise(resolve => reader.once('close', resolve));
    return read;
  };

  it('a reader gets the whole answer after the server itself stood still for longer than the limit', async () => {
    await standStill();
    expect(await readAll()).toBeGreaterThan(bytes);
  });

  it('a reader who takes nothing is cut, also after the server stood still', async () => {
    await standStill();
    await cut;
    expect(await readAll()).toBeLessThan(bytes);
  });
});

const limitMs = 200;
const rows = (batches: readonly object[][]) => {
  const left = [...batches];
  return new TableJsonStream({
    next: async () => left.shift() ?? [],
    total: undefined,
    sendTimeoutMs: limitMs,
  } as never);
};
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const outcomeOf = (text: TableJsonStream) =>
  new Promise<string>(resolve => {
    text.once('end', () => resolve('read'));
    text.once('error', ({ message }) => resolve(message));
  });

it('does not cut off a reader for the time in which the process stood still', async () => {
  const text = rows([[{ a: 1 }], [{ a: 2 }]]);
  const outcome = outcomeOf(text);
  text.read(0);
  await new Promise<void>(resolve => text.once('readable', () => resolve()));
  standStill(3 * limitMs);
  let all = '';
  // Runs after the due timers, as data from the network does.
  setTimeout(() => text.on('data', chunk => (all += chunk)), 0);
  expect(await outcome).toBe('read');
  expect(all).toBe('[{"a":1},{"a":2}]');
});

it('cuts off a reader that takes nothing', async () => {
  const text = rows([[{ a: 1 }], [{ a: 2 }]]);
  const outcome = outcomeOf(text);
  text.read(0);
  expect(await outcome).toBe('The reader takes nothing');
});
