import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

/**
 * Faults of the speeds that a receiver sends. `stuck`: the speed does not change. `scale`: a wrong factor that is no
 * usual unit. The others name a wrong unit.
 */
export type SpeedFault = 'stuck' | 'metresPerSecond' | 'knots' | 'milesPerHour' | 'scale';

export interface SpeedCheck {
  /** Ratio of the receiver's speed to the speed by positions. Null: the car drove too little to compare them. */
  readonly slope: number | null;
  readonly fault: SpeedFault | null;
}

/** Value of 1 km/h in other units. */
const speedUnits: readonly (readonly [SpeedFault, number])[] = [
  ['metresPerSecond', 1 / 3.6],
  ['knots', 1 / 1.852],
  ['milesPerHour', 1 / 1.609_344],
];

const median = (values: readonly number[]): number => Float64Array.from(values).sort()[values.length >> 1]!;

/** Mean speed by receiver and by positions, km/h, over stretches of `speedBaselineMs` in which the car drove. */
export const speedsByStretch = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  settings: TelemetrySettings,
  ordered?: Uint32Array,
) => {
  const count = ordered?.length ?? timeMs.length;
  const indexAt = (n: number): number => ordered?.[n] ?? n;
  const rulerM = createRuler();
  const receiverKmh: number[] = [];
  const positionKmh: number[] = [];
  let from = indexAt(0);
  let pathKm = 0;
  for (let n = 1; n < count; n++) {
    const i = indexAt(n);
    const before = indexAt(n - 1);
    const ms = timeMs[i]! - timeMs[before]!;
    const areSpeedsKnown = speedKmh[i]! >= 0 && speedKmh[before]! >= 0;
    if (!areSpeedsKnown || !(ms > 0) || ms > settings.speedBaselineMs) {
      from = i;
      pathKm = 0;
      continue;
    }
    pathKm += ((speedKmh[before]! + speedKmh[i]!) / 2) * (ms / 3_600_000);
    const spanMs = timeMs[i]! - timeMs[from]!;
    if (spanMs < settings.speedBaselineMs) continue;
    const hours = spanMs / 3_600_000;
    const kmhByPositions = rulerM(latitude[from]!, longitude[from]!, latitude[i]!, longitude[i]!) / 1000 / hours;
    const kmhByReceiver = pathKm / hours;
    if (
      Math.max(kmhByPositions, kmhByReceiver) >= settings.speedCheckFromKmh &&
      kmhByPositions <= settings.maximumSpeedKmh
    ) {
      receiverKmh.push(kmhByReceiver);
      positionKmh.push(kmhByPositions);
    }
    from = i;
    pathKm = 0;
  }
  return { received: receiverKmh, placed: positionKmh };
};

/**
 * Compares the receiver's speed with the positions: the median of their ratios, which is robust against jumps.
 * A ratio outside `speedSlopeFrom`..`speedSlopeTo` is a fault. A constant receiver speed is also a fault while the
 * speed by positions changes.
 * Takes fixes by rising time.
 */
export const checkReceiverSpeed = (
  track: Track,
  settings: TelemetrySettings = defaultSettings,
  ordered?: Uint32Array,
): SpeedCheck => {
  const { received, placed } = speedsByStretch(track, settings, ordered);
  if (received.length < settings.speedCheckStretches) return { slope: null, fault: null };
  const slope = median(received.map((kmh, i) => kmh / Math.max(placed[i]!, 1)));
  const medianReceiverKmh = median(received);
  const isConstant = received.every(kmh => Math.abs(kmh - medianReceiverKmh) < 0.5);
  const medianPositionKmh = median(placed);
  const meanDeviationKmh = placed.reduce((sum, kmh) => sum + Math.abs(kmh - medianPositionKmh), 0) / placed.length;
  if (isConstant && (medianReceiverKmh < 1 || meanDeviationKmh > settings.tripStartKmh))
    return { slope, fault: 'stuck' };
  if (slope >= settings.speedSlopeFrom && slope <= settings.speedSlopeTo) return { slope, fault: null };
  const unit = speedUnits.find(
    ([, factor]) => slope / factor > settings.speedSlopeFrom && slope / factor < settings.speedSlopeTo,
  );
  return { slope, fault: unit?.[0] ?? 'scale' };
};

/**
 * Returns the track without the receiver's speeds if they are faulty, so that speeds follow from positions. Otherwise
 * returns the given track itself.
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
