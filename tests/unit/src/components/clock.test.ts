import { describe, expect, it, vi } from 'vitest';
import { createClock, firstIndexAfter, type Ticker } from '../../../../src/components/clock/clock.ts';
import { lastValueAt, valueAt } from '../../../../src/components/clock/interpolate.ts';
import { formatSigned } from '../../../../src/components/clock/signed.ts';

/** A ticker whose animation frames pass only on demand. */
const handTicker = () => {
  let next: ((nowMs: number) => void) | undefined;
  const ticker: Ticker = {
    request: tick => {
      next = tick;
      return 1;
    },
    cancel: () => {
      next = undefined;
    },
  };
  return { ticker, frame: (nowMs: number) => next?.(nowMs), waits: () => next !== undefined };
};

const loaded = (ticker?: Ticker) => {
  const clock = createClock({}, ticker);
  clock.load([-2, -1, 0, 0.01, 0.02, 1, 2], [-2, 2], [-1, 1]);
  return clock;
};

describe('the clock', () => {
  it('stays within what was recorded', () => {
    const clock = loaded();
    clock.seek(99);
    expect(clock.get().time).toBe(2);
    clock.seek(-99);
    expect(clock.get().time).toBe(-2);
  });

  it('keeps a moment that was chosen while the recording still loaded', () => {
    const clock = createClock();
    clock.seek(600);
    expect(clock.get().time).toBe(600);
    clock.load([0, 599.9996, 1200], [0, 1200], [0, 1200]);
    expect(clock.get().time).toBe(599.9996);
  });

  it('shows everything when it goes where the view does not reach', () => {
    const clock = loaded();
    clock.seek(1.5);
    expect(clock.get().view).toEqual([-2, 2]);
  });

  it('keeps the view while it moves within it', () => {
    const clock = loaded();
    clock.seek(0.5);
    expect(clock.get().view).toEqual([-1, 1]);
  });

  it('steps from sample to sample and stops at the last', () => {
    const clock = loaded();
    clock.step(1);
    expect(clock.get().time).toBe(0.01);
    clock.step(2);
    expect(clock.get().time).toBe(1);
    clock.step(10);
    expect(clock.get().time).toBe(2);
    clock.step(-1);
    expect(clock.get().time).toBe(1);
    clock.step(-100);
    expect(clock.get().time).toBe(-2);
  });

  it('takes a rounded moment for the sample it was rounded from', () => {
    const clock = createClock();
    clock.load([0, 1 / 3, 2 / 3], [0, 1], [0, 1]);
    clock.seek(0.333);
    clock.step(1);
    expect(clock.get().time).toBe(2 / 3);
  });

  it('does not step without samples', () => {
    const clock = createClock({ time: 3, view: [0, 9], recordingSpan: [0, 9] });
    clock.step(1);
    expect(clock.get().time).toBe(3);
  });

  it('plays at its rate and pauses at the end of the view', () => {
    const { ticker, frame, waits } = handTicker();
    const clock = loaded(ticker);
    clock.setRate(0.5);
    clock.play();
    frame(1000);
    expect(clock.get().time).toBe(0);
    frame(2000);
    expect(clock.get().time).toBe(0.5);
    frame(9000);
    expect(clock.get()).toMatchObject({ time: 1, playing: false });
    expect(waits()).toBe(false);
  });

  it('begins again when it is played from the end', () => {
    const { ticker, frame } = handTicker();
    const clock = loaded(ticker);
    clock.seek(1);
    clock.play();
    frame(0);
    expect(clock.get().time).toBe(-1);
  });

  it('a pause forgets the time that passed meanwhile', () => {
    const { ticker, frame } = handTicker();
    const clock = loaded(ticker);
    clock.play();
    frame(0);
    frame(100);
    clock.pause();
    clock.play();
    frame(60_000);
    expect(clock.get().time).toBeCloseTo(0.1);
  });

  it('opens at the peak and comes back to it', () => {
    const clock = createClock();
    clock.load([-2, 0, 0.06, 2], [-2, 2], [-0.24, 0.76], 0.06);
    expect(clock.get()).toMatchObject({ time: 0.06, view: [-0.24, 0.76] });
    clock.seek(-1);
    clock.load([-2, 0, 0.06, 2], [-2, 2], [-0.24, 0.76], 0.06);
    expect(clock.get().time).toBe(-1);
    clock.seekHome();
    expect(clock.get().time).toBe(0.06);
  });

  it('takes the rounded moment of an address for the sample it means', () => {
    const clock = createClock({ time: 0.333 });
    clock.load([0, 1 / 3, 2 / 3], [0, 1], [0, 1], 2 / 3);
    expect(clock.get().time).toBe(1 / 3);
  });

  it('keeps the moment of the address when the recording arrives', () => {
    const clock = createClock({ time: -1.5 });
    clock.load([-2, 2], [-2, 2], [-1, 1]);
    expect(clock.get()).toMatchObject({ time: -1.5, view: [-2, 2] });
  });

  it('tells its listeners until they stop listening', () => {
    const clock = loaded();
    const listener = vi.fn();
    const stop = clock.subscribe(listener);
    clock.seek(0.2);
    stop();
    clock.seek(0.3);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('values at a moment', () => {
  it('finds the first sample later than a moment', () => {
    expect(firstIndexAfter([], 1)).toBe(0);
    expect(firstIndexAfter([0, 1, 2], 1)).toBe(2);
    expect(firstIndexAfter([0, 1, 2], -1)).toBe(0);
  });

  it('lies straight between neighbours, and nowhere outside', () => {
    expect(valueAt([0, 2], [10, 20], 1)).toBe(15);
    expect(valueAt([0, 2], [10, 20], 2)).toBe(20);
    expect(valueAt([0, 2], [10, 20], 2.1)).toBeUndefined();
    expect(valueAt([0, 2], [10, 20], -0.1)).toBeUndefined();
    expect(valueAt([], [], 0)).toBeUndefined();
  });

  it('invents nothing within a gap', () => {
    expect(valueAt([0, 60], [10, 20], 30, 10)).toBeUndefined();
    expect(valueAt([0, 1], [10, null], 0.5)).toBeUndefined();
  });
});

describe('read-outs', () => {
  it('keep their width whatever the sign', () => {
    const texts = [1.5, -1.5, 0].map(value => formatSigned(value, 2, 'en'));
    expect(new Set(texts.map(text => text.length)).size).toBe(1);
  });

  it('show no sign for what rounds to nothing', () => {
    expect(formatSigned(-0.0001, 2, 'en').trim()).toBe('0.00');
  });
});

describe('what is measured once a second', () => {
  it('holds until the next measurement, says its age, and ends when it is too old', () => {
    const [times, speeds] = [
      [-1, 0, 1],
      [43, 43, 4],
    ] as const;
    expect(lastValueAt(times, speeds, 0.16, 10)).toEqual({ value: 43, ageS: 0.16 });
    expect(lastValueAt(times, speeds, 1, 10)).toEqual({ value: 4, ageS: 0 });
    expect(lastValueAt(times, speeds, -1.5, 10)).toBeUndefined();
    expect(lastValueAt(times, speeds, 12, 10)).toBeUndefined();
  });
});
