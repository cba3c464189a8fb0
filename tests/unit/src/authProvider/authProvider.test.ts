// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readToken, saveToken } from '../../../../src/api/token.ts';
import { createAuthProvider } from '../../../../src/authProvider/index.ts';

const at = (path: string) => `${window.location.origin}${path}`;
const token = { Token: 'abc', ExpiresAt: '2026-01-15T09:30:00.000Z' };
const account = { Id: 7, FullName: 'Анна Ковалёва', Pic: null, Roles: ['OPERATOR'] };
const asked = vi.fn();
const credentials = vi.fn();

const server = setupServer(
  http.post(at('/api/v2/Auth'), async ({ request }) => {
    credentials(await request.json());
    return HttpResponse.json(token);
  }),
  http.get(at('/api/v2/Account/info'), () => {
    asked();
    return HttpResponse.json(account);
  }),
);

// Node's fetch takes only whole URLs. A browser adds the origin itself.
const plainFetch = globalThis.fetch;
beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  const intercepted = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => intercepted(at(input), init));
});
afterEach(() => server.resetHandlers());
afterAll(() => {
  server.close();
  globalThis.fetch = plainFetch;
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.clearAllMocks();
});

const provider = () => createAuthProvider(new QueryClient());

describe('the auth provider', () => {
  it.each([
    [true, 'localStorage'],
    [false, 'sessionStorage'],
  ] as const)('signs in; remembered: %s → %s', async (remember, store) => {
    await provider().login({ email: ' a@b.ru ', password: 'secret', remember });
    expect(credentials).toHaveBeenCalledWith({ Login: 'a@b.ru', Password: 'secret', Remember: remember });
    expect(window[store].getItem('tokens')).toBe(JSON.stringify(token));
  });

  it("fails with the server's own words and keeps nothing", async () => {
    server.use(http.post(at('/api/v2/Auth'), () => HttpResponse.json({ Message: 'Неверный пароль' }, { status: 401 })));
    await expect(provider().login({ email: 'a@b.ru', password: 'x', remember: true })).rejects.toThrow(
      'Неверный пароль',
    );
    expect(readToken()).toBeUndefined();
  });

  it('signs out where the server says 200', async () => {
    const tokens: (string | null)[] = [];
    server.use(
      http.get(at('/api/v1/logoff'), ({ request }) => {
        tokens.push(request.headers.get('Authorization'));
        return HttpResponse.json({});
      }),
    );
    saveToken(token, true);
    await provider().logout({});
    expect([tokens, readToken()]).toEqual([['Bearer abc'], undefined]);
  });

  it('signs out where the session had ended before', async () => {
    server.use(http.get(at('/api/v1/logoff'), () => HttpResponse.json({ Message: 'Войдите' }, { status: 401 })));
    saveToken(token, true);
    await provider().logout({});
    expect(readToken()).toBeUndefined();
  });

  it.each([
    ['answers 500', () => HttpResponse.json({ Message: 'Сбой' }, { status: 500 })],
    ['answers 202', () => HttpResponse.json({}, { status: 202 })],
    ['cannot be reached', () => HttpResponse.error()],
    ['does not answer within seconds', () => new Promise<never>(() => undefined)],
  ] as const)(
    'stays signed in and says so when the server %s; leaving this device only is still possible',
    async (_, answer) => {
      server.use(http.get(at('/api/v1/logoff'), answer));
      saveToken(token, true);
      const tell = vi.fn();
      const auth = createAuthProvider(new QueryClient(), tell);
      await expect(auth.logout({})).rejects.toBeDefined();
      expect(tell).toHaveBeenCalledOnce();
      expect(readToken()).toBe('abc');
      await auth.logout({ deviceOnly: true });
      expect(readToken()).toBeUndefined();
    },
  );

  it('lets only a holder of a token in', async () => {
    await expect(provider().checkAuth({})).rejects.toBeDefined();
    saveToken(token, false);
    await expect(provider().checkAuth({})).resolves.toBeUndefined();
  });

  it('ends the session at 401 and at nothing else', async () => {
    saveToken(token, false);
    await provider().checkError({ status: 403 });
    await provider().checkError(new Error('offline'));
    expect(readToken()).toBe('abc');
    await expect(provider().checkError({ status: 401 })).rejects.toBeDefined();
    expect(readToken()).toBeUndefined();
  });

  it('asks once who is signed in', async () => {
    saveToken(token, false);
    const client = new QueryClient();
    const auth = createAuthProvider(client);
    expect(await auth.getPermissions?.({})).toEqual(['OPERATOR']);
    expect(await auth.canAccess?.({ resource: 'vouchers', action: 'list' })).toBe(false);
    expect(asked).toHaveBeenCalledTimes(1);
    // The query key is fixed.
    expect(client.getQueryData(['account', 'info'])).toMatchObject({ Id: 7 });
  });

  it('stays as it is known when the server does not answer or the session has ended, so that no form is left', async () => {
    saveToken(token, false);
    const client = new QueryClient();
    const auth = createAuthProvider(client);
    const mayRead = () => auth.canAccess?.({ resource: 'accidents-opened', action: 'list' });
    expect(await mayRead()).toBe(true);
    for (const status of [401, 503]) {
      server.use(http.get(at('/api/v2/Account/info'), () => HttpResponse.json({}, { status })));
      await client.invalidateQueries({ refetchType: 'none' });
      expect(await mayRead()).toBe(true);
      // The failure was a moment ago.
      expect(await mayRead()).toBe(true);
    }
  });

  it('gives access as the resource says', async () => {
    saveToken(token, false);
    const can = (resource: string) => provider().canAccess?.({ resource, action: 'list' });
    expect(await can('accidents-opened')).toBe(true);
    expect(await can('vouchers')).toBe(false);
  });

  it('gives access to what is done with records as the resource says, and to nothing that nobody may do', async () => {
    saveToken(token, false);
    const can = (resource: string, action: string) => provider().canAccess?.({ resource, action });
    const actions = ['list', 'show', 'export', 'create', 'edit', 'delete'];
    const given = await Promise.all(actions.map(action => can('installationCenters', action)));
    expect(given).toEqual([true, true, true, false, false, false]);
    expect(await Promise.all(actions.map(action => can('accidents', action)))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
