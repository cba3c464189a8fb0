import type { CurveSamples } from '../domain/telemetry/curves.ts';
import type { Random } from './random.ts';

export const impactKinds = ['front', 'rear', 'left', 'right', 'kerb', 'slam', 'pothole'] as const;
export type ImpactKind = (typeof impactKinds)[number];

/** `left`: struck from the left. The peak is that of the main pulse, before noise. */
export type Impact = { kind: ImpactKind; peakG: number; pulseMs: number; rateHz: number };

const usualRateHz = 100;
const rangeG = 16;
const beforeS = 5;
/** A 12-bit sensor of ±16 g. */
const stepG = 0.008;
const gravityMs2 = 9.80665;

const pulseLengthsMs: Record<ImpactKind, readonly [number, number]> = {
  front: [90, 150],
  rear: [90, 140],
  left: [80, 120],
  right: [80, 120],
  kerb: [40, 60],
  slam: [30, 45],
  pothole: [40, 60],
};

export const impactOf = (kind: ImpactKind, peakG: number, random: Random, rateHz = usualRateHz): Impact => ({
  kind,
  peakG,
  rateHz,
  pulseMs: random.between(...pulseLengthsMs[kind]),
});

/** Shares of the main pulse along (forward) and across (left): a frontal impact pushes the car back. */
const pushes: Record<ImpactKind, readonly [along: number, across: number]> = {
  front: [-1, 0],
  rear: [1, 0],
  left: [-0.25, -1],
  right: [-0.25, 1],
  kerb: [-0.45, 0.9],
  slam: [0.1, -1],
  pothole: [-1, 0.25],
};

/** Change of velocity along the vehicle, m/s: a haversine has half the area of its box. Only a crash causes one. */
export const deltaVAlongMs = ({ kind, peakG, pulseMs }: Impact): number =>
  kind === 'kerb' || kind === 'slam' || kind === 'pothole'
    ? 0
    : (pushes[kind][0] * peakG * gravityMs2 * pulseMs) / 2000;

const haversine = (sinceMs: number, lengthMs: number): number =>
  sinceMs < 0 || sinceMs > lengthMs ? 0 : Math.sin((Math.PI * sinceMs) / lengthMs) ** 2;
/** One full oscillation: no change of velocity remains. */
const swing = (sinceMs: number, lengthMs: number): number =>
  sinceMs < 0 || sinceMs > lengthMs ? 0 : Math.sin((2 * Math.PI * sinceMs) / lengthMs) * 1.02;
const ringing = (sinceMs: number, hz: number, decayMs: number): number =>
  sinceMs < 0 ? 0 : Math.exp(-sinceMs / decayMs) * Math.sin((2 * Math.PI * hz * sinceMs) / 1000);

type Push = { along: number; across: number; up: number };

const crashAt = (impact: Impact, sinceMs: number, hz: number): Push => {
  const [along, across] = pushes[impact.kind];
  const pulse = haversine(sinceMs, impact.pulseMs);
  const rest = ringing(sinceMs - impact.pulseMs * 0.8, hz, 90) * 0.16;
  return {
    along: (along * pulse + rest * (Math.abs(along) + 0.2)) * impact.peakG,
    across: (across * pulse - rest * (Math.abs(across) + 0.25)) * impact.peakG,
    up: (0.18 * swing(sinceMs, impact.pulseMs * 1.6) + 0.12 * ringing(sinceMs, 9, 180)) * impact.peakG,
  };
};

/** Kerb, pothole and slam shake the car without stopping it. Front and rear axle meet a hole one after the other. */
const bumpAt = (impact: Impact, sinceMs: number, hz: number, axleMs: number): Push => {
  const [along, across] = pushes[impact.kind];
  const once = (since: number, share: number): Push => {
    const horizontal = impact.kind === 'slam' ? ringing(since, hz, impact.pulseMs) : swing(since, impact.pulseMs);
    const lift = impact.kind === 'pothole' ? 1.7 : impact.kind === 'kerb' ? 1.1 : 0.25;
    return {
      along: along * horizontal * share,
      across: across * horizontal * share,
      up: (swing(since, impact.pulseMs * 1.3) * lift + ringing(since - impact.pulseMs, 11, 120) * 0.3 * lift) * share,
    };
  };
  const first = once(sinceMs, 1);
  const second = impact.kind === 'slam' ? { along: 0, across: 0, up: 0 } : once(sinceMs - axleMs, 0.6);
  // A decaying swing reaches some two thirds of its level.
  const scale = impact.peakG * (impact.kind === 'slam' ? 1.5 : 1);
  return {
    along: (first.along + second.along) * scale,
    across: (first.across + second.across) * scale,
    up: (first.up + second.up) * scale,
  };
};

/**
 * The accelerometer's curve from five seconds before to five after.
 * @param speedsMs the car's speed at whole seconds, `atSecond` being the impact's: braking and road noise follow it.
 */
export const curveOf = (
  impact: Impact,
  impactMs: number,
  speedsMs: Float64Array,
  atSecond: number,
  random: Random,
): CurveSamples => {
  const { rateHz } = impact;
  const length = 2 * beforeS * rateHz;
  const axes = [new Float64Array(length), new Float64Array(length), new Float64Array(length)] as const;
  const crash = impact.kind !== 'kerb' && impact.kind !== 'slam' && impact.kind !== 'pothole';
  const speedMs = (second: number) => speedsMs[Math.max(0, Math.min(speedsMs.length - 1, second))]!;
  const axleMs = Math.min(600, (2.6 / Math.max(2, speedMs(atSecond))) * 1000);
  const hz = random.between(12, 18);
  const noise = [0, 0, 0];
  for (let at = 0; at < length; at++) {
    const sinceMs = (at / rateHz - beforeS) * 1000;
    const second = atSecond + Math.floor(sinceMs / 1000);
    // The pulse itself is drawn below, so the speed drop of the impact's second is not drawn twice: the rest of it is
    // braking.
    const struck = crash && second === atSecond;
    const gainMs2 = struck ? speedMs(second + 2) - speedMs(second + 1) : speedMs(second + 1) - speedMs(second);
    const steadyMs2 = struck && sinceMs < impact.pulseMs ? 0 : gainMs2;
    const moving = speedMs(second) > 0.3;
    const roughG = moving ? 0.012 + 0.0016 * Math.min(30, speedMs(second)) : 0.004;
    for (let axis = 0; axis < 3; axis++)
      noise[axis] = 0.55 * noise[axis]! + random.normal(0, roughG * (axis === 2 ? 1.5 : 0.8));
    const push = crash ? crashAt(impact, sinceMs, hz) : bumpAt(impact, sinceMs, hz, axleMs);
    const brakingG = Math.max(-0.7, Math.min(0.5, steadyMs2 / gravityMs2));
    const values = [brakingG + push.along + noise[0]!, push.across + noise[1]!, 1 + push.up + noise[2]!];
    for (let axis = 0; axis < 3; axis++) {
      const clipped = Math.max(-rangeG, Math.min(rangeG, values[axis]!));
      axes[axis]![at] = Math.round(clipped / stepG) * stepG;
    }
  }
  return {
    startMs: impactMs - beforeS * 1000,
    rateHz,
    longitudinalG: axes[0],
    lateralG: axes[1],
    verticalG: axes[2],
    rangeG,
    frame: 'vehicle',
  };
};
