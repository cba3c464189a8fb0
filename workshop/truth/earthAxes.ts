import { filterCfcPair } from '../../server/domain/telemetry/cfc.ts';
import type { VehicleSamples } from '../../server/domain/telemetry/manoeuvre.ts';
import type { EarthStretch } from './labelled.ts';

/**
 * Yaw rates between which a turn shows the side of the car, rad/s. Below `turningFrom` the turn has no measurable
 * effect. Above `turningTo` its weight does not grow, because the value is an outlier.
 */
const turningFrom = 0.1;
const turningTo = 0.5;
const straightBelow = 0.05;

/** Delay with which a phone's estimate of gravity follows lasting acceleration, seconds. */
const gravityDelayS = 2;
/** Time in which the restored acceleration decays, seconds, so that offsets of the sensor do not add up. */
const forgottenS = 15;

/**
 * Reverts the high pass by which a phone computes linear acceleration without gravity. It changes `values` in place.
 */
const restoreLasting = (values: Float64Array, rateHz: number): void => {
  let taken = 0;
  for (let i = 0; i < values.length; i++) {
    taken += (values[i]! / gravityDelayS - taken / forgottenS) / rateHz;
    values[i] = values[i]! + taken;
  }
};

/**
 * Rotates acceleration from earth axes into vehicle axes. The yaw rate of the gyroscope turns the axes with the car.
 * The forward axis is the line on which most acceleration of straight driving lies. The side force in turns tells which
 * end of the line is the front. If turns do not tell clearly, `signKnown` is false, because front and rear are then
 * unknown.
 */
export const vehicleAxesOf = (stretch: EarthStretch): { samples: VehicleSamples; signKnown: boolean } => {
  const { rateHz, eastG, northG, upG, yawRadS } = stretch;
  const length = eastG.length;
  const turnedX = new Float64Array(length);
  const turnedY = new Float64Array(length);
  let heading = 0;
  for (let i = 0; i < length; i++) {
    heading += yawRadS[i]! / rateHz;
    turnedX[i] = Math.cos(heading) * eastG[i]! + Math.sin(heading) * northG[i]!;
    turnedY[i] = Math.cos(heading) * northG[i]! - Math.sin(heading) * eastG[i]!;
  }
  restoreLasting(turnedX, rateHz);
  restoreLasting(turnedY, rateHz);
  const [x, y] = filterCfcPair(turnedX, turnedY, rateHz, 0.7);
  const [yaw] = filterCfcPair(yawRadS, yawRadS, rateHz, 0.7);
  let [leftX, leftY, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (let i = 0; i < length; i++) {
    const turning = Math.abs(yaw[i]!);
    if (turning > turningFrom) {
      const weight = Math.sign(yaw[i]!) * Math.min(turning, turningTo);
      leftX += x[i]! * weight;
      leftY += y[i]! * weight;
    }
    if (turning >= straightBelow) continue;
    xx += x[i]! * x[i]!;
    xy += x[i]! * y[i]!;
    yy += y[i]! * y[i]!;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [lineX, lineY] = [Math.cos(angle), Math.sin(angle)];
  // Agreement of two directions: the line of forward acceleration, and a quarter turn to the right of the car's left
  // side.
  const agreement = (lineX * leftY - lineY * leftX) / (Math.hypot(leftX, leftY) || 1);
  const sign = agreement < 0 ? -1 : 1;
  const [forwardX, forwardY] = [sign * lineX, sign * lineY];
  const samples: VehicleSamples = {
    startMs: stretch.startS * 1000,
    rateHz,
    longitudinal: Float32Array.from(turnedX, (value, i) => value * forwardX + turnedY[i]! * forwardY),
    lateral: Float32Array.from(turnedX, (value, i) => turnedY[i]! * forwardX - value * forwardY),
    vertical: Float32Array.from(upG, value => value + 1),
  };
  return { samples, signKnown: Math.abs(agreement) > 0.8 };
};
