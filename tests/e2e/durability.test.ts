import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo } from '../support/browser-machine.ts';
import { theMachine } from '../support/machine.ts';
import { type Running, sendLeased, signInTo, startServer } from '../support/running.ts';
import { endServed } from '../support/serving.ts';

const rounds = 3;
const writes = 200;

let server: Running;
beforeAll(async () => {
  server = await startDemo((await theMachine()).demoData);
});
afterAll(() => endServed(server));

const picture = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: 90, g: 120, b: 150 } } })
    .jpeg()
    .toBuffer();

interface Written {
  readonly notes: Set<string>;
  readonly images: Set<number>;
}

/** Writes notes, and every tenth time a picture, until the server is gone. It records the acknowledged ones. */
const writeUntilKilled = async (accident: number, written: Written): Promise<void> => {
  const call = await signInTo(server.address, 'operator@demo.drivedesk');
  const take = () => call.get(`/api/crash/lock/${accident}`);
  const bytes = await picture();
  const killAt = 20 + Math.floor(writes * 0.7);
  const write = async (index: number): Promise<void> => {
    if (index === killAt) void server.kill();
    if (index % 10 === 0 && written.images.size < 50) {
      const path = `/api/v2/Accident/${accident}/images`;
      const reply = await sendLeased(take, () => call.upload(path, bytes, 'photo.jpg'));
      if (reply.status === 201) written.images.add(((await reply.json()) as { Id: number }).Id);
      return;
    }
    const Text = randomUUID();
    const reply = await sendLeased(take, () => call.post(`/api/v2/Accident/${accident}/notes`, { Text }));
    if (reply.status === 201) written.notes.add(Text);
  };
  // Four writes run at a time, so that the kill interrupts some.
  const queue = Array.from({ length: writes }, (_, index) => index);
  const worker = async () => {
    for (let index = queue.shift(); index !== undefined; index = queue.shift()) await write(index).catch(() => {});
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
};

describe(`a server killed in the middle of ${writes} writes, ${rounds} times`, () => {
  it('still has every note and picture it acknowledged', async () => {
    const first = await signInTo(server.address, 'operator@demo.drivedesk');
    const list = (await (await first.get('/api/v2/Accident/table/opened?pageSize=10')).json()) as {
      Items: { Id: number }[];
    };
    const accident = list.Items[0]?.Id ?? 0;
    const written: Written = { notes: new Set(), images: new Set() };
    for (let round = 0; round < rounds; round += 1) {
      await writeUntilKilled(accident, written);
      server = await server.again();
    }
    const call = await signInTo(server.address, 'operator@demo.drivedesk');
    const notes = (await (await call.get(`/api/v2/Accident/${accident}/notes`)).json()) as { Text: string }[];
    const images = (await (await call.get(`/api/v2/Accident/${accident}/images`)).json()) as {
      Id: number;
      Url: string;
    }[];
    const there = new Set(notes.map(note => note.Text));
    console.log(
      `acknowledged: ${written.notes.size} notes, ${written.images.size} pictures; all looked for after ${rounds} kills`,
    );
    expect(written.notes.size).toBeGreaterThan(rounds * 50);
    expect(written.images.size).toBeGreaterThan(rounds);
    expect([...written.notes].filter(text => !there.has(text))).toEqual([]);
    for (const id of written.images) {
      const image = images.find(one => one.Id === id);
      expect((await call.get(image?.Url ?? '')).status).toBe(200);
    }
  });

  it('answers on SIGTERM what it was asked before, keeps its promises, waits for neither live streams nor a silent connection, ends with code 0 and starts again', async () => {
    const logins = ['operator', 'manager', 'admin', 'other'].map(name => `${name}@demo.drivedesk`);
    const { token } = await signInTo(server.address, logins[0] ?? '');
    const open = () => fetch(`${server.address}/api/v3/events`, { headers: { authorization: `Bearer ${token}` } });
    const streams = await Promise.all([open(), open(), open()]);
    const { hostname, port } = new URL(server.address);
    const silent = connect(Number(port), hostname);
    silent.on('error', () => undefined);
    await once(silent, 'connect');
    let answered = 0;
    // A new browser is used, because each sign-in from one sends a letter after the answer.
    const cameIn: Promise<unknown>[] = [];
    const signIn = async (Login: string) => {
      const headers = { 'content-type': 'application/json', 'user-agent': 'Opera/12 (Haiku)', expect: '100-continue' };
      const asking = request(`${server.address}/api/v2/Auth`, { method: 'POST', agent: false, headers });
      asking.flushHeaders();
      cameIn.push(
        once(asking, 'continue').then(() => asking.end(JSON.stringify({ Login, Password: 'drivedesk-demo' }))),
      );
      const [reply] = (await once(asking, 'response')) as [IncomingMessage];
      answered += 1;
      reply.resume();
      // On a busy machine a password may wait for a processor for two seconds. The server then answers "retry later".
      return reply.headers['retry-after'] === '2' ? 'deferred' : reply.statusCode;
    };
    const asked = [1, 2, 3, 4, 5].flatMap(() => logins.map(signIn));
    // Connections that the server has not accepted yet are lost at its end, so they are awaited first.
    await Promise.all(cameIn);
    expect(answered).toBeLessThan(asked.length);
    const began = Date.now();
    expect(await server.stop()).toBe(0);
    // Without the server's own limit Node keeps such connections for a minute, or without limit.
    expect(Date.now() - began).toBeLessThan(30_000);
    silent.destroy();
    const answers = (await Promise.all(asked)).filter(answer => answer !== 'deferred');
    expect(answers.length).toBeGreaterThan(0);
    expect(answers).toEqual(answers.map(() => 200));
    for (const { body } of streams) expect((await body?.getReader().read())?.value).toBeDefined();
    expect(server.output()).not.toMatch(/could not|error/i);
    server = await server.again();
    expect((await fetch(`${server.address}/health`)).status).toBe(200);
  });

  it('refuses a second server on the same folder in words', async () => {
    await expect(startServer(server.dataDir)).rejects.toThrow(/Another Drivedesk already works on/);
  });
});
