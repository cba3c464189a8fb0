import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchContext } from '../../../../../src/components/map/useGlMap.ts';

const listeners = new Map<string, () => void>();
const map = {
  on: (name: string, listener: () => void) => {
    listeners.set(name, listener);
    return { unsubscribe: () => listeners.delete(name) };
  },
} as unknown as Parameters<typeof watchContext>[0];
const fire = (name: string) => listeners.get(name)?.();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  listeners.clear();
});

it('a map that lost WebGL for good gives way to the drawing', () => {
  const onLost = vi.fn();
  watchContext(map, onLost);
  fire('webglcontextlost');
  expect(onLost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3000);
  expect(onLost).toHaveBeenCalledTimes(1);
});

it('a map that got WebGL back in time stays, and so does one that was left', () => {
  const onLost = vi.fn();
  const stop = watchContext(map, onLost);
  fire('webglcontextlost');
  fire('webglcontextrestored');
  vi.advanceTimersByTime(10_000);
  fire('webglcontextlost');
  stop();
  vi.advanceTimersByTime(10_000);
  expect([onLost.mock.calls, listeners.size]).toEqual([[], 0]);
});
