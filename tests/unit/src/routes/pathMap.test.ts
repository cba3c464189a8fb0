import { describe, expect, it } from 'vitest';
import { redirectOf, toCanonical, toPublic, toPublicAddress } from '../../../../src/routes/pathMap.ts';
import { openRoutes } from '../../../../src/routes/places.ts';
import { routeTable } from '../../../../src/routes/table.ts';

const table = [...Object.values(openRoutes), ...routeTable];
const mapped = table.flatMap(({ path, canonical }) => (canonical ? [[canonical, path] as const] : []));

describe('the path map', () => {
  it.each(mapped)('leads %s to %s and back', (canonical, path) => {
    expect(toPublic(canonical)).toBe(path);
    expect(toCanonical(path)).toBe(canonical);
    expect(toCanonical(path.replace(/\/$/, ''))).toBe(canonical);
  });

  it('names the same page however often it is applied', () => {
    for (const [canonical, path] of mapped) {
      expect(toCanonical(toCanonical(path))).toBe(canonical);
      expect(toPublic(toPublic(canonical))).toBe(path);
    }
  });

  it('leaves what react-admin has no name for', () => {
    expect(toPublic('/cabinet/accidents/opened/7/abc')).toBe('/cabinet/accidents/opened/7/abc');
    expect(toCanonical('/cabinet/nowhere/')).toBe('/cabinet/nowhere/');
    // The path is no record of the vouchers, whose paths have the same prefix.
    expect(toCanonical('/cabinet/cards/import/')).toBe('/cabinet/cards/import/');
  });

  it('redirects a canonical address typed by hand, but not the root, which is public too', () => {
    expect(redirectOf('/vouchers')).toBe('/cabinet/cards/list/');
    expect(redirectOf('/accidents-closed/')).toBe('/cabinet/accidents/closed/');
    expect(redirectOf('/')).toBeUndefined();
    expect(redirectOf('/cabinet/cards/list/')).toBeUndefined();
  });

  it('keeps query and hash', () => {
    expect(toPublicAddress('/vouchers?page=2#x')).toBe('/cabinet/cards/list/?page=2#x');
    expect(toPublicAddress('?page=2')).toBe('?page=2');
  });
});
