import type { CrashCurves, CrashMap } from '../../../contract/shapes/telemetry.ts';

/** Below this a car stands: receivers show a few km/h of a parked one. */
const standsBelowKmh = 5;

/** A stop later than this is the next red light, not the end of a crash. */
const stopWithinS = 15;

/** What the car did after the impact, by its fixes; seconds. */
export type MotionAfter =
  | { readonly kind: 'stopped'; readonly afterS: number; readonly forS: number; readonly droveOn: boolean }
  | { readonly kind: 'drove'; readonly stopS: number | null }
  | { readonly kind: 'unknown' };

/** Takes a track of which times count from the impact. */
export const motionAfter = (track: CrashMap['Track']): MotionAfter => {
  const after = track.filter(([time, , , kmh]) => time >= 0 && kmh !== null).sort((a, b) => a[0] - b[0]);
  const last = after.at(-1);
  if (!last || after.length < 2) return { kind: 'unknown' };
  const stands = (point: (typeof after)[number] | undefined) => (point?.[3] ?? 0) < standsBelowKmh;
  // One slow fix is a bend or an error; two in a row are a stop.
  const first = after.findIndex((point, i) => stands(point) && i + 1 < after.length && stands(after[i + 1]));
  const from = after[first];
  if (!from) return { kind: 'drove', stopS: null };
  if (from[0] > stopWithinS) return { kind: 'drove', stopS: from[0] };
  const moving = after.findIndex((point, i) => i > first && !stands(point));
  const until = moving === -1 ? last : (after[moving - 1] ?? last);
  return { kind: 'stopped', afterS: from[0], forS: until[0] - from[0], droveOn: moving !== -1 };
};

const wheelbaseM = { from: 2.2, to: 3.4 } as const;
/** Share of the strongest shake from which another counts, and g from which shakes count at all. */
const shake = { share: 0.3, fromG: 0.4 } as const;

/**
 * How many axles a hole or a kerb shook: the second follows after a wheelbase. Null where speed or samples do not tell.
 */
export const axlesShaken = ({ Time, Vertical, RateHz }: CrashCurves, speedKmh: number | null): 1 | 2 | null => {
  if (speedKmh === null || speedKmh < 10 || RateHz === null || RateHz < 20) return null;
  const metresPerS = speedKmh / 3.6;
  const force = Vertical.map(g => Math.abs(g - 1));
  const strongest = force.reduce((top, value, i) => (value > (force[top] ?? 0) ? i : top), 0);
  const top = force[strongest] ?? 0;
  if (top < shake.fromG) return null;
  const apart = (i: number) => Math.abs(Time[i]! - Time[strongest]!) * metresPerS;
  const second = force.some(
    (value, i) => value >= top * shake.share && apart(i) >= wheelbaseM.from && apart(i) <= wheelbaseM.to,
  );
  return second ? 2 : 1;
};
