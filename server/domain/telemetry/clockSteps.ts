import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { createLineFit } from './reach.ts';
import type { TelemetrySettings } from './settings.ts';

/** Some platforms send the newest fix first: an order of delivery, not a clock that steps back. */
const runsBackwards = (timeMs: Float64Array, sent: Uint32Array): boolean => {
  let back = 0;
  for (let n = 1; n < sent.length; n++) if (timeMs[sent[n]!]! < timeMs[sent[n - 1]!]!) back++;
  return back * 2 > sent.length - 1 && sent.length > 1;
};

/** Number of the run of rising times each fix of `sent` belongs to. */
const runsOf = (timeMs: Float64Array, sent: Uint32Array): Uint32Array => {
  const runs = new Uint32Array(timeMs.length);
  for (let n = 1; n < sent.length; n++)
    runs[sent[n]!] = runs[sent[n - 1]!]! + (timeMs[sent[n]!]! < timeMs[sent[n - 1]!]! ? 1 : 0);
  return runs;
};

const usualStepMs = (timeMs: Float64Array, ordered: Uint32Array): number => {
  const steps: number[] = [];
  for (let n = 1; n < ordered.length; n++) {
    const ms = timeMs[ordered[n]!]! - timeMs[ordered[n - 1]!]!;
    if (ms > 0) steps.push(ms);
  }
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0;
};

/**
 * Indexes of fixes dated by a clock that had stepped back. `sent`: fixes in the order sent; `ordered`: the same by time.
 *
 * A fix older than its predecessor may just be late: then it lies where the fixes of about its time say the car was. A
 * clock is at fault where it contradicts them, or has no neighbours in time, while the car drives on from the fix sent
 * before as if no time had been lost. The fault lasts until the times have caught up.
 */
export const clockFaults = (
  track: Track,
  sent: Uint32Array,
  ordered: Uint32Array,
  settings: TelemetrySettings,
): number[] => {
  const { timeMs, latitude, longitude } = track;
  const sequence = runsBackwards(timeMs, sent) ? sent.toReversed() : sent;
  const runs = runsOf(timeMs, sequence);
  if (sequence.length === 0 || runs[sequence[sequence.length - 1]!] === 0) return [];

  const rulerM = createRuler();
  const fits = createLineFit(track, settings);
  const stepMs = Math.min(usualStepMs(timeMs, ordered), settings.tripEndMs);
  const rankOf = new Uint32Array(timeMs.length);
  for (let n = 0; n < ordered.length; n++) rankOf[ordered[n]!] = n;

  const metres = (a: number, b: number): number => rulerM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!);
  const nearestOther = (i: number, direction: 1 | -1): number => {
    for (let n = rankOf[i]! + direction; n >= 0 && n < ordered.length; n += direction) {
      const other = ordered[n]!;
      if (Math.abs(timeMs[other]! - timeMs[i]!) > settings.tripEndMs) return -1;
      if (runs[other] !== runs[i]) return other;
    }
    return -1;
  };
  const stepM = settings.fixNoiseM + (settings.maximumSpeedKmh / 3600) * stepMs;
  /** Whether fixes from `n` on, until the times have caught up, lead from where the car was to where it went on. */
  const bridges = (n: number, newestMs: number): boolean => {
    let after = n + 1;
    while (after < sequence.length && timeMs[sequence[after]!]! < newestMs) after++;
    if (after === sequence.length || metres(sequence[after - 1]!, sequence[after]!) > stepM) return false;
    return metres(sequence[n]!, sequence[after - 1]!) > settings.tripCircleM;
  };
  const drivesOn = (n: number, newestMs: number): boolean => {
    const [before, here, next] = [sequence[n - 1]!, sequence[n]!, sequence[n + 1]];
    const leftM = metres(before, here);
    if (leftM > stepM) return false;
    if (next === undefined || runs[next] !== runs[here]) return leftM > settings.stationaryRadiusM;
    const kmh = (metres(here, next) / (timeMs[next]! - timeMs[here]!)) * 3600;
    // While it stands, a drive from here that was told late looks the same: where it ends decides.
    return kmh > settings.tripStartKmh || bridges(n, newestMs);
  };

  const faults: number[] = [];
  let newestMs = Number.NEGATIVE_INFINITY;
  let stepped = false;
  for (let n = 0; n < sequence.length; n++) {
    const i = sequence[n]!;
    if (timeMs[i]! >= newestMs) {
      newestMs = timeMs[i]!;
      stepped = false;
      continue;
    }
    if (timeMs[i]! < timeMs[sequence[n - 1]!]!) {
      const before = nearestOther(i, -1);
      const after = nearestOther(i, 1);
      const late = before >= 0 && after >= 0 && fits(before, i, after);
      stepped = !late && drivesOn(n, newestMs);
    }
    if (stepped) faults.push(i);
  }
  return faults;
};
