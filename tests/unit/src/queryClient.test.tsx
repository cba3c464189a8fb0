// @vitest-environment jsdom
import { focusManager, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, api } from '../../../src/api/client.ts';
import { endSession, leaveSession } from '../../../src/api/session.ts';
import { deleteToken, onTokenChange, readToken, saveToken } from '../../../src/api/token.ts';
import { registerUnsaved } from '../../../src/api/unsaved.ts';
import { queryClient } from '../../../src/app/queryClient.ts';
import { refreshForNewToken } from '../../../src/app/useSessionRouter.tsx';
import { accountQuery } from '../../../src/authProvider/account.ts';
import { createAuthProvider } from '../../../src/authProvider/index.ts';
import { addPendingRemoval, isPendingRemoval } from '../../../src/dataProvider/pendingRemovals.ts';
import { simpleRest } from '../../../src/dataProvider/simpleRest.ts';
import { handleFailure } from '../../../src/feedback/failures.ts';
import { commitUndoableToasts, showToast } from '../../../src/feedback/toasts.ts';
import { keepRecent } from '../../../src/layout/search/SearchPanel.tsx';
import { readSources } from '../../support/imports.ts';

const token = { Token: 'abc', ExpiresAt: '' };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => queryClient.clear());

describe('queries', () => {
  it('do not retry, do not refetch on window focus, and have infinite stale time', async () => {
    vi.useFakeTimers();
    const failing = vi.fn(() => Promise.reject(new Error('no')));
    const query = vi.fn(async () => 1);
    const mutation = vi.fn(() => Promise.reject(new Error('no')));
    const observe = (queryFn: () => Promise<unknown>, name: string) =>
      new QueryObserver(queryClient, { queryKey: [name], queryFn }).subscribe(() => undefined);
    const stops = [observe(failing, 'failing'), observe(query, 'answered')];
    new MutationObserver(queryClient, { mutationFn: mutation }).mutate().catch(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([failing, query, mutation].map(each => each.mock.calls.length)).toEqual([1, 1, 1]);
    // One observer stays, because the cache removes entries without an observer.
    await vi.advanceTimersByTimeAsync(365 * 24 * 3_600_000);
    expect(queryClient.getDefaultOptions().queries?.refetchOnWindowFocus).toBe(false);
    for (const isFocused of [false, true]) focusManager.setFocused(isFocused);
    stops.push(observe(query, 'answered'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(query).toHaveBeenCalledTimes(1);
    for (const stop of stops) stop();
    focusManager.setFocused(undefined);
    vi.useRealTimers();
  });

  it('have no other stale time anywhere, and none but who is signed in is asked again', () => {
    const sources = readSources('src');
    const having = (pattern: RegExp) =>
      sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path.replace('src/', ''));
    expect(having(/\bstaleTime: (?!Number\.POSITIVE_INFINITY)/)).toEqual([]);
    expect(having(/\brefetchOnMount\b/)).toEqual([]);
    expect(having(/\bretry: (true|\d)/)).toEqual(['app/useSessionRouter.tsx']);
    expect(having(/\brefetchOnWindowFocus: (?!false)/)).toEqual([]);
    // Only queries of jobs that have not ended are repeated at an interval.
    expect(having(/\brefetchInterval: /).sort()).toEqual([
      'custom-pages/accidents/dossier/queries.ts',
      'custom-pages/exports/ExportsPage.tsx',
      'custom-pages/exports/Schedules.tsx',
      'custom-pages/scoring/list/ScoringList.tsx',
      'custom-pages/voucher-import/queries.ts',
      'screens/bulk/useBulkChange.ts',
      'screens/list/export/ExportStatus.tsx',
    ]);
    // Checks that the patterns find what they are meant for.
    expect(having(/\bstaleTime: Number\.POSITIVE_INFINITY/)).toContain('app/queryClient.ts');
  });

  it('are all invalidated when a token is set and when it is deleted', async () => {
    const stop = onTokenChange(() => void refreshForNewToken());
    const stale = () => queryClient.getQueryState(['a'])?.isInvalidated;
    queryClient.setQueryData(['a'], 1);
    expect(stale()).toBe(false);
    saveToken(token, true);
    expect(stale()).toBe(true);
    queryClient.setQueryData(['a'], 2);
    expect(stale()).toBe(false);
    deleteToken();
    expect([stale(), readToken()]).toEqual([true, undefined]);
    stop();
  });

  it('go on under the new token: what is looked at is asked again', async () => {
    const asked = vi.fn(async () => 1);
    const stop = new QueryObserver(queryClient, { queryKey: ['b'], queryFn: asked }).subscribe(() => undefined);
    await vi.waitFor(() => expect(queryClient.getQueryData(['b'])).toBe(1));
    saveToken(token, true);
    await refreshForNewToken();
    expect(asked).toHaveBeenCalledTimes(2);
    stop();
  });

  it('take a removal back that could still be undone: it would be made in the name of who signs in next', async () => {
    const stop = onTokenChange(() => void refreshForNewToken());
    const remove = vi.fn();
    saveToken(token, true);
    showToast({ kind: 'info', heading: 'removed', undoable: remove });
    addPendingRemoval('installationCenters', 7);
    deleteToken();
    saveToken({ Token: 'of another', ExpiresAt: '' }, true);
    commitUndoableToasts();
    expect(remove).not.toHaveBeenCalled();
    expect(isPendingRemoval('installationCenters', 7)).toBe(false);
    stop();
  });

  it('leave nothing of a person in the browser when the token is deleted, unless the session is only paused', async () => {
    const stop = onTokenChange(() => void refreshForNewToken());
    const leave = (typed: boolean) => {
      saveToken(token, true);
      localStorage.setItem('RaStoredrivedesk.vouchers.selectedIds', '[1]');
      keepRecent(7, 'Ёлкина');
      const drop = typed ? registerUnsaved() : undefined;
      endSession();
      drop?.();
      return Object.keys(localStorage).filter(key => /^own|selectedIds/.test(key));
    };
    expect(leave(true)).toHaveLength(2);
    leaveSession();
    expect(Object.keys(localStorage)).toEqual([]);
    expect(leave(false)).toEqual([]);
    stop();
  });
});

describe('somebody signs in over the page', () => {
  const reload = vi.fn();
  beforeEach(() => {
    reload.mockClear();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.stubGlobal('location', { ...window.location, reload });
    saveToken(token, true);
    queryClient.setQueryData(accountQuery.queryKey, { Id: 7 } as never);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const answering = (...answers: readonly (() => Response)[]) => {
    const left = [...answers];
    vi.stubGlobal('fetch', async () => (left.length > 1 ? left.shift() : left[0])?.());
  };
  const no = () => Response.json({ Message: 'Позже' }, { status: 503 });
  const who = (Id: number) => () => Response.json({ Id, Roles: [] });
  const follow = async () => {
    const done = refreshForNewToken();
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
  };

  it.each([
    ['the same one: the page stays', [who(7)], 0],
    ['another one: nothing of the first stays', [who(8)], 1],
    ['another one, after a failure: nothing stays either', [no, who(8)], 1],
    ['the same one, after a failure: the page stays', [no, who(7)], 0],
    ['nobody can tell who: nothing stays', [no], 1],
  ])('%s', async (_, answers, reloads) => {
    answering(...answers);
    await follow();
    expect(reload).toHaveBeenCalledTimes(reloads);
  });
});

describe('a call that fails for its token', () => {
  const refusal = (of: string) => new ApiError(401, { Message: 'Войдите снова', TraceId: 't' }, of);

  it('ends the session it was made in', () => {
    saveToken(token, true);
    handleFailure(refusal('abc'));
    expect(readToken()).toBeUndefined();
  });

  it('does not end the next one', async () => {
    saveToken(token, true);
    handleFailure(refusal('the one before'));
    await createAuthProvider(queryClient).checkError(refusal('the one before'));
    expect(readToken()).toBe('abc');
  });

  it('knows its token, whichever way it was made', async () => {
    saveToken(token, true);
    vi.stubGlobal('fetch', async () => Response.json({ Message: 'Войдите снова' }, { status: 401 }));
    const failures = [api('GET /api/v2/Account/info')(), simpleRest().getOne('sessions', { id: 1 })];
    saveToken({ ...token, Token: 'next' }, true);
    for (const failure of failures) await expect(failure).rejects.toHaveProperty('token', 'abc');
    vi.unstubAllGlobals();
  });
});
