// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, prefetchCall, send } from '../../../../src/api/client.ts';
import { deleteToken, saveToken } from '../../../../src/api/token.ts';
import { prefetchCalls } from '../../../../src/app/prefetchCalls.ts';
import { prefetchPage } from '../../../../src/app/prefetchPage.ts';
import { queryClient } from '../../../../src/app/queryClient.ts';
import { fetchAccount } from '../../../../src/authProvider/account.ts';
import { saveLanguage } from '../../../../src/i18n/locale.ts';

describe('prefetch calls', () => {
  const asked: string[] = [];
  beforeEach(() => {
    asked.length = 0;
    history.replaceState(null, '', '/cabinet/users/operators/');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
    localStorage.clear();
  });

  /** Simulates a visit in a browser that has last seen an account with this role. Without a role it has seen none. */
  const visitAs = async (role?: string) => {
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(new URL(address, window.location.origin).pathname);
      return Response.json({ Roles: [role] });
    });
    // A new session, so that prefetched responses of another one do not count.
    saveToken({ Token: String(role), ExpiresAt: '' }, true);
    if (role !== undefined) await fetchAccount(queryClient);
    asked.length = 0;
    prefetchCalls();
  };
  const rows = '/api/v2/Operator/table';

  it('asks for the rows of a list while the scripts load, where the account may read them', async () => {
    await visitAs('MANAGER');
    expect(asked).toEqual(['/api/v2/Account/info', '/api/v2/Account/settings', rows]);
  });

  it('does not ask for rows that the account may not read, nor before anybody knows whether it may', async () => {
    await visitAs('OPERATOR');
    expect(asked).not.toContain(rows);
    localStorage.removeItem('approles');
    await visitAs();
    expect(asked).not.toContain(rows);
  });
});

describe('prefetch page', () => {
  const asked: string[] = [];
  let roles: readonly string[];

  beforeEach(() => {
    asked.length = 0;
    vi.stubGlobal('fetch', async (address: string) => {
      const { pathname } = new URL(address, window.location.origin);
      asked.push(pathname);
      return Response.json(pathname.endsWith('/table') ? { Items: [], Total: 0 } : { Roles: roles });
    });
    history.replaceState(null, '', '/cabinet/users/operators/');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
    localStorage.clear();
  });

  const signIn = (role: string) => {
    roles = [role];
    saveToken({ Token: 'abc', ExpiresAt: '' }, true);
  };

  it('asks for account, settings and rows before anything is drawn', async () => {
    signIn('MANAGER');
    await prefetchPage();
    expect(asked.sort()).toEqual(['/api/v2/Account/info', '/api/v2/Account/settings', '/api/v2/Operator/table']);
  });

  it('does not ask for rows that the one who is signed in may not see', async () => {
    signIn('OPERATOR');
    await prefetchPage();
    expect(asked).not.toContain('/api/v2/Operator/table');
  });

  it('asks for the titles of what the rows hold by id, too', async () => {
    history.replaceState(null, '', '/cabinet/accidents/opened/');
    signIn('OPERATOR');
    await prefetchPage();
    expect(asked).toContain('/api/v2/Accident/table/opened');
    expect(asked).toContain('/api/v2/Info/statusesOfRoadAccident');
  });

  it('asks for nothing where nobody is signed in yet', async () => {
    await prefetchPage();
    expect(asked).toEqual([]);
  });
});

describe('prefetch', () => {
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
});
