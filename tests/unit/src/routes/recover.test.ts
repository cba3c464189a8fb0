// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerUnsaved } from '../../../../src/api/unsaved.ts';
import { recoverChunk, reloadOnce } from '../../../../src/app/recover.ts';
import { setReachable } from '../../../../src/feedback/connection.ts';
import { ChunkError, fetchChunk, onMissingChunk } from '../../../../src/fetchChunk.ts';
import { savedLocation, storeLocation } from '../../../../src/routes/lastLocation.ts';
import { putScript } from '../../../support/page.ts';

describe('recover', () => {
  const build = (name: string) => putScript(`/static/js/${name}.js`);

  beforeEach(() => {
    sessionStorage.clear();
    build('index-1');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    setReachable(true);
  });

  describe('a page whose program does not come', () => {
    it('is loaded anew once for one build, then the failure is told', () => {
      const reload = vi.fn();
      expect([reloadOnce(reload), reloadOnce(reload)]).toEqual([true, false]);
      build('index-2');
      expect(reloadOnce(reload)).toBe(true);
      expect(reload).toHaveBeenCalledTimes(2);
    });

    it('fails as a missing part when the server is there and a reload has been tried', async () => {
      vi.stubGlobal('fetch', async () => new Response('{}'));
      reloadOnce(() => undefined);
      await expect(
        recoverChunk(() => Promise.reject(new TypeError('gone')), new TypeError('gone')),
      ).rejects.toBeInstanceOf(ChunkError);
    });

    it.each([
      [404, true],
      [500, false],
      [200, false],
    ])('is a newer version only if its file is not there: %i', async (status, isGone) => {
      vi.stubGlobal('fetch', async (_: string, { method } = { method: 'GET' }) =>
        method === 'HEAD' ? new Response(null, { status }) : new Response('{}'),
      );
      reloadOnce(() => undefined);
      const cause = new TypeError('Failed to fetch dynamically imported module: http://localhost/static/js/Page-1.js');
      await expect(recoverChunk(() => Promise.reject(cause), cause)).rejects.toMatchObject({ isGone });
    });

    it('does not cost what was typed: the page is left standing, and the failure is told', async () => {
      vi.stubGlobal('fetch', async () => new Response('{}'));
      const drop = registerUnsaved();
      await expect(recoverChunk(vi.fn(), new TypeError('gone'))).rejects.toBeInstanceOf(ChunkError);
      // Nothing was reloaded, so this build may still reload once.
      expect(reloadOnce(() => undefined)).toBe(true);
      drop();
    });

    it('is asked for again each time the lost connection is back; a server that brings no page is no reason to reload', async () => {
      // A server that is shutting down still answers some calls.
      vi.stubGlobal('fetch', async (address: string) =>
        address.endsWith('/health') ? new Response('{}') : new Response('', { status: 503 }),
      );
      const load = vi.fn(async () => 'page').mockRejectedValueOnce(new TypeError('offline'));
      const page = recoverChunk(load, new TypeError('offline'));
      await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
      expect(await page).toBe('page');
      expect(reloadOnce(() => undefined)).toBe(true);
    });

    it('is any part: page, panel, filter or curve', async () => {
      onMissingChunk(async load => load());
      const load = vi.fn().mockRejectedValueOnce(new TypeError('gone')).mockResolvedValue('part');
      expect(await fetchChunk(load)).toBe('part');
    });
  });
});

describe('last location', () => {
  beforeEach(() => sessionStorage.clear());

  describe('the last location', () => {
    it('is kept with its query outside /auth', () => {
      storeLocation('/cabinet/cards/list/', '?page=2');
      storeLocation('/auth/login/', '');
      storeLocation('/login', '');
      expect(sessionStorage.getItem('lastLocation')).toBe('/cabinet/cards/list/?page=2');
      expect(savedLocation()).toBe('/cabinet/cards/list/?page=2');
    });

    it('keeps the object of a voucher that is scored', () => {
      storeLocation('/cabinet/scoring/17/', '?voucherObjectId=o-1');
      expect(savedLocation()).toBe('/cabinet/scoring/17/?voucherObjectId=o-1');
    });

    it('is the work desk where nothing was kept, or something that is no path of ours', () => {
      expect(savedLocation()).toBe('/cabinet/dashboard/');
      for (const unusable of [
        '/',
        '//evil.example/',
        'https://evil.example/',
        '/\\evil.example',
        '/auth/login/',
        '/login',
      ]) {
        sessionStorage.setItem('lastLocation', unusable);
        expect(savedLocation()).toBe('/cabinet/dashboard/');
      }
    });
  });
});
