import type { CurveSamples } from './curves.ts';
import { type Axes, findMountings, rotationBetweenDeg } from './orientation.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';
import type { Vector } from './vectors.ts';

/** Axes in which a device sends, if they are those of the vehicle. */
export const vehicleAxes: Axes = { forward: [1, 0, 0], left: [0, 1, 0], up: [0, 0, 1] };

/** The vehicle's axes in the axes that a device sends, since a moment. */
export interface CheckedAxes {
  readonly fromMs: number;
  readonly toMs: number;
  /** The stated axes, if they agree with the fixes or if the fixes do not show axes. */
  readonly axes: Axes;
  /** True: the stated axes are off by more than `statedAxesWithinDeg`, or one of them is reversed. */
  readonly isFault: boolean;
}

const mirrored = ([x, y, z]: Vector): Vector => [x, -y, z];

/** Orientations of curves whose lateral axis is reversed, in the axes as sent. */
const findMirroredMountings = (curves: readonly CurveSamples[], track: Track, settings: TelemetrySettings) =>
  findMountings(
    curves.map(curve => ({ ...curve, lateralG: curve.lateralG.map(g => -g) })),
    track,
    settings,
  ).map(({ orientation, ...range }) => ({
    ...range,
    orientation: orientation && {
      ...orientation,
      forward: mirrored(orientation.forward),
      left: mirrored(orientation.left),
      up: mirrored(orientation.up),
    },
  }));

/**
 * Checks the acceleration of a device that reports the vehicle's axes. Compares it with speed changes and bends of the
 * fixes, and returns the true axes by time. Axes that are off by more than `axesTurnedFromDeg` are replaced by those of the fixes. Exchanged
 * axes are a mirror image, which no rotation explains, so it is tried too.
 */
export const checkStatedAxes = (
  curves: readonly CurveSamples[],
  track: Track,
  settings: TelemetrySettings,
): CheckedAxes[] => {
  if (curves.length === 0) return [];
  const rotated = findMountings(curves, track, settings);
  const isRotation = rotated.some(({ orientation }) => orientation !== null);
  const mountings = isRotation ? rotated : findMirroredMountings(curves, track, settings);
  return mountings.map(({ fromMs, toMs, orientation }) => {
    const offDeg = orientation ? (isRotation ? rotationBetweenDeg(vehicleAxes, orientation) : 180) : 0;
    if (!orientation || offDeg <= settings.axesTurnedFromDeg)
      return { fromMs, toMs, axes: vehicleAxes, isFault: false };
    const { forward, left, up } = orientation;
    return { fromMs, toMs, axes: { forward, left, up }, isFault: offDeg > settings.statedAxesWithinDeg };
  });
};
