import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../src/contract/index.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

describe('what a browser keeps', () => {
  it('is the answer of no call: neither the next person nor the button “back” finds one', async () => {
    const { token } = await app.given.account(await app.given.company(), 'SUPERUSER');
    const asked = Object.keys(calls).filter(name => name.startsWith('GET') && !/events|logoff/.test(name));
    expect(asked.length).toBeGreaterThan(40);
    for (const name of asked) {
      const address = name
        .slice(4)
        .replace('{status}', 'opened')
        .replace('{type}', 'avatar')
        .replace(/\{\w+\}/g, '1');
      const { headers } = await app.as(token)('GET', address);
      expect(headers['cache-control'], name).toBe('no-store');
      expect(headers.vary, name).toMatch(/(^|, )Authorization(,|$)/i);
    }
  });

  it('is to come by TLS alone, where the cabinet is reached by TLS', async () => {
    expect((await app.anonymous('GET', '/health')).headers).not.toHaveProperty('strict-transport-security');
    const tls = await openTestApp(undefined, {
      site: { publicUrl: 'https://cabinet.example.test', registration: false, passwordReset: true },
    });
    expect((await tls.anonymous('GET', '/health')).headers['strict-transport-security']).toBe('max-age=31536000');
    await tls.close();
  });
});
