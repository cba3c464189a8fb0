import sharp from 'sharp';
import { afterEach, expect, it, vi } from 'vitest';
import { reencodePicture } from '../../../../../server/modules/images/service.ts';

afterEach(() => vi.useRealTimers());

const jpeg = (side: number, progressive: boolean) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
    .jpeg({ progressive })
    .toBuffer();
const small = await jpeg(100, false);
/** A picture that the decoder keeps whole in memory. Its turn takes a thread. */
const large = await jpeg(4000, true);
const person = (accountId: number) => ({ accountId, companyId: accountId });

it('draws other pictures while a large one waits for the slot of a thread, and refuses the large one in the end', async () => {
  let asked = () => {};
  const hasAsked = new Promise<void>(done => {
    asked = done;
  });
  // All threads are busy with files.
  const reserve = <T>(_work: () => Promise<T>, signal?: AbortSignal) =>
    new Promise<T>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      asked();
    });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refused = expect(
    reencodePicture(large, 'large', { owner: person(1), reserveMemory: reserve }),
  ).rejects.toMatchObject({
    code: 'OVERLOADED',
    details: { retryAfterS: 20 },
  });
  await hasAsked;
  const drawn = await reencodePicture(small, 'small', { owner: person(2), reserveMemory: reserve });
  expect(drawn.width).toBe(100);
  await vi.advanceTimersByTimeAsync(20_000);
  await refused;
});

it('refuses a picture that waited 20 s for its turn, and draws the next one when the turn is free', async () => {
  let end = () => {};
  let begun = () => {};
  const hasBegun = new Promise<void>(done => {
    begun = done;
  });
  const ended = new Promise<void>(done => {
    end = done;
  });
  // The decoder of this picture is busy.
  const reserve = <T>(work: () => Promise<T>): Promise<T> =>
    work().then(async result => {
      begun();
      await ended;
      return result;
    });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const first = reencodePicture(large, 'large', { owner: person(1), reserveMemory: reserve });
  await hasBegun;
  const refused = expect(
    reencodePicture(small, 'small', { owner: person(2), reserveMemory: reserve }),
  ).rejects.toMatchObject({
    code: 'OVERLOADED',
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await refused;
  end();
  await first;
  expect((await reencodePicture(small, 'small', { owner: person(2), reserveMemory: reserve })).width).toBe(100);
});
