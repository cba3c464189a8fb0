import type { CrashCurves, CrashMap } from '../../../contract/shapes/telemetry.ts';
import { verdictLimits } from '../../../contract/verdict.ts';

const limits = verdictLimits;

/** Movement of the car after the impact, by its fixes. Times in seconds. */
export type MotionAfter =
  | { readonly kind: 'stopped'; readonly afterS: number; readonly forS: number; readonly droveOn: boolean }
  | { readonly kind: 'drove'; readonly stopS: number | null }
  | { readonly kind: 'unknown' };

/** Returns the movement after the impact. Times of the track are seconds from the impact. */
export const motionAfter = (track: CrashMap['Track']): MotionAfter => {
  const after = track.filter(([time, , , kmh]) => time >= 0 && kmh !== null).sort((a, b) => a[0] - b[0]);
  const last = after.at(-1);
  if (!last || after.length < 2) return { kind: 'unknown' };
  const stands = (point: (typeof after)[number] | undefined) => (point?.[3] ?? 0) < limits.standsBelowKmh;
  // One slow fix may be a bend or an error. Two slow fixes in a row are a stop.
  const first = after.findIndex((point, i) => stands(point) && i + 1 < after.length && stands(after[i + 1]));
  const from = after[first];
  if (!from) return { kind: 'drove', stopS: null };
  if (from[0] > limits.stopWithinS) return { kind: 'drove', stopS: from[0] };
  const moving = after.findIndex((point, i) => i > first && !stands(point));
  const until = moving === -1 ? last : (after[moving - 1] ?? last);
  return { kind: 'stopped', afterS: from[0], forS: until[0] - from[0], droveOn: moving !== -1 };
};

/**
 * Returns the number of axles that a pothole or kerb shook. The second axle follows after one wheelbase. Null if the
 * speed or the sampling rate is too low.
 */
export const axlesShaken = ({ Time, Vertical, RateHz }: CrashCurves, speedKmh: number | null): 1 | 2 | null => {
  if (speedKmh === null || speedKmh < limits.axlesFromKmh || RateHz === null || RateHz < limits.axlesFromHz)
    return null;
  const metresPerS = speedKmh / 3.6;
  const force = Vertical.map(g => Math.abs(g - 1));
  const strongest = force.reduce((top, value, i) => (value > (force[top] ?? 0) ? i : top), 0);
  const top = force[strongest] ?? 0;
  if (top < limits.shakeFromG) return null;
  const apart = (i: number) => Math.abs(Time[i]! - Time[strongest]!) * metresPerS;
  const second = force.some(
    (value, i) =>
      value >= top * limits.secondShakeShare && apart(i) >= limits.wheelbaseFromM && apart(i) <= limits.wheelbaseToM,
  );
  return second ? 2 : 1;
};
