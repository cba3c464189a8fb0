// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';

const token = { Token: 'abc', ExpiresAt: '2026-01-15T09:30:00.000Z' };

/** Loads the modules again, as after a reload. */
const load = async () => {
  vi.resetModules();
  const session = await import('../../../../src/api/session.ts');
  const store = await import('../../../../src/api/token.ts');
  const unsaved = await import('../../../../src/api/unsaved.ts');
  return { ...session, ...store, ...unsaved };
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('a session the server no longer knows', () => {
  it('is over when nothing was typed', async () => {
    const { saveToken, endSession, isPaused, readToken } = await load();
    saveToken(token, true);
    expect(endSession()).toBe(false);
    expect([isPaused(), readToken()]).toEqual([false, undefined]);
  });

  it('is paused when something was typed, until one signs in again', async () => {
    const { saveToken, endSession, isPaused, readToken, registerUnsaved, wasRemembered } = await load();
    saveToken(token, true);
    registerUnsaved();
    expect(endSession()).toBe(true);
    expect([isPaused(), readToken(), wasRemembered()]).toEqual([true, undefined, true]);
    saveToken(token, true);
    expect(isPaused()).toBe(false);
  });

  it('is over when what was typed was saved or left', async () => {
    const { saveToken, endSession, registerUnsaved } = await load();
    saveToken(token, false);
    registerUnsaved()();
    expect(endSession()).toBe(false);
  });

  it('can be given up', async () => {
    const { saveToken, endSession, isPaused, leaveSession, registerUnsaved } = await load();
    saveToken(token, false);
    registerUnsaved();
    endSession();
    leaveSession();
    expect(isPaused()).toBe(false);
  });

  const elsewhere = (why: 'expired' | undefined) => {
    if (why) localStorage.setItem('tokensEnded', why);
    localStorage.removeItem('tokens');
    window.dispatchEvent(new StorageEvent('storage', { key: 'tokens', newValue: null }));
  };

  it('that ran out in another tab is paused here when something was typed here; signing out there ends it', async () => {
    for (const [why, paused] of [
      ['expired', true],
      [undefined, false],
    ] as const) {
      const { saveToken, isPaused, registerUnsaved } = await load();
      saveToken(token, true);
      registerUnsaved();
      elsewhere(why);
      expect(isPaused()).toBe(paused);
    }
  });
});
