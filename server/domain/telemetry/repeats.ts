import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

/**
 * Coarse grids, on which two drives on a road give the same positions: 0.0001 degrees and 0.01 minutes, 11 and 18 m.
 */
const coarseGrids = [10_000, 6_000];

/** Whether all positions lie on a coarse grid, so that equal positions need not be repeats. */
export const isCoarse = ({ latitude, longitude }: Pick<Track, 'latitude' | 'longitude'>): boolean =>
  coarseGrids.some(perDegree => {
    const lies = (degrees: number): boolean => Math.abs(degrees * perDegree - Math.round(degrees * perDegree)) < 0.01;
    return latitude.every((north, i) => lies(north) && lies(longitude[i]!));
  });

/**
 * Returns the indexes of fixes that were sent again with another time. Such a repeat has at least `repeatFixes` moving
 * fixes in a row, at exactly the positions of earlier fixes.
 * The noise of a receiver does not give the same digits twice in a row. Coarse positions (`isCoarse`) have too few
 * digits, so none of them count as repeated.
 * `reasons`: those of `markSuspectFixes`. Suspect fixes are skipped. Takes fixes in the order sent.
 */
export const repeatedFixes = (
  { timeMs, latitude, longitude }: Track,
  reasons: Uint8Array,
  { repeatFixes, tripEndMs, fixNoiseM, beforeVoucherMs }: TelemetrySettings = defaultSettings,
): number[] => {
  if (isCoarse({ latitude, longitude })) return [];
  const seen = new Map<number, number>();
  const order: number[] = [];
  for (let i = 0; i < timeMs.length; i++) {
    const last = order[order.length - 1];
    // A standing car repeats its position without a repeated message.
    const still = last !== undefined && latitude[i] === latitude[last] && longitude[i] === longitude[last];
    if (reasons[i] === 0 && !still) order.push(i);
  }
  const same = (a: number, b: number): boolean =>
    latitude[order[a]!] === latitude[order[b]!] && longitude[order[a]!] === longitude[order[b]!];
  const rulerM = createRuler();
  /**
   * Whether the fixes of a stretch lie further apart than the noise of a parked receiver. A parked receiver returns to
   * the same few positions.
   */
  const spans = (from: number, to: number): boolean => {
    const start = order[from]!;
    for (let n = from + 1; n < to; n++) {
      const i = order[n]!;
      if (rulerM(latitude[start]!, longitude[start]!, latitude[i]!, longitude[i]!) > fixNoiseM) return true;
    }
    return false;
  };
  const repeated: number[] = [];
  let earlier = -1;
  let run = 0;
  const close = (end: number): void => {
    if (run >= repeatFixes && spans(end - run, end)) for (let n = end - run; n < end; n++) repeated.push(order[n]!);
    run = 0;
  };
  for (let n = 0; n < order.length; n++) {
    const i = order[n]!;
    const key = Math.round(latitude[i]! * 1e5) * 4e7 + Math.round(longitude[i]! * 1e5);
    const goesOn = run > 0 && earlier + 1 < n && same(earlier + 1, n);
    if (goesOn) earlier++;
    else {
      close(n);
      const first = seen.get(key);
      earlier = first !== undefined && same(first, n) ? first : -1;
    }
    // A fix with nearly the same time was sent twice. A fix with a time years apart has a clock fault. Neither counts
    // as repeated.
    const stepMs = earlier < 0 ? 0 : Math.abs(timeMs[i]! - timeMs[order[earlier]!]!);
    const apart = stepMs > tripEndMs && stepMs < beforeVoucherMs;
    if (apart) run++;
    else close(n);
    if (!seen.has(key)) seen.set(key, n);
  }
  close(order.length);
  return repeated;
};
