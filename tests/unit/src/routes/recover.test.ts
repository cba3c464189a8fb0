// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdUnsaved } from '../../../../src/authProvider/unsaved.ts';
import { ChunkError, fetchPart, onMissingPart } from '../../../../src/fetchPart.ts';
import { setReachable } from '../../../../src/layout/failures/connection.ts';
import { recoverPart } from '../../../../src/routes/recover.ts';
import { reloadOnce } from '../../../../src/routes/reloadOnce.ts';

const build = (name: string) => {
  document.head.innerHTML = `<script type="module" src="/static/js/${name}.js"></script>`;
};

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
      recoverPart(() => Promise.reject(new TypeError('gone')), new TypeError('gone')),
    ).rejects.toBeInstanceOf(ChunkError);
  });

  it('does not cost what was typed: the page is left standing, and the failure is told', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}'));
    const drop = holdUnsaved();
    await expect(recoverPart(vi.fn(), new TypeError('gone'))).rejects.toBeInstanceOf(ChunkError);
    // Nothing was reloaded, so the one reload of this build is still to be had.
    expect(reloadOnce(() => undefined)).toBe(true);
    drop();
  });

  it('is asked for once more when a lost connection is back', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    const load = vi.fn(async () => 'page');
    const page = recoverPart(load, new TypeError('offline'));
    await new Promise(done => setTimeout(done, 20));
    expect(load).not.toHaveBeenCalled();
    setReachable(true);
    expect(await page).toBe('page');
  });

  it('is any part: page, panel, filter or curve', async () => {
    onMissingPart(async load => load());
    const load = vi.fn().mockRejectedValueOnce(new TypeError('gone')).mockResolvedValue('part');
    expect(await fetchPart(load)).toBe('part');
  });
});
