import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planMemory } from '../../server/process/memory.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';
import { listen, openSender } from '../support/sockets.ts';
import { fileUpload } from '../support/upload.ts';

let app: TestApp;
let port: number;
/** Memory for bodies above 64 kB. It has room for a single picture. */
const memory = { ...planMemory(1024, 256, 2), largeBodyBytes: 40_000_000 };
beforeAll(async () => {
  app = await openTestApp(undefined, { memory });
  port = await listen(app.server);
});
afterAll(() => app.close());

const request = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
const lastRequest = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);

describe('requests of one connection that do not wait for answers', () => {
  it('are answered in their order if they are few', async () => {
    const sender = openSender(port);
    sender.write(request.repeat(3) + lastRequest);
    expect(statusesIn(await sender.closed)).toEqual(['200', '200', '200', '200']);
  });

  it('are refused in both languages if they are many, after those before them', async () => {
    const sender = openSender(port);
    sender.write(request.repeat(3000));
    const answers = await sender.closed;
    expect(statusesIn(answers)).toEqual(['200', '200', '200', '200', '503']);
    expect(answers).toMatch(/Retry-After: 1\r\n/);
    expect(answers).toMatch(/"Message":"Сервер .* \/ The server is busy[^"]*","Code":"OVERLOADED"/);
  });

  it('are ignored after a refused one, although an earlier one is answered meanwhile', async () => {
    const company = await app.given.company();
    const { token } = await app.given.account(company, 'OPERATOR');
    const key = await app.given.platformKey(company);
    const stream = `GET /api/v3/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const quarantined = async () =>
      (await app.connection.pool.query('select from quarantine where company_id = $1', [company])).rowCount;
    const message = (Imei: string) => {
      const text = JSON.stringify({ MessageId: Imei, Imei, Positions: [] });
      return `POST /api/statistic/webhook HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
    };
    const connected = new Promise<Socket>(done => app.server.server.once('connection', done));
    const sender = openSender(port);
    const serverSocket = await connected;
    // The stream of events does not end, so the refusal behind it is not sent yet.
    sender.write(request.repeat(3) + stream + request);
    await expect.poll(() => sender.text()).toContain('event: ready');
    const bytesRead = serverSocket.bytesRead;
    const late = message(makeImei(940_001));
    sender.write(late);
    await expect.poll(() => serverSocket.bytesRead).toBe(bytesRead + late.length);
    const other = openSender(port);
    other.write(message(makeImei(940_002)));
    await expect.poll(() => statusesIn(other.text())).toEqual(['200']);
    expect(await quarantined()).toBe(1);
    other.socket.destroy();
    sender.socket.destroy();
  });

  it('may be any number if each waits for the answer before it', async () => {
    const sender = openSender(port);
    for (let sent = 1; sent <= 30; sent++) {
      sender.write(request);
      await expect.poll(() => statusesIn(sender.text()).length).toBe(sent);
    }
    expect(new Set(statusesIn(sender.text()))).toEqual(new Set(['200']));
    sender.socket.destroy();
  });

  it('leave no memory reserved for their bodies if the connection is lost', async () => {
    const company = await app.given.company();
    const { token } = await app.given.account(company, 'OPERATOR');
    const key = await app.given.platformKey(company);
    const stream = `GET /api/v3/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const message = `POST /api/statistic/webhook HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`;
    const half = `${message}Content-Type: application/json\r\nContent-Length: 15000000\r\n\r\n{`;
    for (let round = 0; round < 4; round++) {
      const sender = openSender(port);
      sender.write(stream + half);
      await expect.poll(() => sender.text()).toContain('event: ready');
      sender.socket.resetAndDestroy();
    }
    const photo = fileUpload('a.png', Buffer.alloc(14_000_000));
    const send = () => app.as(token)('POST', '/api/v2/Account/picture', undefined, photo);
    await expect.poll(async () => (await send()).status).toBe(415);
  });
});
