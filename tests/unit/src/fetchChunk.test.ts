import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkError, chunkTimeoutMs, isChunkError, withinTime } from '../../../src/fetchChunk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a part of the program', () => {
  it('has 120,000 ms to arrive', async () => {
    expect(chunkTimeoutMs).toBe(120_000);
    const failed = vi.fn();
    withinTime(() => new Promise(() => undefined)).catch(failed);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(ChunkError);
  });

  it('is handed on when it is there, and its own failure when it fails', async () => {
    expect(await withinTime(async () => 'here')).toBe('here');
    await expect(withinTime(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('is known to be missing by what each browser calls it, script or stylesheet', () => {
    for (const message of [
      'Failed to fetch dynamically imported module: https://a/static/js/b.js',
      'error loading dynamically imported module',
      'Importing a module script failed.',
      'Unable to preload CSS for /static/css/b.css',
    ])
      expect(isChunkError(new TypeError(message))).toBe(true);
    expect(isChunkError(new TypeError('x is not a function'))).toBe(false);
  });
});
