import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registerSlowReaders } from '../../../../server/plugins/slowReaders.ts';

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
