// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkError } from '../../../../src/components/chunk.ts';
import { setReachable } from '../../../../src/layout/failures/connection.ts';
import { patient } from '../../../../src/routes/patient.ts';
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
    await expect(patient(() => Promise.reject(new TypeError('gone')))()).rejects.toBeInstanceOf(ChunkError);
  });

  it('is asked for once more when a lost connection is back', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    let tries = 0;
    const page = patient(async () => {
      tries += 1;
      if (tries === 1) throw new TypeError('offline');
      return 'page';
    })();
    await new Promise(done => setTimeout(done, 20));
    expect(tries).toBe(1);
    setReachable(true);
    expect(await page).toBe('page');
  });
});
