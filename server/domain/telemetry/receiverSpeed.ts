import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

/** Faults of the speeds that a receiver sends. `scale`: a wrong factor that is no usual unit. */
export type SpeedFault = 'stuck' | 'metresPerSecond' | 'knots' | 'milesPerHour' | 'scale';

export interface SpeedCheck {
  /** Ratio of the receiver's speed to the speed by positions. Null: too little driving. */
  readonly slope: number | null;
  readonly fault: SpeedFault | null;
}

/** Value of 1 km/h in other units. */
const units: readonly (readonly [SpeedFault, number])[] = [
  ['metresPerSecond', 1 / 3.6],
  ['knots', 1 / 1.852],
  ['milesPerHour', 1 / 1.609_344],
];

const median = (values: readonly number[]): number => Float64Array.from(values).sort()[values.length >> 1]!;

/** Mean speed by receiver and by positions, km/h, over stretches of `speedBaselineMs` in which the car drove. */
const stretchesOf = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  settings: TelemetrySettings,
  ordered: Uint32Array | undefined,
) => {
  const count = ordered?.length ?? timeMs.length;
  const at = (n: number): number => ordered?.[n] ?? n;
  const rulerM = createRuler();
  const received: number[] = [];
  const placed: number[] = [];
  let from = at(0);
  let pathKm = 0;
  for (let n = 1; n < count; n++) {
    const i = at(n);
    const before = at(n - 1);
    const ms = timeMs[i]! - timeMs[before]!;
    const known = speedKmh[i]! >= 0 && speedKmh[before]! >= 0;
    if (!known || !(ms > 0) || ms > settings.speedBaselineMs) {
      from = i;
      pathKm = 0;
      continue;
    }
    pathKm += ((speedKmh[before]! + speedKmh[i]!) / 2) * (ms / 3_600_000);
    const spanMs = timeMs[i]! - timeMs[from]!;
    if (spanMs < settings.speedBaselineMs) continue;
    const hours = spanMs / 3_600_000;
    const kmh = rulerM(latitude[from]!, longitude[from]!, latitude[i]!, longitude[i]!) / 1000 / hours;
    const receivedKmh = pathKm / hours;
    if (Math.max(kmh, receivedKmh) >= settings.speedCheckFromKmh && kmh <= settings.maximumSpeedKmh) {
      received.push(receivedKmh);
      placed.push(kmh);
    }
    from = i;
    pathKm = 0;
  }
  return { received, placed };
};

/**
 * Compares the receiver's speed with the positions: the median of their ratios, which is robust against jumps.
 * A ratio outside `speedSlopeFrom`..`speedSlopeTo` is a fault. So is a constant speed while the positions' speed
 * changes. Takes fixes by rising time.
 */
export const checkReceiverSpeed = (
  track: Track,
  settings: TelemetrySettings = defaultSettings,
  ordered?: Uint32Array,
): SpeedCheck => {
  const { received, placed } = stretchesOf(track, settings, ordered);
  if (received.length < settings.speedCheckStretches) return { slope: null, fault: null };
  const slope = median(received.map((kmh, i) => kmh / Math.max(placed[i]!, 1)));
  const level = median(received);
  const still = received.every(kmh => Math.abs(kmh - level) < 0.5);
  const usual = median(placed);
  const spread = placed.reduce((sum, kmh) => sum + Math.abs(kmh - usual), 0) / placed.length;
  if (still && (level < 1 || spread > settings.tripStartKmh)) return { slope, fault: 'stuck' };
  if (slope >= settings.speedSlopeFrom && slope <= settings.speedSlopeTo) return { slope, fault: null };
  const unit = units.find(
    ([, factor]) => slope / factor > settings.speedSlopeFrom && slope / factor < settings.speedSlopeTo,
  );
  return { slope, fault: unit?.[0] ?? 'scale' };
};

/**
 * Returns the track without the receiver's speeds if they are faulty, so that speeds follow from positions. Otherwise
 * returns the same object.
 * `ordered`: indexes of the fixes to compare, by rising time. Absent: all fixes of the track, which must be sorted.
 */
export const withTrustedSpeeds = (
  track: Track,
  settings: TelemetrySettings = defaultSettings,
  ordered?: Uint32Array,
): Track =>
  checkReceiverSpeed(track, settings, ordered).fault === null
    ? track
    : { ...track, speedKmh: new Float32Array(track.speedKmh.length).fill(Number.NaN) };
