// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteToken, onTokenChange, readToken, saveToken } from '../../../src/authProvider/token.ts';
import { queryClient } from '../../../src/queryClient.ts';
import { followToken } from '../../../src/routes/followToken.ts';

const token = { Token: 'abc', ExpiresAt: '' };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => queryClient.clear());

describe('queries', () => {
  it('do not retry, do not refetch on window focus, and have infinite stale time', () => {
    expect(queryClient.getDefaultOptions().queries).toMatchObject({
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
    });
  });

  it('are all invalidated when a token is set and when it is deleted', async () => {
    const stop = onTokenChange(() => void followToken());
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
    const { QueryObserver } = await import('@tanstack/react-query');
    const stop = new QueryObserver(queryClient, { queryKey: ['b'], queryFn: asked }).subscribe(() => undefined);
    await vi.waitFor(() => expect(queryClient.getQueryData(['b'])).toBe(1));
    saveToken(token, true);
    await followToken();
    expect(asked).toHaveBeenCalledTimes(2);
    stop();
  });
});
