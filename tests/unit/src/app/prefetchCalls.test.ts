// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveToken } from '../../../../src/api/token.ts';
import { prefetchCalls } from '../../../../src/app/prefetchCalls.ts';
import { queryClient } from '../../../../src/app/queryClient.ts';
import { fetchAccount } from '../../../../src/authProvider/account.ts';

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
