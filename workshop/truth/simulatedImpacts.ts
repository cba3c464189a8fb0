import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import { gravityMs2 } from '../../server/domain/telemetry/deltaV.ts';
import { summariseImpact } from '../../server/domain/telemetry/impact.ts';
import type { Axes } from '../../server/domain/telemetry/orientation.ts';
import { createTrack, type Track } from '../../server/domain/telemetry/positions.ts';
import { reconstruct } from '../../server/domain/telemetry/reconstruction.ts';
import { implausibleDoubts } from '../../src/contract/shapes/accident.ts';
import type { Random } from './random.ts';

/** An impact to simulate. Speeds in km/h, accelerations in m/s², times in seconds from the impact. */
export interface ImpactPlan {
  readonly speedKmh: number;
  /** Begin of the braking, negative. 0: none. */
  readonly brakingFromS: number;
  readonly brakingMs2: number;
  /** Change of velocity forward and to the left. */
  readonly pushKmh: readonly [number, number];
  readonly pulseS: number;
  /** Rate at which the car turns after the impact, rad/s. */
  readonly spinRadS: number;
  /** Deceleration after the impact. 0: the car rolls on. */
  readonly slideMs2: number;
  readonly courseDeg: number;
}

/** Devices and their faults. */
export interface RecorderPlan {
  /** Null: no recording. */
  readonly rateHz: number | null;
  readonly recordedFromS: number;
  readonly recordedToS: number;
  readonly rangeG: number;
  readonly noiseG: number;
  readonly zeroG: number;
  /** Slope of the road, radians. Gravity shows along the car. */
  readonly slopeRad: number;
  readonly frame: 'vehicle' | 'device';
  /** False: of the device's position in the car only the direction of gravity is known. */
  readonly isMountingKnown: boolean;
  /** Time between fixes. Null: no fixes. */
  readonly fixEveryS: number | null;
  /** False: the receiver sends places only. */
  readonly hasReceiverSpeed: boolean;
  /** Time over which the receiver averages its speed. */
  readonly receiverMeanS: number;
}

const stepS = 0.002;
const fromS = -45;
const toS = 65;
const metresPerDegree = 111_200;

/** True movement of the car, in steps of `stepS` from `fromS`. */
interface Movement {
  readonly speedMs: Float64Array;
  readonly courseRad: Float64Array;
  readonly eastM: Float64Array;
  readonly northM: Float64Array;
  /** Acceleration in the car's axes, m/s². */
  readonly along: Float64Array;
  readonly left: Float64Array;
}

const indexAt = (atS: number): number =>
  Math.max(0, Math.min(Math.round((toS - fromS) / stepS) - 1, Math.round((atS - fromS) / stepS)));

const move = (plan: ImpactPlan, random: Random): Movement => {
  const length = Math.round((toS - fromS) / stepS);
  const column = () => new Float64Array(length);
  const movement = {
    speedMs: column(),
    courseRad: column(),
    eastM: column(),
    northM: column(),
    along: column(),
    left: column(),
  };
  let course = (plan.courseDeg * Math.PI) / 180;
  let yaw = course;
  let [vEast, vNorth] = [(Math.sin(course) * plan.speedKmh) / 3.6, (Math.cos(course) * plan.speedKmh) / 3.6];
  let [east, north] = [0, 0];
  let calmMs2 = 0;
  const bendRadS = random.between(-0.02, 0.02);
  for (let i = 0; i < length; i++) {
    const atS = fromS + i * stepS;
    const speed = Math.hypot(vEast, vNorth);
    let [aEast, aNorth] = [0, 0];
    if (atS < 0) {
      // Calm driving changes its speed within seconds, and keeps near the planned speed.
      calmMs2 += (-calmMs2 / 4) * stepS + 0.35 * Math.sqrt(stepS) * random.normal();
      const braked = plan.brakingFromS < 0 && atS >= plan.brakingFromS;
      const loss = Math.min(plan.brakingMs2, speed / stepS);
      const ahead = plan.speedKmh === 0 ? 0 : calmMs2 + (plan.speedKmh / 3.6 - speed) * 0.1;
      const aside = speed * bendRadS;
      const isStanding = speed < 1e-6;
      const [forward, right] = braked
        ? isStanding
          ? [0, 0]
          : [-loss, loss < plan.brakingMs2 ? 0 : aside]
        : [ahead, aside];
      const [dirEast, dirNorth] = isStanding ? [Math.sin(yaw), Math.cos(yaw)] : [vEast / speed, vNorth / speed];
      aEast = dirEast * forward + dirNorth * right;
      aNorth = dirNorth * forward - dirEast * right;
      if (speed > 0.5) yaw += bendRadS * stepS;
    } else if (atS < plan.pulseS) {
      const shape = ((Math.PI / 2) * Math.sin((Math.PI * atS) / plan.pulseS)) / plan.pulseS;
      const [forward, left] = [(plan.pushKmh[0] / 3.6) * shape, (plan.pushKmh[1] / 3.6) * shape];
      aEast = Math.sin(yaw) * forward - Math.cos(yaw) * left;
      aNorth = Math.cos(yaw) * forward + Math.sin(yaw) * left;
    } else {
      yaw += plan.spinRadS * Math.exp(-(atS - plan.pulseS) / 0.8) * stepS;
      if (plan.slideMs2 > 0 && speed > 0) {
        const loss = Math.min(plan.slideMs2, speed / stepS);
        aEast = (-vEast / speed) * loss;
        aNorth = (-vNorth / speed) * loss;
      }
    }
    vEast += aEast * stepS;
    vNorth += aNorth * stepS;
    east += vEast * stepS;
    north += vNorth * stepS;
    if (Math.hypot(vEast, vNorth) > 0.3) course = Math.atan2(vEast, vNorth);
    movement.speedMs[i] = Math.hypot(vEast, vNorth);
    movement.courseRad[i] = course;
    movement.eastM[i] = east;
    movement.northM[i] = north;
    movement.along[i] = Math.sin(yaw) * aEast + Math.cos(yaw) * aNorth;
    movement.left[i] = -Math.cos(yaw) * aEast + Math.sin(yaw) * aNorth;
  }
  return movement;
};

const recordCurve = (
  movement: Movement,
  plan: RecorderPlan,
  random: Random,
): { curve: CurveSamples; axes: Axes } | null => {
  const { rateHz } = plan;
  if (rateHz === null) return null;
  const length = Math.round((plan.recordedToS - plan.recordedFromS) * rateHz);
  const axes = [new Float64Array(length), new Float64Array(length), new Float64Array(length)] as const;
  const zeros = [random.normal() * plan.zeroG, random.normal() * plan.zeroG, random.normal() * plan.zeroG];
  // The device turns about the vertical and lies on its side.
  const turn = plan.frame === 'device' ? random.between(0, 2 * Math.PI) : 0;
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
  const phaseS = random.uniform() / rateHz;
  const perSample = Math.max(1, Math.round(1 / rateHz / stepS));
  for (let i = 0; i < length; i++) {
    const first = indexAt(plan.recordedFromS + phaseS + i / rateHz);
    let [along, left] = [0, 0];
    for (let k = 0; k < perSample; k++) {
      along += movement.along[Math.min(movement.along.length - 1, first + k)]! / perSample;
      left += movement.left[Math.min(movement.left.length - 1, first + k)]! / perSample;
    }
    const forwardG = along / gravityMs2 + Math.sin(plan.slopeRad);
    const leftG = left / gravityMs2;
    const sent =
      plan.frame === 'vehicle'
        ? [forwardG, leftG, 1]
        : [cosine * forwardG - sine * leftG, 1, sine * forwardG + cosine * leftG];
    for (let n = 0; n < 3; n++)
      axes[n]![i] = Math.max(-plan.rangeG, Math.min(plan.rangeG, sent[n]! + zeros[n]! + random.normal() * plan.noiseG));
  }
  return {
    curve: {
      startMs: (plan.recordedFromS + phaseS + 0.5 / rateHz) * 1000,
      rateHz,
      longitudinalG: axes[0],
      lateralG: axes[1],
      verticalG: axes[2],
      rangeG: plan.rangeG,
      frame: plan.frame,
    },
    axes: { forward: [cosine, 0, sine], left: [-sine, 0, cosine], up: [0, 1, 0] },
  };
};

const sendFixes = (movement: Movement, plan: RecorderPlan, random: Random): Track => {
  if (plan.fixEveryS === null) return createTrack(0);
  const phaseS = random.uniform() * plan.fixEveryS;
  const count = Math.floor((toS - fromS - 2 - phaseS) / plan.fixEveryS);
  const track = createTrack(count);
  const [eastOffM, northOffM] = [random.normal() * 3, random.normal() * 3];
  for (let k = 0; k < count; k++) {
    const atS = fromS + 1.5 + phaseS + k * plan.fixEveryS;
    const last = indexAt(atS);
    const first = indexAt(atS - plan.receiverMeanS);
    let sum = 0;
    for (let i = first; i <= last; i++) sum += movement.speedMs[i]!;
    track.timeMs[k] = Math.round(atS * 1000);
    track.latitude[k] = 55 + (movement.northM[last]! + northOffM + random.normal() * 1.5) / metresPerDegree;
    track.longitude[k] =
      37 +
      (movement.eastM[last]! + eastOffM + random.normal() * 1.5) / (metresPerDegree * Math.cos((55 * Math.PI) / 180));
    if (!plan.hasReceiverSpeed) continue;
    track.speedKmh[k] = Math.max(0, (sum / (last - first + 1) + random.normal() * 0.25) * 3.6);
    const courseDeg = (movement.courseRad[first]! * 180) / Math.PI + random.normal() * 2;
    if (track.speedKmh[k]! > 3) track.courseDeg[k] = (courseDeg + 720) % 360;
  }
  return track;
};

/** A simulated impact with what a device sent of it, and the truth. */
export const simulateImpact = (plan: ImpactPlan, recorder: RecorderPlan, random: Random) => {
  const movement = move(plan, random);
  const recorded = recordCurve(movement, recorder, random);
  const track = sendFixes(movement, recorder, random);
  const restIndex = movement.speedMs.findIndex((speed, i) => fromS + i * stepS >= plan.pulseS && speed < 0.2);
  const speedKmhAt = (atS: number): number => movement.speedMs[indexAt(atS)]! * 3.6;
  const lastMovingIndex = movement.speedMs.findLastIndex((speed, i) => i <= indexAt(60) && speed > 2.8);
  return {
    curve: recorded?.curve ?? null,
    axes: recorded && recorder.frame === 'device' && recorder.isMountingKnown ? recorded.axes : null,
    track,
    speedKmhAt,
    /** Moment of the rest after the impact, s. Null: the car rolls on. */
    restAtS: restIndex < 0 ? null : fromS + restIndex * stepS,
    restM: restIndex < 0 ? null : [movement.eastM[restIndex]!, movement.northM[restIndex]!],
    wayToRestM:
      restIndex < 0
        ? null
        : movement.speedMs.reduce(
            (sum, speed, i) => (i > indexAt(plan.pulseS) && i <= restIndex ? sum + speed * stepS : sum),
            0,
          ),
    courseBeforeDeg: ((movement.courseRad[indexAt(-0.1)]! * 180) / Math.PI + 360) % 360,
    finalCourseDeg: ((movement.courseRad[lastMovingIndex]! * 180) / Math.PI + 360) % 360,
  };
};
type SimulatedImpact = ReturnType<typeof simulateImpact>;

/** Reconstructs a made impact as the server does: with the facts of its summary. */
export const reconstructSimulated = (
  { curve, axes, track, restAtS }: SimulatedImpact,
  deviceSpeedKmh: number | null = null,
) => {
  const gravity = curve?.frame === 'device' ? ([0, 1, 0] as const) : null;
  const facts = summariseImpact(
    curve ?? {
      startMs: 0,
      rateHz: 0,
      longitudinalG: new Float64Array(0),
      lateralG: new Float64Array(0),
      verticalG: new Float64Array(0),
      rangeG: null,
      frame: 'device',
    },
    track,
    undefined,
    gravity,
    { bandwidthHz: null, speedKmh: deviceSpeedKmh },
  );
  const last = track.timeMs.length - 1;
  return reconstruct({
    track,
    curve,
    axes,
    gravity,
    facts,
    isFaulty: facts.Doubts?.some(doubt => implausibleDoubts.includes(doubt)) ?? false,
    impactMs: 0,
    rest:
      last < 0
        ? undefined
        : restAtS === null || restAtS > 15
          ? null
          : { atS: restAtS, latitude: track.latitude[last]!, longitude: track.longitude[last]! },
  });
};

/** A random impact: driving or standing, braking or not, pushed from any side, sliding or rolling on. */
export const randomImpact = (random: Random): ImpactPlan => {
  const isStanding = random.uniform() < 0.1;
  const brakes = !isStanding && random.uniform() < 0.6;
  const speedKmh = isStanding ? 0 : random.between(25, 100);
  const turned = random.between(0, 2 * Math.PI);
  const size = random.between(8, 45);
  return {
    speedKmh,
    brakingFromS: brakes ? -random.between(0.7, 3) : 0,
    brakingMs2: random.between(3.5, 8.5),
    pushKmh: isStanding
      ? [size, 0]
      : random.uniform() < 0.6
        ? [-Math.min(size, speedKmh), random.between(-8, 8)]
        : [size * Math.cos(turned), size * Math.sin(turned)],
    pulseS: random.between(0.07, 0.15),
    spinRadS: random.uniform() < 0.5 ? 0 : random.between(-4, 4),
    slideMs2: random.uniform() < 0.8 ? random.between(2.5, 7) : 0.3,
    courseDeg: random.between(0, 360),
  };
};

export const usualRecorder = (random: Random): RecorderPlan => ({
  rateHz: random.uniform() < 0.5 ? 25 : 100,
  recordedFromS: -random.between(3, 12),
  recordedToS: random.between(2, 10),
  rangeG: 16,
  noiseG: random.between(0.01, 0.04),
  zeroG: 0.02,
  slopeRad: random.normal() * 0.03,
  frame: 'vehicle',
  isMountingKnown: true,
  fixEveryS: 1,
  hasReceiverSpeed: true,
  receiverMeanS: random.between(0, 1.2),
});
