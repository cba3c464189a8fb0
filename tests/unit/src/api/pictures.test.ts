// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { acquirePicture, forgetPictures } from '../../../../src/api/pictures.ts';

const fetched = vi.fn();
const made = new Set<string>();
const bytesOf: Record<string, number> = {};

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    fetched(address);
    return { ok: true, headers: new Headers(), blob: async () => ({ size: bytesOf[address] ?? 10 }) };
  });
  URL.createObjectURL = () => {
    const url = `blob:${fetched.mock.calls.length}`;
    made.add(url);
    return url;
  };
  URL.revokeObjectURL = url => void made.delete(url);
});
afterEach(() => {
  forgetPictures();
  vi.clearAllMocks();
});

it('a picture is fetched once for all who show it, and again for nobody', async () => {
  const [one, other] = [acquirePicture('avatar', 1), acquirePicture('avatar', 1)];
  expect(await one.address).toBe(await other.address);
  one.release();
  other.release();
  await acquirePicture('avatar', 1).address;
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('pictures nobody shows are kept up to 20 MB; the one shown longest ago goes first', async () => {
  for (const id of [1, 2, 3]) {
    bytesOf[`/api/v2/Image/accident/${id}`] = 8 * 1024 * 1024;
    const { address, release } = acquirePicture('accident', id);
    await address;
    release();
  }
  expect(made.size).toBe(2);
  for (const id of [2, 3, 1]) await acquirePicture('accident', id).address;
  expect(fetched).toHaveBeenCalledTimes(4);
});

it('one that nobody waits for any more is not kept, and one that failed is asked for again', async () => {
  acquirePicture('avatar', 5).release();
  await acquirePicture('avatar', 5).address;
  expect(fetched).toHaveBeenCalledTimes(2);
  vi.stubGlobal('fetch', async () => ({ ok: false, status: 500, json: async () => ({}) }));
  await expect(acquirePicture('avatar', 6).address).rejects.toThrow();
  await expect(acquirePicture('avatar', 6).address).rejects.toThrow();
});

it('none is left for the next person', async () => {
  await acquirePicture('avatar', 1).address;
  const loading = acquirePicture('avatar', 2);
  forgetPictures();
  await expect(loading.address).rejects.toThrow();
  expect(made.size).toBe(0);
  await acquirePicture('avatar', 1).address;
  expect(fetched).toHaveBeenCalledTimes(3);
});
