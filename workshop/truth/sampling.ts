import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import { computeDeltaV } from '../../server/domain/telemetry/deltaV.ts';
import { locatePulse } from '../../server/domain/telemetry/pulse.ts';
import { defaultSettings } from '../../server/domain/telemetry/settings.ts';
import type { Random } from './random.ts';

/** A crash pulse scaled to a change of velocity. */
export interface ScaledPulse {
  readonly curve: CurveSamples;
  readonly factor: number;
  /** Time zero (begin of the impact), seconds from the start of the curve. */
  readonly zeroS: number;
  readonly deltaVKmh: number;
  /** Change of velocity forward and to the left, km/h, before the device is turned. */
  readonly vectorKmh: readonly [number, number];
}

interface TrueDeltaV {
  readonly kmh: number;
  readonly vectorKmh: readonly [number, number];
  readonly zeroS: number;
}

/**
 * Returns the change of velocity in a fully recorded pulse, by the engine's usual rule. Results from slower recordings
 * of the same pulse are compared with it.
 */
export const trueDeltaVKmh = (curve: CurveSamples): TrueDeltaV => {
  const pulse = locatePulse(curve, null, defaultSettings);
  const { along, across, offsetA, offsetB, zero, end } = pulse;
  const { resultantKmh, vectorKmh } = computeDeltaV(
    along.map(value => value - offsetA),
    across.map(value => value - offsetB),
    curve.rateHz,
    { zero, end },
    defaultSettings,
  );
  return { kmh: resultantKmh, vectorKmh, zeroS: zero / curve.rateHz };
};

/** Changes of velocity of the pulses that were scaled. One is computed once. */
const truths = new WeakMap<CurveSamples, TrueDeltaV>();

export const scaledTo = (curve: CurveSamples, kmh: number): ScaledPulse => {
  const truth = truths.get(curve) ?? trueDeltaVKmh(curve);
  truths.set(curve, truth);
  const factor = kmh / truth.kmh;
  const [along, across] = truth.vectorKmh;
  return { curve, factor, zeroS: truth.zeroS, deltaVKmh: kmh, vectorKmh: [along * factor, across * factor] };
};

/** Returns the change of velocity of a pulse that is turned in the car, forward and to the left, km/h. */
export const turnedVectorKmh = ({ vectorKmh: [along, across] }: ScaledPulse, turnedRad: number): [number, number] => {
  const [cosine, sine] = [Math.cos(turnedRad), Math.sin(turnedRad)];
  return [along * cosine - across * sine, along * sine + across * cosine];
};

/**
 * Returns the speed of a car after a pulse, km/h. A pulse from behind makes it faster, and one from the side hardly
 * changes it. `turnedRad`: rotation of the pulse in the car. `share`: total of several pulses, as a share of the first.
 */
export const speedAfterPulseKmh = (beforeKmh: number, pulse: ScaledPulse, turnedRad: number, share = 1): number => {
  const [along, across] = turnedVectorKmh(pulse, turnedRad);
  return Math.hypot(beforeKmh + share * along, share * across);
};

export interface Device {
  readonly rateHz: number;
  /** True: the device averages samples, so its frequency band ends at half the rate. False: it skips samples. */
  readonly averages: boolean;
  readonly rangeG: number;
  readonly noiseG: number;
  /** Rotation of the device about the vertical axis relative to the pulse, radians. */
  readonly turnedRad: number;
}

/** Returns the acceleration of a pulse at a time after its time zero, g. It is 0 outside the recording. */
const pulseAt = ({ curve, factor, zeroS }: ScaledPulse, axis: Float64Array, sinceS: number): number => {
  const at = (sinceS + zeroS) * curve.rateHz;
  const before = Math.floor(at);
  if (before < 0 || before >= axis.length - 1) return 0;
  return factor * (axis[before]! + (axis[before + 1]! - axis[before]!) * (at - before));
};

/**
 * Returns a pulse as a device would have recorded it, added to a background. The record begins `beforeS` seconds before
 * time zero of the pulse. `background` gives longitudinal, lateral and vertical acceleration without gravity, g, at
 * seconds from the record's start.
 */
export const recordPulse = (
  pulse: ScaledPulse,
  device: Device,
  { beforeS, seconds }: { readonly beforeS: number; readonly seconds: number },
  background: (atS: number) => readonly [number, number, number],
  random: Random,
): CurveSamples => {
  const { rateHz, averages, rangeG, noiseG, turnedRad } = device;
  const length = Math.round(seconds * rateHz);
  const { longitudinalG, lateralG, verticalG } = pulse.curve;
  const [cosine, sine] = [Math.cos(turnedRad), Math.sin(turnedRad)];
  const upright = verticalG.map(value => value - 1);
  const phase = random.uniform() / rateHz;
  const parts = averages ? 16 : 1;
  const axes = [new Float64Array(length), new Float64Array(length), new Float64Array(length)] as const;
  const limited = (value: number): number => Math.max(-rangeG, Math.min(rangeG, value + random.normal() * noiseG));
  for (let i = 0; i < length; i++) {
    let [x, y, z] = [0, 0, 0];
    for (let part = 0; part < parts; part++) {
      const sinceS = (i + part / parts) / rateHz + phase - beforeS;
      const along = pulseAt(pulse, longitudinalG, sinceS);
      const across = pulseAt(pulse, lateralG, sinceS);
      x += (along * cosine - across * sine) / parts;
      y += (along * sine + across * cosine) / parts;
      z += pulseAt(pulse, upright, sinceS) / parts;
    }
    const [bx, by, bz] = background(i / rateHz);
    axes[0][i] = limited(x + bx);
    axes[1][i] = limited(y + by);
    axes[2][i] = limited(z + bz + 1);
  }
  return {
    startMs: 0,
    rateHz,
    longitudinalG: axes[0],
    lateralG: axes[1],
    verticalG: axes[2],
    rangeG,
    frame: 'vehicle',
  };
};
