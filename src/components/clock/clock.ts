import { createStore } from '../../store.ts';
/** Playback speeds: seconds of the recording per second. */
export const playRates = [0.1, 0.25, 0.5, 1, 2, 5, 10] as const;
export type PlayRate = (typeof playRates)[number];

export type Span = readonly [from: number, to: number];

export interface ClockState {
  /** Seconds from the impact. */
  readonly time: number;
  readonly playing: boolean;
  readonly rate: PlayRate;
  /** What the clock opens at and jumps to: the peak of an impact, the start of a trip. */
  readonly home: number;
  /** The whole recording. */
  readonly whole: Span;
  /** The visible part. */
  readonly view: Span;
}

/** Drives the clock while it plays: animation frames, or a test's ticker. */
export interface Ticker {
  readonly request: (tick: (nowMs: number) => void) => number;
  readonly cancel: (handle: number) => void;
}

const frames: Ticker = {
  request: tick => requestAnimationFrame(tick),
  cancel: handle => cancelAnimationFrame(handle),
};

export interface Clock {
  readonly get: () => ClockState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly seek: (time: number) => void;
  /** Moves `count` samples forward (positive) or back. */
  readonly step: (count: number) => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly setRate: (rate: PlayRate) => void;
  readonly setView: (view: Span) => void;
  readonly seekHome: () => void;
  /** Sets the recording. The time stays if somebody chose one, else the clock opens at `home`. */
  readonly load: (times: readonly number[], whole: Span, view: Span, home?: number) => void;
}

const clamp = (value: number, [from, to]: Span) => Math.min(to, Math.max(from, value));

/** Index of the first sample later than `time`. */
export const firstAfter = (times: readonly number[], time: number): number => {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > time) high = middle;
    else low = middle + 1;
  }
  return low;
};

// Times in addresses and from sliders are rounded: a sample this near is the current one.
const sameMomentS = 0.0005;

/** The sample a rounded time means, if there is one. */
const sampleAt = (times: readonly number[], time: number): number => {
  const after = firstAfter(times, time);
  const near = [times[after - 1], times[after]].find(one => one !== undefined && Math.abs(one - time) < sameMomentS);
  return near ?? time;
};

const stepped = (times: readonly number[], time: number, count: number): number | undefined => {
  const index =
    count > 0 ? firstAfter(times, time + sameMomentS) + count - 1 : firstAfter(times, time - sameMomentS) + count;
  return times[Math.min(times.length - 1, Math.max(0, index))];
};

export const createClock = (initial: Partial<ClockState> = {}, ticker: Ticker = frames): Clock => {
  const store = createStore<ClockState>({
    time: 0,
    playing: false,
    rate: 1,
    home: 0,
    whole: [-120, 60],
    view: [-120, 60],
    ...initial,
  });
  let times: readonly number[] = [];
  let frame = 0;
  let lastMs: number | undefined;
  let chosen = initial.time !== undefined;

  const change = (changes: Partial<ClockState>) => store.set({ ...store.get(), ...changes });
  const seek = (time: number) => {
    chosen = true;
    change(within(time));
  };
  const within = (time: number): Partial<ClockState> => {
    const { whole, view } = store.get();
    const at = clamp(time, whole);
    // A time outside the view would hide all cursors.
    return at < view[0] || at > view[1] ? { time: at, view: whole } : { time: at };
  };
  const stop = () => {
    ticker.cancel(frame);
    lastMs = undefined;
  };
  const tick = (nowMs: number) => {
    const { time, rate, view } = store.get();
    const next = time + (lastMs === undefined ? 0 : ((nowMs - lastMs) / 1000) * rate);
    lastMs = nowMs;
    if (next >= view[1]) {
      stop();
      change({ time: view[1], playing: false });
      return;
    }
    frame = ticker.request(tick);
    change({ time: next });
  };
  const pause = () => {
    if (!store.get().playing) return;
    stop();
    change({ playing: false });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    seek,
    seekHome: () => seek(store.get().home),
    step: count => {
      pause();
      const time = stepped(times, store.get().time, count);
      if (time !== undefined) seek(time);
    },
    play: () => {
      const { playing, time, view } = store.get();
      if (playing) return;
      chosen = true;
      // At the end, playing restarts from the beginning.
      change({ playing: true, time: time >= view[1] ? view[0] : time });
      frame = ticker.request(tick);
    },
    pause,
    setRate: rate => change({ rate }),
    setView: view => change({ view, time: clamp(store.get().time, view) }),
    load: (samples, whole, view, home = 0) => {
      times = samples;
      const time = clamp(chosen ? sampleAt(times, store.get().time) : home, whole);
      change({ home, whole, time, view: time < view[0] || time > view[1] ? whole : view });
    },
  };
};
