import { createStore } from '../../store.ts';
/** Playback speeds: seconds of the recording per second of real time. */
export const playRates = [0.1, 0.25, 0.5, 1, 2, 5, 10] as const;
export type PlayRate = (typeof playRates)[number];

export type Span = readonly [from: number, to: number];

export interface ClockState {
  /** Time of the clock, seconds from its origin (the impact or the start of the trip). */
  readonly time: number;
  readonly playing: boolean;
  readonly rate: PlayRate;
  /** Time at which the clock opens: the peak of an impact, or the start of a trip. `seekHome` jumps to it. */
  readonly homeTime: number;
  /** Time range of the whole recording, seconds from the clock's origin. */
  readonly recordingSpan: Span;
  /** Time range that the charts and the slider show, seconds from the clock's origin. */
  readonly view: Span;
}

/** Source of the clock's ticks: animation frames, or a test's ticker. */
export interface Ticker {
  readonly request: (tick: (nowMs: number) => void) => number;
  readonly cancel: (handle: number) => void;
}

const animationTicker: Ticker = {
  request: tick => requestAnimationFrame(tick),
  cancel: handle => cancelAnimationFrame(handle),
};

export interface Clock {
  readonly get: () => ClockState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly seek: (time: number) => void;
  readonly step: (count: number) => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly setRate: (rate: PlayRate) => void;
  readonly setView: (view: Span) => void;
  readonly seekHome: () => void;
  /** Sets the recording. If the user has chosen a time, the clock keeps this time. Otherwise it opens at `homeTime`. */
  readonly load: (times: readonly number[], recordingSpan: Span, view: Span, homeTime?: number) => void;
}

const clamp = (value: number, [from, to]: Span) => Math.min(to, Math.max(from, value));

export const firstIndexAfter = (times: readonly number[], time: number): number => {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > time) high = middle;
    else low = middle + 1;
  }
  return low;
};

// Tolerance for rounded times in addresses and from sliders, seconds. A sample within this distance of a rounded time
// is selected exactly.
const sampleToleranceS = 0.0005;

/**
 * Returns the time of the sample that a rounded time means. Returns the given time if no sample is within the
 * tolerance.
 */
const sampleAt = (times: readonly number[], time: number): number => {
  const after = firstIndexAfter(times, time);
  const nearest = [times[after - 1], times[after]].find(
    candidate => candidate !== undefined && Math.abs(candidate - time) < sampleToleranceS,
  );
  return nearest ?? time;
};

const timeAfterSteps = (times: readonly number[], time: number, count: number): number | undefined => {
  const index =
    count > 0
      ? firstIndexAfter(times, time + sampleToleranceS) + count - 1
      : firstIndexAfter(times, time - sampleToleranceS) + count;
  return times[Math.min(times.length - 1, Math.max(0, index))];
};

export const createClock = (initial: Partial<ClockState> = {}, ticker: Ticker = animationTicker): Clock => {
  const store = createStore<ClockState>({
    time: 0,
    playing: false,
    rate: 1,
    homeTime: 0,
    recordingSpan: [-120, 60],
    view: [-120, 60],
    ...initial,
  });
  let times: readonly number[] = [];
  let frame = 0;
  let lastMs: number | undefined;
  let isTimeChosen = initial.time !== undefined;
  let isLoaded = false;

  const update = (changes: Partial<ClockState>) => store.set({ ...store.get(), ...changes });
  const seek = (time: number) => {
    isTimeChosen = true;
    update(keepInView(time));
  };
  const keepInView = (time: number): Partial<ClockState> => {
    // The time range of the recording is unknown until the recording is loaded. `load` later limits a time that was
    // chosen before.
    if (!isLoaded) return { time };
    const { recordingSpan, view } = store.get();
    const clampedTime = clamp(time, recordingSpan);
    // A time outside the view would hide all cursors. In that case the view becomes the whole recording.
    return clampedTime < view[0] || clampedTime > view[1]
      ? { time: clampedTime, view: recordingSpan }
      : { time: clampedTime };
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
      update({ time: view[1], playing: false });
      return;
    }
    frame = ticker.request(tick);
    update({ time: next });
  };
  const pause = () => {
    if (!store.get().playing) return;
    stop();
    update({ playing: false });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    seek,
    seekHome: () => seek(store.get().homeTime),
    step: count => {
      pause();
      const time = timeAfterSteps(times, store.get().time, count);
      if (time !== undefined) seek(time);
    },
    play: () => {
      const { playing, time, view } = store.get();
      if (playing) return;
      isTimeChosen = true;
      // If the clock is at the end of the view, playing restarts from the beginning.
      update({ playing: true, time: time >= view[1] ? view[0] : time });
      frame = ticker.request(tick);
    },
    pause,
    setRate: rate => update({ rate }),
    setView: view => update({ view, time: clamp(store.get().time, view) }),
    load: (samples, recordingSpan, view, homeTime = 0) => {
      times = samples;
      isLoaded = true;
      const time = clamp(isTimeChosen ? sampleAt(times, store.get().time) : homeTime, recordingSpan);
      update({ homeTime, recordingSpan, time, view: time < view[0] || time > view[1] ? recordingSpan : view });
    },
  };
};
