// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveToken } from '../../../../src/api/token.ts';
import { prefetchPage } from '../../../../src/app/prefetchPage.ts';
import { queryClient } from '../../../../src/app/queryClient.ts';

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
