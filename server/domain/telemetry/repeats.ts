import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { createReachTest } from './reach.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

/**
 * Coarse grids of positions, in steps per degree: 0.0001 degrees (11 m) and 0.01 minutes (18 m). On such a grid, two
 * drives on the same road give the same positions.
 */
const coarseGrids = [10_000, 6_000];

/** Whether all positions lie on a coarse grid. Then equal positions do not prove that a message was sent again. */
export const isOnCoarseGrid = ({ latitude, longitude }: Pick<Track, 'latitude' | 'longitude'>): boolean =>
  coarseGrids.some(perDegree => {
    const isOnGrid = (degrees: number): boolean =>
      Math.abs(degrees * perDegree - Math.round(degrees * perDegree)) < 0.01;
    return latitude.every((degreesNorth, i) => isOnGrid(degreesNorth) && isOnGrid(longitude[i]!));
  });

/**
 * Returns the indexes of fixes that were sent again with another time. Such a repeat has at least `repeatFixes` moving
 * fixes in a row, at exactly the positions of earlier fixes.
 * The noise of a receiver does not give the same digits twice in a row. Coarse positions (`isOnCoarseGrid`) have too
 * few digits, so none of them count as repeated.
 * A run that continues the fix before it is a further lap of a circuit, and no repeat.
 * `reasons`: result of `markSuspectFixes`. Suspect fixes are skipped. Takes fixes by rising time, or earlier fixes first.
 */
export const findRepeatedFixes = (
  track: Track,
  reasons: Uint8Array,
  settings: TelemetrySettings = defaultSettings,
): number[] => {
  const { repeatFixes, tripEndMs, fixNoiseM, beforeVoucherMs, clockStepMs } = settings;
  const { timeMs, latitude, longitude } = track;
  if (isOnCoarseGrid({ latitude, longitude })) return [];
  const firstByPosition = new Map<number, number>();
  const movingFixes: number[] = [];
  for (let i = 0; i < timeMs.length; i++) {
    const last = movingFixes[movingFixes.length - 1];
    // A standing car sends equal positions in a row, which are no repeated message. Only the first of them is compared.
    const isStill = last !== undefined && latitude[i] === latitude[last] && longitude[i] === longitude[last];
    if (reasons[i] === 0 && !isStill) movingFixes.push(i);
  }
  const isSamePosition = (a: number, b: number): boolean =>
    latitude[movingFixes[a]!] === latitude[movingFixes[b]!] &&
    longitude[movingFixes[a]!] === longitude[movingFixes[b]!];
  const rulerM = createRuler();
  /**
   * Whether the fixes of a stretch lie further apart than the noise of a parked receiver, which returns to the same few
   * positions.
   */
  const isMoving = (from: number, to: number): boolean => {
    const start = movingFixes[from]!;
    for (let n = from + 1; n < to; n++) {
      const i = movingFixes[n]!;
      if (rulerM(latitude[start]!, longitude[start]!, latitude[i]!, longitude[i]!) > fixNoiseM) return true;
    }
    return false;
  };
  const repeated: number[] = [];
  let earlierIndex = -1;
  let runLength = 0;
  /** Index of the earlier fix at whose position the run begins. */
  let earlierStart = -1;
  let lastRunEnd = 0;
  const isReachable = createReachTest(track, settings);
  /** Whether the run from `n` continues the fix before it. Then it is a further lap of a circuit. */
  const continuesDrive = (n: number): boolean => {
    const [before, first] = [movingFixes[n - 1], movingFixes[n]!];
    if (before === undefined) return false;
    const stepMs = timeMs[first]! - timeMs[before]!;
    return stepMs > 0 && stepMs <= clockStepMs && isReachable(before, first);
  };
  const closeRun = (end: number): void => {
    if (runLength >= repeatFixes && isMoving(end - runLength, end)) {
      let start = end - runLength;
      // A run may be found late, because only the first of two positions within a metre is in the map.
      for (let e = earlierStart; e > 0 && start > lastRunEnd && isSamePosition(e - 1, start - 1); e--) start--;
      // The fixes of a car that stands in between are repeated, too.
      const endFix = continuesDrive(start) ? 0 : (movingFixes[end] ?? timeMs.length);
      for (let i = movingFixes[start]!; i < endFix; i++) if (reasons[i] === 0) repeated.push(i);
      lastRunEnd = end;
    }
    runLength = 0;
  };
  for (let n = 0; n < movingFixes.length; n++) {
    const i = movingFixes[n]!;
    const key = Math.round(latitude[i]! * 1e5) * 4e7 + Math.round(longitude[i]! * 1e5);
    const continuesRun = runLength > 0 && earlierIndex + 1 < n && isSamePosition(earlierIndex + 1, n);
    if (continuesRun) earlierIndex++;
    else {
      closeRun(n);
      const firstIndex = firstByPosition.get(key);
      earlierIndex = firstIndex !== undefined && isSamePosition(firstIndex, n) ? firstIndex : -1;
    }
    // Equal positions count as a repeated drive only if their times differ by more than the end of a trip and by less
    // than years: nearly equal times are one fix sent twice, and years are a fault of the clock.
    const stepMs = earlierIndex < 0 ? 0 : Math.abs(timeMs[i]! - timeMs[movingFixes[earlierIndex]!]!);
    const isRepeat = stepMs > tripEndMs && stepMs < beforeVoucherMs;
    if (isRepeat) {
      if (runLength === 0) earlierStart = earlierIndex;
      runLength++;
    } else closeRun(n);
    if (!firstByPosition.has(key)) firstByPosition.set(key, n);
  }
  closeRun(movingFixes.length);
  return repeated;
};
