import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerBodyBudget } from '../../../../server/plugins/bodyBudget.ts';
import { registerErrors } from '../../../../server/plugins/errors.ts';
import { registerGzip } from '../../../../server/plugins/gzip.ts';

const kilobyte = 1024;
const json = (kilobytes: number) => JSON.stringify('x'.repeat(kilobytes * kilobyte - 2));

let server: FastifyInstance;
let address: string;
/** Functions that end the work on received bodies. */
let finish: (() => void)[];
/** True: work on the next bodies ends at once. */
let instant: boolean;

beforeEach(async () => {
  finish = [];
  instant = false;
  server = Fastify();
  registerErrors(server);
  registerGzip(server);
  const bodies = registerBodyBudget(server, { largeBodyBytes: 1000 * kilobyte, smallBodyBytes: 100 * kilobyte });
  // Other hooks that delay a request before its body is read.
  server.addHook('preParsing', async () => {
    await pause(20);
  });
  server.post('/:company', {
    bodyLimit: 2000 * kilobyte,
    onRequest: async (request, reply) =>
      bodies.reserveForBody(request, reply, Number((request.params as { company: string }).company)),
    handler: request =>
      bodies.keepWhile(request, async () => {
        if (!instant) await new Promise<void>(done => finish.push(done));
        return {};
      }),
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const done of finish) done();
  await server.close();
});

const send = (body: string | Buffer, company = 1, headers: Record<string, string> = {}) =>
  fetch(`${address}/${company}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: body as BodyInit,
  });
/** Begins a request and sends only the first part of its body. */
const begin = (company: number, headers: Record<string, string | number>, firstPart: string) => {
  const sending = httpRequest(`${address}/${company}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  sending.on('error', () => {});
  sending.write(firstPart);
  return sending;
};
const noConnection = () =>
  vi.waitFor(async () => {
    const open = await new Promise(done => server.server.getConnections((_, count) => done(count)));
    expect(open).toBe(0);
  });
const atWork = (count: number) => vi.waitFor(() => expect(finish).toHaveLength(count));

describe('bodies that are on their way', () => {
  it('are refused when their first bytes find no room, before anybody reads them', async () => {
    const others = [send(json(50)), send(json(45))];
    await atWork(2);
    const reply = await send(gzipSync(json(60)), 2, { 'content-encoding': 'gzip' });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    for (const done of finish) done();
    for (const other of others) expect((await other).status).toBe(200);
  });

  it('end no process where they are too long and broken behind that', async () => {
    const packed = Buffer.concat([gzipSync(json(4000)).subarray(0, -20), Buffer.from('no gzip at all')]);
    for (let i = 0; i < 5; i += 1) {
      const reply = await send(packed, 1, { 'content-encoding': 'gzip' });
      expect(reply.status).toBeGreaterThanOrEqual(400);
    }
    await noConnection();
  });

  it('are refused by their announced size before they are read, until others have ended', async () => {
    const first = send(json(600));
    await atWork(1);
    const sending = begin(2, { 'content-length': 500 * kilobyte }, '"x');
    const [reply] = (await once(sending, 'response')) as [IncomingMessage];
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
    expect(await readJson(reply)).toMatchObject({ Code: 'OVERLOADED' });
    sending.destroy();
    finish[0]?.();
    expect((await first).status).toBe(200);
    const second = send(json(500), 2);
    await atWork(2);
    finish[1]?.();
    expect((await second).status).toBe(200);
  });

  it('sent in chunks count as they come', async () => {
    const first = send(json(600));
    await atWork(1);
    const sending = begin(2, { 'transfer-encoding': 'chunked' }, `"${'x'.repeat(500 * kilobyte)}`);
    const [reply] = (await once(sending, 'response')) as [IncomingMessage];
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
    sending.destroy();
    finish[0]?.();
    await first;
  });

  it('count unpacked', async () => {
    const first = send(json(600));
    await atWork(1);
    const packed = gzipSync(json(500));
    expect(packed.length).toBeLessThan(kilobyte);
    expect((await send(packed, 2, { 'content-encoding': 'gzip' })).status).toBe(503);
    const small = send(gzipSync(json(300)), 2, { 'content-encoding': 'gzip' });
    await atWork(2);
    for (const done of finish) done();
    expect([(await first).status, (await small).status]).toEqual([200, 200]);
  });

  it('that are small never wait for large ones', async () => {
    const first = send(json(990));
    await atWork(1);
    const others = [send(json(40), 2), send(json(40), 3)];
    await atWork(3);
    expect((await send(json(40), 4)).status).toBe(503);
    for (const done of finish) done();
    for (const other of [first, ...others]) expect((await other).status).toBe(200);
  });

  it('of one company leave half to the others, though one of any size is taken', async () => {
    const first = send(json(300));
    await atWork(1);
    expect((await send(json(300))).status).toBe(503);
    const [second, other] = [send(json(190)), send(json(500), 2)];
    await atWork(3);
    for (const done of finish) done();
    for (const each of [first, second, other]) expect((await each).status).toBe(200);
  });

  it('of a caller who left count until the work on them has ended', async () => {
    const leaving = begin(1, { 'content-length': 600 * kilobyte }, json(600));
    await atWork(1);
    leaving.destroy();
    await noConnection();
    expect((await send(json(500), 2)).status).toBe(503);
    instant = true;
    finish[0]?.();
    await vi.waitFor(async () => expect((await send(json(500), 2)).status).toBe(200));
  });

  it('that never came whole are forgotten with their connection', async () => {
    instant = true;
    for (let round = 0; round < 5; round++) {
      const sending = begin(1, { 'content-length': 900 * kilobyte }, '"x');
      await vi.waitFor(async () => expect((await send(json(200), 2)).status).toBe(503));
      sending.destroy();
      await noConnection();
    }
    expect((await send(json(900))).status).toBe(200);
  });
});
