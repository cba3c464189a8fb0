import { dayMs } from '../../../src/schema/kinds/time.ts';
import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';

/** A movement with the ignition off: a tow, a theft or a ferry. Both are indexes of moving fixes in the track. */
export interface MovementWithoutIgnition {
  readonly fromIndex: number;
  readonly toIndex: number;
}

/** Fixes that are not suspect, by rising time, with the speed of each. */
export interface SpeedyFixes {
  readonly fixIndexes: Uint32Array;
  /** Speed of each fix, km/h. NaN: unknown. */
  readonly speeds: Float32Array;
  /** 1: the fix belongs to a parked car with drifting positions. */
  readonly isParked: Uint8Array;
  /** 1: the movement continues across the silence before the fix. */
  readonly continues: Uint8Array;
}

/**
 * Returns the movements during which all fixes report the ignition off. Fixes without a report are no evidence.
 * The car is faster than `movedFromKmh` for `movedFromMs` in all, and leaves a circle of radius `tripCircleM`. Standing
 * for `tripEndMs` ends a movement.
 */
export const findMovementsWithoutIgnition = (
  { timeMs, latitude, longitude, speedKmh, ignition }: Track,
  { fixIndexes, speeds, isParked, continues }: SpeedyFixes,
  { movedFromKmh, movedFromMs, tripEndMs, tripCircleM }: TelemetrySettings,
): MovementWithoutIgnition[] => {
  const movements: MovementWithoutIgnition[] = [];
  const rulerM = createRuler();
  let first = -1;
  let last = -1;
  let movedMs = 0;
  let farthestM = 0;
  const closeMovement = (): void => {
    if (first >= 0 && movedMs >= movedFromMs && farthestM > tripCircleM)
      movements.push({ fromIndex: fixIndexes[first]!, toIndex: fixIndexes[last]! });
    first = -1;
  };
  for (let k = 0; k < fixIndexes.length; k++) {
    const i = fixIndexes[k]!;
    if (ignition[i] !== 0) closeMovement();
    const isFast = speeds[k]! > movedFromKmh && (speedKmh[i]! >= 0 || isParked[k] === 0);
    const isMoving = ignition[i] === 0 && (isFast || continues[k] === 1 || continues[k + 1] === 1);
    if (!isMoving) continue;
    if (first >= 0 && timeMs[i]! - timeMs[fixIndexes[last]!]! > tripEndMs && continues[k] === 0) closeMovement();
    if (first < 0) {
      first = k;
      movedMs = 0;
      farthestM = 0;
    } else {
      if (last === k - 1) movedMs += timeMs[i]! - timeMs[fixIndexes[last]!]!;
      const start = fixIndexes[first]!;
      farthestM = Math.max(farthestM, rulerM(latitude[start]!, longitude[start]!, latitude[i]!, longitude[i]!));
    }
    last = k;
  }
  closeMovement();
  return movements;
};

/**
 * Returns the moment up to which the ignition wire of a device is not connected. Movements before that moment are
 * drives. -Infinity: movements with the ignition off are no drives.
 * A wire is not connected if the car moved at least `wireDrives` times on `wireDays` days before the ignition was on for
 * the first time. `firstIgnitionMs` is Infinity if the ignition was never on.
 */
export const deadWireEndMs = (
  movementStartsMs: readonly number[],
  firstIgnitionMs: number,
  { wireDrives, wireDays }: TelemetrySettings,
): number => {
  const startsMs = movementStartsMs.filter(startMs => startMs < firstIgnitionMs);
  const days = new Set(startsMs.map(startMs => Math.floor(startMs / dayMs)));
  return startsMs.length >= wireDrives && days.size >= wireDays ? firstIgnitionMs : Number.NEGATIVE_INFINITY;
};
