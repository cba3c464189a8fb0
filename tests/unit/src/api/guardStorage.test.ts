// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { guardStorage } from '../../../../src/api/guardStorage.ts';
import { readPersonal, writePersonal } from '../../../../src/components/personal.ts';

const own = ['localStorage', 'sessionStorage'] as const;
const natives = own.map(kind => window[kind]);
const nativeSet = Storage.prototype.setItem;
afterEach(() => {
  own.forEach((kind, at) => void Object.defineProperty(window, kind, { value: natives[at], configurable: true }));
  Storage.prototype.setItem = nativeSet;
  localStorage.clear();
});

it('keeps what was written in memory when the storage is full, says so once, and deletes from both', async () => {
  localStorage.setItem('theme', 'dark');
  localStorage.setItem('tokens', 'old');
  // The module stores the browser's own method when it loads.
  const full = vi.fn(function set(this: Storage, key: string, value: string) {
    if (value.length > 10) throw new DOMException('full', 'QuotaExceededError');
    nativeSet.call(this, key, value);
  });
  Storage.prototype.setItem = full;
  vi.resetModules();
  const fresh = await import('../../../../src/api/guardStorage.ts');
  const onFault = vi.fn();
  fresh.guardStorage(onFault);
  expect(writePersonal('me', 'note', 'short')).toBe(true);
  // The first value that does not fit, and one after memory has replaced the storage.
  for (const name of ['note', 'draft']) expect(writePersonal('me', name, 'a much longer text')).toBe(false);
  expect(readPersonal('me', 'note')).toBe('a much longer text');
  for (const name of ['note', 'draft']) expect(writePersonal('me', name, undefined)).toBe(true);
  const [real] = natives;
  localStorage.setItem('tokens', 'a much longer one');
  localStorage.setItem('draft', 'a much longer text');
  localStorage.setItem('short', 'fits');
  expect(onFault.mock.calls).toEqual([['full']]);
  expect([localStorage.getItem('tokens'), localStorage.getItem('draft')]).toEqual([
    'a much longer one',
    'a much longer text',
  ]);
  expect(Object.keys(localStorage).sort()).toEqual(['draft', 'short', 'theme', 'tokens']);
  // After a reload there is no older value, and values that fit are stored.
  expect([real?.getItem('tokens'), real?.getItem('short')]).toEqual([null, 'fits']);
  localStorage.removeItem('theme');
  localStorage.removeItem('tokens');
  expect([real?.getItem('theme'), localStorage.getItem('tokens'), localStorage.length]).toEqual([null, null, 2]);
});

it('works in memory where the browser blocks storage, and says so', () => {
  for (const kind of own)
    Object.defineProperty(window, kind, {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  const onFault = vi.fn();
  guardStorage(onFault);
  localStorage.setItem('a', '1');
  expect([localStorage.getItem('a'), sessionStorage.getItem('a'), localStorage.key(0)]).toEqual(['1', null, 'a']);
  expect(onFault.mock.calls).toEqual([['blocked'], ['blocked']]);
});
