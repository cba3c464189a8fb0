import type { CurveSamples } from '../domain/telemetry/curves.ts';
import { gravityMs2 } from '../domain/telemetry/deltaV.ts';
import type { Drive } from './drive.ts';
import type { ImpactDrive } from './impactDrive.ts';
import { changeMs, type Impact, isCrash, pushes } from './impacts.ts';
import type { Random } from './random.ts';

const rangeG = 16;
const beforeS = 5;
/** Step of a 12-bit sensor of ±16 g. */
const stepG = 0.008;

const haversine = (sinceMs: number, lengthMs: number): number =>
  sinceMs < 0 || sinceMs > lengthMs ? 0 : Math.sin((Math.PI * sinceMs) / lengthMs) ** 2;
/** One full oscillation: no change of velocity remains. */
const swing = (sinceMs: number, lengthMs: number): number =>
  sinceMs < 0 || sinceMs > lengthMs ? 0 : Math.sin((2 * Math.PI * sinceMs) / lengthMs) * 1.02;
const ringing = (sinceMs: number, hz: number, decayMs: number): number =>
  sinceMs < 0 ? 0 : Math.exp(-sinceMs / decayMs) * Math.sin((2 * Math.PI * hz * sinceMs) / 1000);

/** Seconds within which the tyres turn a car that was pushed aside back on its way. */
const sidewaysS = 0.8;

type Push = { along: number; across: number; up: number };

/** Share of the ringing of the body after the blow. Its change of velocity is subtracted from the blow. */
const ringShare = 0.16;
const ringDecayMs = 90;

const crashAt = (impact: Impact, sinceMs: number, hz: number): Push => {
  const [along, across] = pushes[impact.kind];
  const sinceEndMs = sinceMs - impact.pulseMs * 0.8;
  const turns = (2 * Math.PI * hz) / 1000;
  const rungMs = turns / (turns ** 2 + ringDecayMs ** -2);
  const blow = haversine(sinceMs, impact.pulseMs);
  const level = blow * (1 - (2 * ringShare * rungMs) / impact.pulseMs);
  const rest = ringing(sinceEndMs, hz, ringDecayMs) * ringShare;
  const heldG =
    sinceEndMs < 0
      ? 0
      : (-changeMs(impact, 1) * Math.exp(-sinceEndMs / 1000 / sidewaysS)) / sidewaysS / gravityMs2 / impact.peakG;
  return {
    along: along * (level + rest) * impact.peakG,
    across: (across * (level + rest) + heldG) * impact.peakG,
    up: (0.18 * swing(sinceMs, impact.pulseMs * 1.6) + 0.12 * ringing(sinceMs, 9, 180)) * impact.peakG,
  };
};

/** Kerb, pothole and slam shake the car without stopping it. Front and rear axle hit a hole one after the other. */
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

/** Sideways acceleration by a drive's curvature, m/s², at a second. Positive to the left. */
const bendMs2 = ({ path, distanceM, speedMs }: Drive, atS: number): number => {
  const second = Math.max(0, Math.min(speedMs.length - 2, Math.floor(atS)));
  const share = Math.max(0, Math.min(1, atS - second));
  const between = (values: Float64Array): number => values[second]! + (values[second + 1]! - values[second]!) * share;
  const alongM = between(distanceM);
  let [low, high] = [0, path.alongM.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (path.alongM[middle]! <= alongM) low = middle;
    else high = middle;
  }
  return between(speedMs) ** 2 * path.curvature[low]!;
};

/**
 * The accelerometer's curve from five seconds before to five after. Its integral equals the change of the fixes' speeds
 * and, sideways, the bends of the way.
 */
export const curveOf = (
  impact: Impact,
  impactMs: number,
  { drive, impactSecond, afterFixS, steadyMs2 }: ImpactDrive,
  random: Random,
): CurveSamples => {
  const { rateHz } = impact;
  const length = 2 * beforeS * rateHz;
  const axes = [new Float64Array(length), new Float64Array(length), new Float64Array(length)] as const;
  const crash = isCrash(impact.kind);
  const { speedMs } = drive;
  const speedAt = (second: number) => speedMs[Math.max(0, Math.min(speedMs.length - 1, second))]!;
  const axleMs = Math.min(600, (2.6 / Math.max(2, speedAt(impactSecond))) * 1000);
  const hz = random.between(12, 18);
  const noise = [0, 0, 0];
  // A slow device that samples a swing at its zeros sees nothing and sends nothing, so the start avoids this.
  const startS = random.integer(8, 16) / 1000 - beforeS;
  for (let at = 0; at < length; at++) {
    const sinceS = at / rateHz + startS;
    const driveS = impactSecond + afterFixS + sinceS;
    const speed = speedAt(Math.floor(driveS));
    const roughG = speed > 0.3 ? 0.012 + 0.0016 * Math.min(30, speed) : 0.004;
    for (let axis = 0; axis < 3; axis++)
      noise[axis] = 0.25 * noise[axis]! + random.normal(0, roughG * (axis === 2 ? 1.7 : 0.9));
    const push = crash ? crashAt(impact, sinceS * 1000, hz) : bumpAt(impact, sinceS * 1000, hz, axleMs);
    const values = [
      steadyMs2(sinceS) / gravityMs2 + push.along + noise[0]!,
      bendMs2(drive, driveS) / gravityMs2 + push.across + noise[1]!,
      1 + push.up + noise[2]!,
    ];
    for (let axis = 0; axis < 3; axis++) {
      const clipped = Math.max(-rangeG, Math.min(rangeG, values[axis]!));
      axes[axis]![at] = Math.round(clipped / stepG) * stepG;
    }
  }
  return {
    startMs: Math.round(impactMs + startS * 1000),
    rateHz,
    longitudinalG: axes[0],
    lateralG: axes[1],
    verticalG: axes[2],
    rangeG,
    frame: 'vehicle',
  };
};
