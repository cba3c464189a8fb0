import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import { summariseImpact } from '../../server/domain/telemetry/impact.ts';
import { defaultSettings } from '../../server/domain/telemetry/settings.ts';
import { isMiniLoss } from '../../server/domain/telemetry/severity.ts';
import {
  alignBySecond,
  type Backgrounds,
  backgroundsOf,
  judgeTrial,
  pickBackground,
  recordDurationS,
  shakenRecord,
  shakes,
  shakeTrial,
  type Trial,
  trackAround,
} from './crashes.ts';
import { atLeast, atMost, type Figure, figureOf } from './figure.ts';
import type { Truth } from './folder.ts';
import { randomRotation, turnedCurve } from './orientations.ts';
import { type Random, randomOf, seedOf } from './random.ts';
import { type Device, recordPulse, scaledTo, speedAfterPulseKmh } from './sampling.ts';
import { standingKinds } from './standing.ts';

const trialsPerKind = 200;
const gravityKmhS = 35.3;
const rates = [50, 100, 200];

export interface Sources {
  readonly pulses: readonly CurveSamples[];
  readonly backgrounds: Backgrounds;
}

interface ImpactKind {
  readonly crash: boolean;
  readonly target?: { readonly text: string; readonly holds: (value: number) => boolean };
  readonly trial: (sources: Sources, random: Random, n: number) => Trial;
}

const still = (): readonly [number, number, number] => [0, 0, 0];

const deviceOf = (random: Random, more: Partial<Device> = {}): Device => ({
  rateHz: rates[random.below(rates.length)]!,
  averages: random.uniform() < 0.5,
  rangeG: 16,
  noiseG: 0.02,
  turnedRad: random.between(0, 2 * Math.PI),
  ...more,
});

interface Blow {
  readonly deltaVKmh: readonly [number, number];
  readonly speedKmh: readonly [number, number];
  readonly device?: (random: Random) => Partial<Device>;
  readonly change?: (curve: CurveSamples, random: Random) => CurveSamples;
  /** Deceleration of the driver's braking before the blow, g. */
  readonly brakingG?: readonly [number, number];
  /** Whether the driver drives on at the speed that is left. */
  readonly drivesOn?: boolean;
  /** Size of a second pulse, as a share of the first. */
  readonly second?: readonly [number, number];
}

/** Adds a later pulse in the same direction. `both` are recorded without noise, rotation or gravity of their own. */
const addCurves = (one: CurveSamples, other: CurveSamples, rangeG: number): CurveSamples => {
  const add = (a: Float64Array, b: Float64Array, gravity: number): Float64Array =>
    a.map((value, i) => Math.max(-rangeG, Math.min(rangeG, value + b[i]! - gravity)));
  return {
    ...one,
    longitudinalG: add(one.longitudinalG, other.longitudinalG, 0),
    lateralG: add(one.lateralG, other.lateralG, 0),
    verticalG: add(one.verticalG, other.verticalG, 1),
  };
};

/** Returns a trial of a crash. Two seconds of driving, standing or braking stand before the blow. */
const blowTrial = (blow: Blow, { pulses, backgrounds }: Sources, random: Random, n: number): Trial => {
  const beforeS = 2;
  const deltaVKmh = random.between(...blow.deltaVKmh);
  const speedKmh = random.between(...blow.speedKmh);
  const device = deviceOf(random, blow.device?.(random));
  const brakingG = blow.brakingG ? random.between(...blow.brakingG) : 0;
  const moving = speedKmh > 0 ? pickBackground(backgrounds, random) : still;
  const background = (atS: number): readonly [number, number, number] => {
    const [x, y, z] = moving(atS);
    return [atS < beforeS ? x - brakingG : x, y, z];
  };
  const pulse = pulses[n % pulses.length]!;
  const scaledPulse = scaledTo(pulse, deltaVKmh);
  const window = { beforeS, seconds: recordDurationS };
  let curve = recordPulse(scaledPulse, device, window, background, random);
  let share = 1;
  if (blow.second) {
    const laterS = beforeS + random.between(0.2, 0.6);
    const size = random.between(...blow.second);
    share += size;
    const later = recordPulse(
      scaledTo(pulse, deltaVKmh * size),
      { ...device, noiseG: 0 },
      { ...window, beforeS: laterS },
      still,
      random,
    );
    curve = addCurves(curve, later, device.rangeG);
  }
  if (blow.change) curve = blow.change(curve, random);
  const blowKmh = Math.max(0, speedKmh - brakingG * gravityKmhS * beforeS);
  const leftKmh = speedAfterPulseKmh(blowKmh, scaledPulse, device.turnedRad, share);
  const track = trackAround(beforeS, blowKmh, sinceS => (blow.drivesOn ? leftKmh : leftKmh - sinceS * 8));
  return judgeTrial(curve, random.uniform() < 0.33 ? null : track, true, deltaVKmh);
};

/** Returns a curve whose gravity turns about the forward axis by 90–360° within some seconds, with blows of the roof. */
const rolloverTrial = (random: Random): Trial => {
  const rateHz = rates[random.below(rates.length)]!;
  const [turnRad, turnS] = [random.between(Math.PI / 2, 2 * Math.PI), random.between(0.8, 2.5)];
  const [slideG, hitG, hitS] = [random.between(0.5, 0.9), random.between(3, 12), random.between(0.03, 0.08)];
  const hits = Math.max(1, Math.round(turnRad / Math.PI));
  const curve = shakenRecord(
    since => {
      const angle = turnRad * Math.max(0, Math.min(1, since / turnS));
      const slides = since > -0.7 && since < turnS ? slideG : 0;
      let hit = 0;
      for (let k = 1; k <= hits; k++) {
        const after = since - (turnS * k) / hits;
        if (after > 0 && after < hitS) hit += hitG * Math.sin((Math.PI * after) / hitS);
      }
      return [-0.3 * slides, slides + Math.sin(angle) + 0.5 * hit, Math.cos(angle) - 1 + hit];
    },
    () => [random.normal() * 0.05, random.normal() * 0.05, random.normal() * 0.05],
    { rateHz, rangeG: 16, seconds: recordDurationS },
  );
  const speedKmh = random.between(40, 100);
  const track = trackAround(1.5, speedKmh, sinceS => speedKmh - sinceS * 20);
  return judgeTrial(curve, random.uniform() < 0.33 ? null : track, true, 0);
};

/** Returns an emergency stop on a dry road: full braking to a stand, and the backward jerk at its end. */
const emergencyStopTrial = (random: Random, rateHz: number): Trial => {
  const [brakingG, speedKmh] = [random.between(0.9, 1.1), random.between(30, 90)];
  const stopS = speedKmh / (brakingG * gravityKmhS);
  const curve = shakenRecord(
    since => {
      const braking = Math.max(0, Math.min(1, since / 0.25)) * brakingG;
      const jerk = since > stopS ? -0.4 * Math.exp(-(since - stopS) / 0.2) * Math.cos(12 * (since - stopS)) : 0;
      return [since > stopS ? -jerk : -braking, 0, 0];
    },
    () => [random.normal() * 0.06, random.normal() * 0.06, random.normal() * 0.1],
    { rateHz, rangeG: 16, seconds: recordDurationS },
  );
  const track = trackAround(1.5, speedKmh, sinceS => speedKmh - sinceS * brakingG * gravityKmhS);
  return judgeTrial(curve, random.uniform() < 0.33 ? null : track, false, 0);
};

const blowKind = (blow: Blow, least?: number): ImpactKind => ({
  crash: true,
  ...(least !== undefined && { target: atLeast(least) }),
  trial: (given, random, n) => blowTrial(blow, given, random, n),
});
const ordinary = { deltaVKmh: [15, 60], speedKmh: [20, 80] } as const;

/** Kinds of impact and of disturbance, by name. */
export const impactKinds: Readonly<Record<string, ImpactKind>> = {
  'crash from 15 km/h': blowKind(ordinary, 0.99),
  'crash of 10–15 km/h': blowKind({ ...ordinary, deltaVKmh: [10, 15] }),
  'crash, device with unknown up': blowKind(
    { ...ordinary, change: (curve, random) => turnedCurve(randomRotation(random), curve) },
    0.985,
  ),
  'crash, sensor saturated at 4–8 g': blowKind(
    { ...ordinary, device: random => ({ rangeG: random.between(4, 8) }) },
    0.99,
  ),
  'crash, fleet at 25 Hz': blowKind({ ...ordinary, device: () => ({ rateHz: 25 }) }, 0.99),
  'crash after braking of 0.6–0.9 g': blowKind({ ...ordinary, speedKmh: [60, 110], brakingG: [0.6, 0.9] }, 0.99),
  'crash with two pulses': blowKind({ ...ordinary, second: [0.4, 0.9] }, 0.99),
  'pushed by 8–30 km/h while standing': blowKind({ deltaVKmh: [8, 30], speedKmh: [0, 0] }),
  'contact of 3–8 km/h while parking': blowKind({ deltaVKmh: [3, 8], speedKmh: [0, 0] }),
  rollover: { crash: true, target: atLeast(0.95), trial: (_, random) => rolloverTrial(random) },
  ...Object.fromEntries(
    Object.entries(standingKinds).map(([kind, one]): [string, ImpactKind] => [
      kind,
      { ...one, ...(!one.crash && { target: atMost(0.02) }) },
    ]),
  ),
  'emergency stop of 0.9–1.1 g': {
    crash: false,
    target: atMost(0.02),
    trial: (_, random) => emergencyStopTrial(random, rates[random.below(rates.length)]!),
  },
  'emergency stop, fleet at 25 Hz': {
    crash: false,
    target: atMost(0.02),
    trial: (_, random) => emergencyStopTrial(random, 25),
  },
  'slam, pothole, kerb or shaking, device with unknown up': {
    crash: false,
    target: atMost(0.02),
    trial: ({ backgrounds }, _, n) => {
      const kinds = Object.keys(shakes);
      return shakeTrial(kinds[n % kinds.length]!, backgrounds, n, null, (curve, random) =>
        turnedCurve(randomRotation(random), curve),
      );
    },
  },
  ...Object.fromEntries(
    Object.keys(shakes).flatMap(kind =>
      [null, 25].map((rateHz): [string, ImpactKind] => [
        rateHz === null ? kind : `${kind}, fleet at ${rateHz} Hz`,
        {
          crash: false,
          target: atMost(0.02),
          trial: ({ backgrounds }, _, n) => shakeTrial(kind, backgrounds, n, rateHz),
        },
      ]),
    ),
  ),
};

const share = (cases: readonly boolean[]): number => cases.filter(Boolean).length / cases.length;

/** Returns how often the interval of delta-v holds the sum of two pulses in the same direction. */
const doublePulseFigure = ({ pulses }: Sources): Figure => {
  const trials = Array.from({ length: trialsPerKind }, (_, n) => {
    const random = randomOf(seedOf('double pulse', n));
    const pulse = pulses[n % pulses.length]!;
    const [kmh, size] = [random.between(8, 40), random.between(0.4, 0.9)];
    const device = deviceOf(random, { noiseG: 0 });
    const window = { beforeS: 1, seconds: 3 };
    const one = recordPulse(scaledTo(pulse, kmh), device, window, still, random);
    const laterWindow = { ...window, beforeS: 1 + random.between(0.15, 0.4) };
    const other = recordPulse(scaledTo(pulse, kmh * size), device, laterWindow, still, random);
    const facts = summariseImpact(addCurves(one, other, device.rangeG), null);
    const truthKmh = kmh * (1 + size);
    const { DeltaVFromKmh: fromKmh, DeltaVToKmh: toKmh } = facts;
    return fromKmh === null ? null : truthKmh >= fromKmh && (toKmh === null || truthKmh <= toKmh);
  });
  return figureOf({
    subject: 'crash with two pulses 0.15–0.4 s apart',
    figure: 'delta-v interval holds the sum of both',
    unit: 'share',
    cases: trials.filter(held => held !== null),
    statistic: share,
    target: atLeast(0.9),
    note: `${trials.filter(held => held === null).length} of ${trials.length} without a delta-v`,
  });
};

const queueTrials = 1200;
const fleetRates = [25, ...rates];

/** Returns crashes from 8 km/h up, by devices of all rates. Every fifth driver drives on. */
export const queueTrial = (sources: Sources, n: number): Trial => {
  const random = randomOf(seedOf('queue', n));
  const rateHz = fleetRates[n % fleetRates.length]!;
  const [mostKmh, drivesOn] = [n % 2 === 0 ? 20 : 60, n % 5 === 0];
  const device = (): Partial<Device> => ({ rateHz });
  return blowTrial({ deltaVKmh: [8, mostKmh], speedKmh: [0, 80], drivesOn, device }, sources, random, n);
};

/** Returns the crashes that slow samples hide best: weak ones, after three quarters of which the driver drives on. */
const weakQueueTrial = (sources: Sources, n: number): Trial => {
  const random = randomOf(seedOf('weak queue', n));
  const device = (): Partial<Device> => ({ rateHz: n % 3 === 0 ? 50 : 25 });
  return blowTrial({ deltaVKmh: [8, 14], speedKmh: [0, 80], drivesOn: n % 4 !== 0, device }, sources, random, n);
};

const isOutsideQueue = ({ facts }: Trial): boolean => isMiniLoss(facts, defaultSettings);

/** Returns figures of the classes and of the impacts that reach the queue. The floor is the class by the peak alone. */
const queueFigures = (sources: Sources): Figure[] => {
  const crashes = Array.from({ length: queueTrials }, (_, n) => queueTrial(sources, n));
  const weak = Array.from({ length: queueTrials }, (_, n) => weakQueueTrial(sources, n));
  const light = crashes.filter(({ deltaVKmh }) => deltaVKmh < defaultSettings.majorFromKmh);
  const others = Object.entries(impactKinds)
    .filter(([kind, { crash }]) => !crash && kind.endsWith('25 Hz'))
    .flatMap(([kind, { trial }]) =>
      Array.from({ length: trialsPerKind }, (_, n) => trial(sources, randomOf(seedOf(kind, n)), n)),
    );
  return [
    figureOf({
      subject: 'crash from 8 km/h, 25–200 Hz',
      figure: 'outside the queue',
      unit: 'share',
      cases: crashes.map(isOutsideQueue),
      statistic: share,
      floor: share(crashes.map(({ peakG }) => peakG < defaultSettings.minorFromG)),
      target: atMost(0),
    }),
    figureOf({
      subject: 'crash of 8–14 km/h, 25–50 Hz, mostly driving on',
      figure: 'outside the queue',
      unit: 'share',
      cases: weak.map(isOutsideQueue),
      statistic: share,
      floor: share(weak.map(({ peakG }) => peakG < defaultSettings.minorFromG)),
      target: atMost(0),
    }),
    figureOf({
      subject: 'crash of 8–20 km/h, 25–200 Hz',
      figure: 'called major',
      unit: 'share',
      cases: light.map(({ facts }) => facts.Severity === 'major'),
      statistic: share,
      floor: share(light.map(({ peakG }) => peakG >= defaultSettings.majorFromG)),
    }),
    figureOf({
      subject: 'no crash, fleet at 25 Hz',
      figure: 'in the queue',
      unit: 'share',
      cases: others.map(trial => !isOutsideQueue(trial)),
      statistic: share,
      floor: share(others.map(({ peakG }) => peakG >= defaultSettings.minorFromG)),
      target: atMost(0.15),
    }),
  ];
};

/** Returns the recordings from which impacts are made. Null: there is no crash test, or no drive that is long enough. */
export const sourcesOf = (truth: Truth): Sources | null => {
  const backgrounds = backgroundsOf(truth);
  const isLongEnough = backgrounds.some(one => alignBySecond(one) > recordDurationS + 1);
  if (truth.crashTests.length === 0 || !isLongEnough) return null;
  return { pulses: truth.crashTests.map(({ pulse }) => pulse), backgrounds };
};

/** Returns recall or false alarms of each kind. The floor is the peak alone: an alarm from the bound of a minor impact. */
export const impactKindFigures = (truth: Truth): Figure[] => {
  const sources = sourcesOf(truth);
  if (!sources) return [];
  const figures = Object.entries(impactKinds).flatMap(([kind, { crash, target, trial }]) => {
    const trials = Array.from({ length: trialsPerKind }, (_, n) => trial(sources, randomOf(seedOf(kind, n)), n));
    const isAlarm = ({ probability }: Trial): boolean => probability >= defaultSettings.crashFromProbability;
    const isUnknown = ({ facts }: Trial): boolean => facts.CrashProbability === null;
    const isQueued = (one: Trial): boolean => isUnknown(one) && !isOutsideQueue(one);
    const percent = (cases: readonly boolean[]): string => `${(share(cases) * 100).toFixed(1)} %`;
    const alarms = figureOf({
      subject: kind,
      figure: crash ? 'recall' : 'false alarms',
      unit: 'share',
      cases: trials.map(isAlarm),
      statistic: share,
      floor: share(trials.map(({ peakG }) => peakG >= defaultSettings.minorFromG)),
      ...(target && { target }),
      note: `probability of at least 0.25: ${percent(trials.map(({ probability }) => probability >= 0.25))}, unknown: ${percent(trials.map(isUnknown))}, outside the queue: ${percent(trials.map(isOutsideQueue))}`,
    });
    if (!crash || !(kind in standingKinds)) return [alarms];
    const figure = 'crash, or unknown and in the queue';
    const cases = trials.map(one => isAlarm(one) || isQueued(one));
    return [alarms, figureOf({ subject: kind, figure, unit: 'share', cases, statistic: share, target: atLeast(0.95) })];
  });
  return [...figures, ...queueFigures(sources), doublePulseFigure(sources)];
};
