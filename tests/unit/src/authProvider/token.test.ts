// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteToken, onTokenChange, readToken, saveToken } from '../../../../src/api/token.ts';

const token = { Token: 'abc', ExpiresAt: '2026-01-15T09:30:00.000Z' };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the token store', () => {
  it('keeps a remembered token past the session, another only within it', () => {
    saveToken(token, true);
    expect([localStorage.getItem('tokens'), sessionStorage.getItem('tokens')]).toEqual([JSON.stringify(token), null]);
    saveToken(token, false);
    expect([localStorage.getItem('tokens'), sessionStorage.getItem('tokens')]).toEqual([null, JSON.stringify(token)]);
    expect(readToken()).toBe('abc');
  });

  it('deletes it from both', () => {
    localStorage.setItem('tokens', JSON.stringify(token));
    sessionStorage.setItem('tokens', JSON.stringify(token));
    deleteToken();
    expect(readToken()).toBeUndefined();
  });

  it('takes what others wrote there for no token', () => {
    localStorage.setItem('tokens', 'not json');
    expect(readToken()).toBeUndefined();
  });

  it('tells of changes here and in another tab, until one stops listening', () => {
    const heard = vi.fn();
    const stop = onTokenChange(heard);
    saveToken(token, true);
    window.dispatchEvent(new StorageEvent('storage', { key: 'tokens' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'apptheme' }));
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    deleteToken();
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
