// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendInPieces } from '../../../../../src/custom-pages/accidents/images/sendInPieces.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sends a photo to a server that answers its first call with `first`, and other calls normally. */
const send = async (first: () => Response) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (asked.length === 1) return first();
    return Response.json({ UploadId: 'u', Received: 3 });
  });
  const waited: unknown[] = [];
  const sending = sendInPieces(1, new File(['abc'], 'a.jpg'), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onWaiting: failure => waited.push(failure),
  }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  return { end: await sending, waited, asked: asked.length };
};
const failing = (status: number) => () => Response.json({ Message: 'Сбой', TraceId: 't' }, { status });

it('a photo goes on by itself where the server is away for the moment, which is told', async () => {
  const { end, waited } = await send(failing(503));
  expect(end).toBeUndefined();
  expect(waited[0]).toMatchObject({ status: 503, message: 'Сбой' });
  expect(waited.at(-1)).toBeUndefined();
});

it('a photo that a fault of the server stops is told at once, not tried for minutes', async () => {
  const { end, waited, asked } = await send(failing(500));
  expect(end).toMatchObject({ status: 500, message: 'Сбой' });
  expect([waited, asked]).toEqual([[], 1]);
});
