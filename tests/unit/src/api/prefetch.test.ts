// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, prefetchCall, send } from '../../../../src/api/client.ts';
import { deleteToken, saveToken } from '../../../../src/api/token.ts';
import { saveLanguage } from '../../../../src/i18n/locale.ts';

const info = 'GET /api/v2/Account/info';
let calls: number;

beforeEach(() => {
  calls = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    calls += 1;
    return Response.json({ Id: calls });
  });
  saveToken({ Token: 'one', ExpiresAt: '' }, true);
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('gives an answer that was asked for early to the first who asks, and to nobody else', async () => {
  prefetchCall(info);
  expect([await api(info)(), await api(info)()]).toEqual([{ Id: 1 }, { Id: 2 }]);
});

it('asks anew for somebody else', async () => {
  prefetchCall(info);
  deleteToken();
  saveToken({ Token: 'two', ExpiresAt: '' }, true);
  expect(await api(info)()).toEqual({ Id: 2 });
});

it('asks anew in another language', async () => {
  prefetchCall(info);
  saveLanguage('en');
  expect(await api(info)()).toEqual({ Id: 2 });
});

it('asks anew after a write', async () => {
  prefetchCall(info);
  await send('PUT /api/v2/Account/settings', { body: {} });
  expect(await api(info)()).toEqual({ Id: 3 });
});

it('asks anew once the answer is old', async () => {
  prefetchCall(info);
  vi.advanceTimersByTime(10_000);
  expect(await api(info)()).toEqual({ Id: 2 });
});
