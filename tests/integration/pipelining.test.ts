import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { listen, openSender } from '../support/sockets.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await openTestApp();
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

  it('may be any number if each waits for the answer before it', async () => {
    const sender = openSender(port);
    for (let sent = 1; sent <= 30; sent++) {
      sender.write(request);
      await expect.poll(() => statusesIn(sender.text()).length).toBe(sent);
    }
    expect(new Set(statusesIn(sender.text()))).toEqual(new Set(['200']));
    sender.socket.destroy();
  });
});
