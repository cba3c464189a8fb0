import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import { summariseImpact } from '../../server/domain/telemetry/impact.ts';
import type { VehicleSamples } from '../../server/domain/telemetry/manoeuvre.ts';
import { toVehicleAxes } from '../../server/domain/telemetry/orientation.ts';
import { createTrack, type Track } from '../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../server/domain/telemetry/settings.ts';
import { isMiniLoss } from '../../server/domain/telemetry/severity.ts';
import { type CrashFacts, implausibleDoubts } from '../../src/contract/shapes/accident.ts';
import { vehicleAxesOf } from './earthAxes.ts';
import { atLeast, atMost, type Figure, figureOf, mean, rateUpperBound } from './figure.ts';
import type { Truth } from './folder.ts';
import { statedAxes } from './orientations.ts';
import { type Random, randomOf, seedOf } from './random.ts';
import { makeRollover } from './rollovers.ts';
import { recordPulse, scaledTo, speedAfterPulseKmh } from './sampling.ts';

/** A disturbance that is no crash: longitudinal, lateral and vertical acceleration, g, at seconds after its begin. */
export type Shake = (sinceS: number) => readonly [number, number, number];

const dampedOscillation = (sinceS: number, hz: number, decayS: number): number =>
  sinceS < 0 ? 0 : Math.exp(-sinceS / decayS) * Math.sin(2 * Math.PI * hz * sinceS);
/** One full sine swing. Its integral is 0, so no change of velocity remains. */
const fullSwing = (sinceS: number, lengthS: number): number =>
  sinceS < 0 || sinceS > lengthS ? 0 : Math.sin((2 * Math.PI * sinceS) / lengthS);

export const shakes: Readonly<Record<string, (random: Random) => Shake>> = {
  'slammed door': random => {
    const [peakG, hz, decayS] = [random.between(2, 8), random.between(12, 30), random.between(0.03, 0.09)];
    return since => [
      0.1 * peakG * dampedOscillation(since, hz, decayS),
      peakG * dampedOscillation(since, hz, decayS),
      0.2 * dampedOscillation(since, hz, decayS),
    ];
  },
  pothole: random => {
    const [peakG, lengthS, axleS] = [random.between(2, 8), random.between(0.04, 0.09), random.between(0.1, 0.25)];
    return since => {
      const bothAxles = fullSwing(since, lengthS) + 0.8 * fullSwing(since - axleS, lengthS);
      return [-0.5 * peakG * bothAxles, 0.2 * peakG * bothAxles, peakG * bothAxles];
    };
  },
  kerb: random => {
    const [peakG, lengthS] = [random.between(2, 9), random.between(0.04, 0.08)];
    return since => [
      -0.5 * peakG * fullSwing(since, lengthS),
      0.8 * peakG * fullSwing(since, lengthS),
      0.7 * peakG * fullSwing(since, lengthS),
    ];
  },
  shaking: random => {
    const [peakG, hz, lengthS] = [random.between(2, 8), random.between(2, 6), random.between(0.5, 3)];
    const turn = random.between(0, 2 * Math.PI);
    return since => {
      const value = since < 0 || since > lengthS ? 0 : peakG * Math.sin(2 * Math.PI * hz * since);
      return [value * Math.cos(turn), value * Math.sin(turn), 0.3 * value];
    };
  },
};

/** Returns a record of background driving with a shake that begins 1.5 s after the start of the record. */
export const shakenRecord = (
  shake: Shake,
  background: (atS: number) => readonly [number, number, number],
  { rateHz, rangeG, seconds }: { readonly rateHz: number; readonly rangeG: number; readonly seconds: number },
): CurveSamples => {
  const length = Math.round(seconds * rateHz);
  const axes = [new Float64Array(length), new Float64Array(length), new Float64Array(length)] as const;
  for (let i = 0; i < length; i++) {
    const shakenG = shake(i / rateHz - 1.5);
    const drivenG = background(i / rateHz);
    for (let n = 0; n < 3; n++)
      axes[n]![i] = Math.max(-rangeG, Math.min(rangeG, shakenG[n]! + drivenG[n]! + (n === 2 ? 1 : 0)));
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

/** Returns background driving from real recordings in vehicle axes. The rate of each is high enough for impacts. */
export const backgroundsOf = ({ drives, earth }: Truth): VehicleSamples[] => [
  ...earth.map(stretch => vehicleAxesOf(stretch).samples),
  ...drives
    .filter(({ curves }) => curves.length > 0)
    .flatMap(({ curves }) => {
      const axes = statedAxes(curves);
      return curves
        .filter(
          ({ rateHz, longitudinalG }) => rateHz >= defaultSettings.miniFromHz && longitudinalG.length > rateHz * 10,
        )
        .map(curve => toVehicleAxes(curve, axes));
    }),
];

/** Returns a function of seconds after `fromS`, which gives the acceleration of the background, g, without gravity. */
const backgroundFrom =
  ({ rateHz, longitudinal, lateral, vertical }: VehicleSamples, fromS: number) =>
  (atS: number): readonly [number, number, number] => {
    const i = Math.min(longitudinal.length - 1, Math.round((fromS + atS) * rateHz));
    return [longitudinal[i]!, lateral[i]!, vertical[i]! - 1];
  };

export const alignBySecond = ({ rateHz, longitudinal }: VehicleSamples): number => longitudinal.length / rateHz;

/** Returns a part of background driving as a triggered device would have recorded it. */
const recordOf = (background: VehicleSamples, fromS: number, seconds: number): CurveSamples => {
  const { rateHz, longitudinal, lateral, vertical } = background;
  const from = Math.round(fromS * rateHz);
  const take = (axis: Float32Array): Float64Array =>
    Float64Array.from(axis.subarray(from, from + Math.round(seconds * rateHz)));
  return {
    startMs: 0,
    rateHz,
    longitudinalG: take(longitudinal),
    lateralG: take(lateral),
    verticalG: take(vertical),
    rangeG: 16,
    frame: 'vehicle',
  };
};

const crashTrials = 600;
const shakeTrials = 150;
export const recordDurationS = 6;
const rates = [50, 100, 200];

export interface Trial {
  readonly crash: boolean;
  readonly deltaVKmh: number;
  readonly probability: number;
  readonly peakG: number;
  readonly rollover: boolean;
  readonly facts: CrashFacts;
}

/**
 * Returns fixes one second apart around a crash that happens `zeroS` seconds after the start of the record. The car has
 * one speed before the crash and another after it.
 */
export const trackAround = (zeroS: number, beforeKmh: number, afterKmh: (sinceS: number) => number): Track => {
  const track = createTrack(120);
  let northM = 0;
  for (let i = 0; i < 120; i++) {
    const sinceS = i - 60;
    const kmh = sinceS <= 0 ? beforeKmh : Math.max(0, afterKmh(sinceS));
    northM += kmh / 3.6;
    track.timeMs[i] = (zeroS + sinceS) * 1000;
    track.latitude[i] = 55 + northM / 111_300;
    track.longitude[i] = 37;
    track.speedKmh[i] = kmh;
  }
  return track;
};

/** Returns the horizontal peak of the samples, g. It is the floor where the engine states no peak. */
const rawPeakG = ({ longitudinalG, lateralG }: CurveSamples): number =>
  longitudinalG.reduce((most, value, i) => Math.max(most, Math.hypot(value, lateralG[i]!)), 0);

export const judgeTrial = (curve: CurveSamples, track: Track | null, crash: boolean, deltaVKmh: number): Trial => {
  const facts = summariseImpact(curve, track);
  return {
    crash,
    deltaVKmh,
    probability: facts.CrashProbability ?? 0,
    peakG: facts.PeakG ?? rawPeakG(curve),
    rollover: facts.Rollover === true,
    facts,
  };
};

export type Backgrounds = ReturnType<typeof backgroundsOf>;

export const pickBackground = (backgrounds: Backgrounds, random: Random) => {
  const longBackgrounds = backgrounds.filter(one => alignBySecond(one) > recordDurationS + 1);
  const background = longBackgrounds[random.below(longBackgrounds.length)]!;
  return backgroundFrom(background, random.between(0, alignBySecond(background) - recordDurationS));
};

/**
 * Returns a trial of a crash during a real drive. The pulse is that of a crash test, scaled and rotated. A third of the
 * trials have no fixes.
 */
const crashTrial = (pulses: readonly CurveSamples[], backgrounds: Backgrounds, n: number): Trial => {
  const random = randomOf(seedOf('crash', n));
  const deltaVKmh = random.between(8, 60);
  const beforeS = random.between(1, 3);
  const pulse = scaledTo(pulses[n % pulses.length]!, deltaVKmh);
  const device = {
    rateHz: rates[random.below(rates.length)]!,
    averages: random.uniform() < 0.5,
    rangeG: 16,
    noiseG: 0.02,
    turnedRad: random.between(0, 2 * Math.PI),
  };
  const curve = recordPulse(
    pulse,
    device,
    { beforeS, seconds: recordDurationS },
    pickBackground(backgrounds, random),
    random,
  );
  const speedKmh = random.between(0, 60);
  const isRollingOut = random.uniform() < 0.8;
  const leftKmh = speedAfterPulseKmh(speedKmh, pulse, device.turnedRad);
  const track = trackAround(beforeS, speedKmh, sinceS => (isRollingOut ? leftKmh - sinceS * 8 : leftKmh));
  return judgeTrial(curve, random.uniform() < 0.33 ? null : track, true, deltaVKmh);
};

/** `fleetHz`: rate of all devices. Null: one of the usual rates. `change`: change of the recorded curve. */
export const shakeTrial = (
  kind: string,
  backgrounds: Backgrounds,
  n: number,
  fleetHz: number | null = null,
  change: (curve: CurveSamples, random: Random) => CurveSamples = curve => curve,
): Trial => {
  const random = randomOf(seedOf(kind, n));
  const recorded = shakenRecord(shakes[kind]!(random), pickBackground(backgrounds, random), {
    rateHz: fleetHz ?? rates[random.below(rates.length)]!,
    rangeG: 16,
    seconds: recordDurationS,
  });
  // Only a car that drives meets a hole or a kerb.
  const mayStand = kind !== 'pothole' && kind !== 'kerb';
  const speedKmh = mayStand && random.uniform() < 0.3 ? 0 : random.between(10, 90);
  const track = trackAround(1.5, speedKmh, () => speedKmh);
  return judgeTrial(change(recorded, random), random.uniform() < 0.33 ? null : track, false, 0);
};

const cutCurve = (curve: CurveSamples, fromS: number): CurveSamples => {
  const [from, to] = [Math.round(fromS * curve.rateHz), Math.round((fromS + recordDurationS) * curve.rateHz)];
  return {
    ...curve,
    longitudinalG: curve.longitudinalG.slice(from, to),
    lateralG: curve.lateralG.slice(from, to),
    verticalG: curve.verticalG.slice(from, to),
  };
};

const shakenTrials = (curve: CurveSamples, crash: boolean): Trial[] => {
  const stretches = Math.max(1, Math.floor(curve.longitudinalG.length / curve.rateHz / recordDurationS));
  return Array.from({ length: stretches }, (_, n) => judgeTrial(cutCurve(curve, n * recordDurationS), null, crash, 0));
};

/** Returns trials from every part of real driving and of shaken devices, as if each part had triggered the device. */
const stretchTrials = (truth: Truth, backgrounds: Backgrounds): Trial[] => [
  ...backgrounds.flatMap(background =>
    Array.from({ length: Math.floor(alignBySecond(background) / recordDurationS) }, (_, n) =>
      judgeTrial(recordOf(background, n * recordDurationS, recordDurationS), null, false, 0),
    ),
  ),
  ...truth.shaken.filter(({ staged }) => !staged).flatMap(({ curve }) => shakenTrials(curve, false)),
];

/**
 * Returns how many recordings of staged accidents have an alarm. When the accidents happen is not known, so the other
 * parts of such a recording count neither as an accident nor as none.
 */
const stagedFigure = (truth: Truth): Figure => {
  const staged = truth.shaken.filter(one => one.staged).map(({ curve }) => shakenTrials(curve, true));
  const highest = staged.map(trials => Math.max(...trials.map(({ probability }) => probability)));
  return figureOf({
    subject: 'crash or not',
    figure: 'recordings of staged accidents with an alarm',
    unit: 'share',
    cases: highest,
    statistic: drawn => drawn.filter(value => value >= defaultSettings.crashFromProbability).length / drawn.length,
    note: `highest probability: ${highest.map(value => value.toFixed(2)).join(', ') || 'no recording'}`,
  });
};

const isUnreliable = ({ Doubts }: CrashFacts): boolean =>
  Doubts?.some(doubt => implausibleDoubts.includes(doubt)) ?? false;

const rolloverTrials = 600;

/** Figures of made rollovers. They need no recording. */
export const rolloverFigures = (): Figure[] => {
  const trials = Array.from({ length: rolloverTrials }, (_, n) => {
    const { curve } = makeRollover(randomOf(seedOf('rollover', n)));
    return summariseImpact(curve);
  });
  const share = (drawn: readonly boolean[]): number => drawn.filter(Boolean).length / drawn.length;
  const subject = 'rollover';
  return [
    figureOf({
      subject,
      figure: 'named as a rollover',
      unit: 'share',
      cases: trials.map(({ Rollover }) => Rollover === true),
      statistic: share,
      target: atLeast(0.95),
    }),
    figureOf({
      subject,
      figure: 'probability of a crash of at least one half',
      unit: 'share',
      cases: trials.map(({ CrashProbability }) => (CrashProbability ?? 0) >= defaultSettings.crashFromProbability),
      statistic: share,
      target: atLeast(0.95),
    }),
    figureOf({
      subject,
      figure: 'out of the queue, or recording unreliable',
      unit: 'share',
      cases: trials.map(facts => isMiniLoss(facts, defaultSettings) || isUnreliable(facts)),
      statistic: share,
      target: atMost(0),
    }),
  ];
};

export const crashFigures = (truth: Truth): Figure[] => {
  const pulses = truth.crashTests.map(({ pulse }) => pulse);
  const backgrounds = backgroundsOf(truth);
  if (pulses.length === 0 || !backgrounds.some(one => alignBySecond(one) > recordDurationS + 1)) return [];
  const crashes = Array.from({ length: crashTrials }, (_, n) => crashTrial(pulses, backgrounds, n));
  const shaken = Object.keys(shakes).flatMap(kind =>
    Array.from({ length: shakeTrials }, (_, n) => shakeTrial(kind, backgrounds, n)),
  );
  const drivingTrials = stretchTrials(truth, backgrounds);
  const fires = ({ probability }: Trial): boolean => probability >= defaultSettings.crashFromProbability;
  const peaks = ({ peakG }: Trial): boolean => peakG >= defaultSettings.minorFromG;
  const share = (drawn: readonly boolean[]): number => drawn.filter(Boolean).length / drawn.length;
  const hours = (drivingTrials.length * recordDurationS) / 3600;
  const alarms = drivingTrials.filter(fires).length;
  const hard = crashes.filter(({ deltaVKmh }) => deltaVKmh >= 15);
  const light = crashes.filter(({ deltaVKmh }) => deltaVKmh < 15);
  const all = [...crashes, ...shaken, ...drivingTrials];
  const brier = (drawn: readonly Trial[]): number =>
    mean(drawn.map(({ crash, probability }) => ((crash ? 1 : 0) - probability) ** 2));
  const subject = 'crash or not';
  return [
    figureOf({
      subject,
      figure: 'recall from 15 km/h',
      unit: 'share',
      cases: hard.map(fires),
      statistic: share,
      floor: share(hard.map(peaks)),
      target: atLeast(0.98),
    }),
    figureOf({
      subject,
      figure: 'recall from 8 to 15 km/h',
      unit: 'share',
      cases: light.map(fires),
      statistic: share,
      floor: share(light.map(peaks)),
    }),
    figureOf({
      subject,
      figure: 'false alarms of slams, potholes, kerbs and shaking',
      unit: 'share',
      cases: shaken.map(fires),
      statistic: share,
      floor: share(shaken.map(peaks)),
    }),
    figureOf({
      subject,
      figure: 'false alarms an hour of real driving and shaking',
      unit: '/h',
      cases: drivingTrials.map(fires),
      statistic: drawn => (drawn.filter(Boolean).length * 3600) / recordDurationS / drawn.length,
      floor: drivingTrials.filter(peaks).length / hours,
      note: `${alarms} in ${hours.toFixed(2)} h, at most ${rateUpperBound(alarms, hours).toFixed(1)} an hour`,
    }),
    stagedFigure(truth),
    figureOf({
      subject,
      figure: 'called a rollover, of all the above',
      unit: 'share',
      cases: all.map(({ rollover }) => rollover),
      statistic: share,
    }),
    figureOf({
      subject,
      figure: 'Brier score',
      unit: '',
      cases: all,
      statistic: brier,
      floor: mean(all.map(one => ((one.crash ? 1 : 0) - (peaks(one) ? 1 : 0)) ** 2)),
    }),
  ];
};
