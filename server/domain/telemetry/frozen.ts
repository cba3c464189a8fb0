import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';

/** A stretch of a track, by the indexes of both ends, inclusive. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/**
 * Stretches in which the position does not move for `frozenFixMs` while the receiver's speed adds up to at least
 * `frozenFixM`. Takes fixes by rising time.
 */
export const frozenFixes = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  { frozenFixMs, frozenFixM, tripStartKmh, tripEndMs }: TelemetrySettings,
): Run[] => {
  const runs: Run[] = [];
  const drives = (i: number): boolean => speedKmh[i]! > tripStartKmh;
  const close = (from: number, to: number): void => {
    // A car may have stood at the position before, and may stand there again.
    while (from < to && !drives(from)) from++;
    while (to > from && !drives(to)) to--;
    let metres = 0;
    for (let i = from + 1; i <= to; i++) if (drives(i)) metres += (speedKmh[i]! / 3600) * (timeMs[i]! - timeMs[i - 1]!);
    if (timeMs[to]! - timeMs[from]! >= frozenFixMs && metres >= frozenFixM) runs.push({ from, to });
  };
  let from = 0;
  for (let i = 1; i <= timeMs.length; i++) {
    const still =
      i < timeMs.length &&
      latitude[i] === latitude[from] &&
      longitude[i] === longitude[from] &&
      timeMs[i]! - timeMs[i - 1]! <= tripEndMs;
    if (still) continue;
    if (from < timeMs.length) close(from, i - 1);
    from = i;
  }
  return runs;
};

/** The value that a share of the values does not exceed. */
const quantile = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const meanOf = (values: Float64Array, from: number, to: number): number => {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum / (to - from);
};

/**
 * Stays with drifting positions: at least twice `tripEndMs` long, the car stands (ignition not on, no speed above
 * `tripStartKmh`), and a tenth of the positions lie further than `driftFromM` from their middle.
 * Positions that move on to one side are a slow drive and no drift.
 */
export const driftingStays = (track: Track, settings: TelemetrySettings): Run[] => {
  const { timeMs, latitude, longitude, speedKmh, ignition } = track;
  const { tripEndMs, tripStartKmh, tripCircleM, driftFromM } = settings;
  const rulerM = createRuler();
  const runs: Run[] = [];
  const stands = (i: number): boolean => ignition[i] !== 1 && !(speedKmh[i]! > tripStartKmh);
  for (let from = 0; from < timeMs.length; ) {
    let to = from;
    while (
      to < timeMs.length &&
      stands(to) &&
      (to === from || timeMs[to]! - timeMs[to - 1]! <= tripEndMs) &&
      rulerM(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!) <= tripCircleM
    )
      to++;
    if (to - from >= 2 && timeMs[to - 1]! - timeMs[from]! >= 2 * tripEndMs) {
      const [north, east] = [meanOf(latitude, from, to), meanOf(longitude, from, to)];
      const fifth = Math.max(1, Math.floor((to - from) / 5));
      const spread = quantile(
        Array.from({ length: to - from }, (_, k) => rulerM(north, east, latitude[from + k]!, longitude[from + k]!)),
        0.9,
      );
      const wayM = rulerM(
        meanOf(latitude, from, from + fifth),
        meanOf(longitude, from, from + fifth),
        meanOf(latitude, to - fifth, to),
        meanOf(longitude, to - fifth, to),
      );
      if (spread > driftFromM && wayM < spread) runs.push({ from, to: to - 1 });
    }
    from = Math.max(to, from + 1);
  }
  return runs;
};
