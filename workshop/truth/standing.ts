import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import { judgeTrial, recordDurationS, shakenRecord, type Trial, trackAround } from './crashes.ts';
import type { Random } from './random.ts';
import { recordPulse, scaledTo } from './sampling.ts';

/** A kind of event that happens to a standing car, or to the device in it. `crash`: it is a crash of the car. */
export interface StandingKind {
  readonly crash: boolean;
  readonly trial: (sources: { readonly pulses: readonly CurveSamples[] }, random: Random, n: number) => Trial;
}

type Acceleration = readonly [number, number, number];
/** Acceleration at seconds after the begin, g: forward, left, up. The second has gravity, the first has not. */
type Motion = (sinceS: number) => Acceleration;

const gravityKmhS = 35.3;
const beforeS = 1.5;
const rates = [25, 50, 100, 200];
const standingTrack = () => trackAround(beforeS, 0, () => 0);

const halfSine = (sinceS: number, lengthS: number): number =>
  sinceS < 0 || sinceS > lengthS ? 0 : Math.sin((Math.PI * sinceS) / lengthS);
const within = (sinceS: number, fromS: number, toS: number): boolean => sinceS >= fromS && sinceS < toS;
/** Returns 0 before the begin, 1 after `lengthS`, and the way between them in between, with a soft begin and end. */
const ramp = (sinceS: number, lengthS: number): number => {
  const share = Math.max(0, Math.min(1, sinceS / lengthS));
  return (1 - Math.cos(Math.PI * share)) / 2;
};
const ring = (sinceS: number, hz: number, decayS: number): number =>
  sinceS < 0 ? 0 : Math.exp(-sinceS / decayS) * Math.sin(2 * Math.PI * hz * sinceS);

/** Returns gravity in the axes of a device or car that turned about an axis in the plane, less 1 g upward. */
const tilted = (angleRad: number, aboutRad: number): Acceleration => {
  const aside = Math.sin(angleRad);
  return [aside * Math.cos(aboutRad), aside * Math.sin(aboutRad), Math.cos(angleRad) - 1];
};
const sum = (...all: readonly Acceleration[]): Acceleration =>
  all.reduce<[number, number, number]>(
    (total, one) => [total[0] + one[0], total[1] + one[1], total[2] + one[2]],
    [0, 0, 0],
  );
const scaled = (direction: Acceleration, factor: number): Acceleration => [
  direction[0] * factor,
  direction[1] * factor,
  direction[2] * factor,
];
const randomDirection = (random: Random): Acceleration => {
  const raw = [random.normal(), random.normal(), random.normal()] as const;
  return scaled(raw, 1 / Math.hypot(...raw));
};

/** Returns knocks on the device or its holder: hard, and over within 5 to 30 ms. */
const knocks = (random: Random, count: number, toS: number, peakG: readonly [number, number]): Motion => {
  const all = Array.from({ length: count }, () => ({
    atS: random.between(0, toS),
    lengthS: random.between(0.005, 0.03),
    vector: scaled(randomDirection(random), random.between(...peakG)),
  }));
  return since => sum(...all.map(({ atS, lengthS, vector }) => scaled(vector, halfSine(since - atS, lengthS))));
};

const record = (motion: Motion, random: Random, noiseG = 0.03): CurveSamples =>
  shakenRecord(motion, () => [random.normal() * noiseG, random.normal() * noiseG, random.normal() * noiseG], {
    rateHz: rates[random.below(rates.length)]!,
    rangeG: 16,
    seconds: recordDurationS,
  });

/** Returns a trial of something that no crash causes, beside fixes of a standing car. */
const harmless = (make: (random: Random) => Motion): StandingKind => ({
  crash: false,
  trial: (_, random) => judgeTrial(record(make(random), random), standingTrack(), false, 0),
});

/** Returns the device in free fall from the begin on, and its hit on the floor, where it lies turned. */
const fall = (random: Random, turnRad: number): Motion => {
  const [fallS, hitS] = [random.between(0.2, 0.45), random.between(0.005, 0.03)];
  // The hit stops the fall, and the device bounces a little.
  const hitG = Math.min(16, ((fallS * random.between(1, 1.3)) / hitS) * (Math.PI / 2));
  const [about, direction] = [random.between(0, 2 * Math.PI), randomDirection(random)];
  return since => {
    if (since < 0) return [0, 0, 0];
    if (since < fallS) return [0, 0, -1];
    return sum(tilted(turnRad, about), scaled(direction, hitG * halfSine(since - fallS, hitS)));
  };
};

const turnInHand = (random: Random, turnRad: number): Motion => {
  const [turnS, about] = [random.between(0.5, 2.5), random.between(0, 2 * Math.PI)];
  const [swingG, swingHz, swing] = [random.between(0.1, 0.8), random.between(1, 3), randomDirection(random)];
  const laid = knocks(random, 1, turnS, [1, 8]);
  return since =>
    sum(
      tilted(turnRad * ramp(since, turnS), about),
      scaled(swing, within(since, 0, turnS) ? swingG * Math.sin(2 * Math.PI * swingHz * since) : 0),
      laid(since),
    );
};

const handsUse = (random: Random): Motion => {
  const [holdS, about] = [random.between(1, 4), random.between(0, 2 * Math.PI)];
  const turnRad = random.between(0.3, Math.PI);
  const [swingG, swingHz, swing] = [random.between(0.5, 2.5), random.between(1, 4), randomDirection(random)];
  const laid = knocks(random, 2, holdS + 0.3, [1, 8]);
  return since =>
    sum(
      tilted(turnRad * ramp(since, 0.6) * (1 - 0.7 * ramp(since - holdS, 0.6)), about),
      scaled(swing, within(since, 0.3, holdS) ? swingG * Math.sin(2 * Math.PI * swingHz * since) : 0),
      laid(since),
    );
};

const fitting = (random: Random): Motion => {
  const steps = Array.from({ length: 1 + random.below(3) }, () => ({
    atS: random.between(0, 3),
    turnS: random.between(0.3, 1.2),
    rad: random.between(-1, 1.6),
  }));
  const [about, drillG, drillHz, drillFromS] = [
    random.between(0, 2 * Math.PI),
    random.between(0, 0.6),
    random.between(20, 60),
    random.between(0, 3),
  ];
  const hits = knocks(random, 3 + random.below(6), 4, [1, 10]);
  return since =>
    sum(
      tilted(
        steps.reduce((angle, step) => angle + step.rad * ramp(since - step.atS, step.turnS), 0),
        about,
      ),
      scaled(
        [0.5, 0.5, 0.7],
        within(since, drillFromS, drillFromS + 1) ? drillG * Math.sin(2 * Math.PI * drillHz * since) : 0,
      ),
      hits(since),
    );
};

const serviceBay = (random: Random): Motion => {
  const [liftG, liftS] = [random.between(0.05, 0.2), random.between(0.1, 0.3)];
  const [rockRad, rockHz, rockS] = [random.between(0.01, 0.09), random.between(0.4, 1.5), random.between(1, 4)];
  const [about, hits] = [random.between(0, 2 * Math.PI), knocks(random, 2 + random.below(5), 4, [0.5, 6])];
  return since =>
    sum(
      [0, 0, liftG * (halfSine(since, liftS) - halfSine(since - 3, liftS))],
      tilted(
        since > 0.5 ? rockRad * Math.exp(-(since - 0.5) / rockS) * Math.sin(2 * Math.PI * rockHz * since) : 0,
        about,
      ),
      hits(since),
    );
};

const loading = (random: Random): Motion => {
  const thumps = Array.from({ length: 1 + random.below(3) }, () => ({
    atS: random.between(0, 3.5),
    thumpG: random.between(1, 5),
    thumpS: random.between(0.02, 0.05),
    bounceG: random.between(0.1, 0.5),
    hz: random.between(1, 2),
    push: random.between(-0.4, 0.4),
  }));
  return since =>
    sum(
      ...thumps.map(({ atS, thumpG, thumpS, bounceG, hz, push }): Acceleration => {
        const hit = thumpG * halfSine(since - atS, thumpS);
        return [push * hit, 0.2 * push * hit, -0.6 * hit + bounceG * ring(since - atS, hz, 0.5)];
      }),
    );
};

const doors = (random: Random): Motion => {
  const slams = Array.from({ length: 2 + random.below(3) }, () => ({
    atS: random.between(0, 4),
    peakG: random.between(1, 8),
    side: random.uniform() < 0.5 ? -1 : 1,
    hz: random.between(12, 30),
    decayS: random.between(0.03, 0.09),
    rock: random.between(0.02, 0.1),
  }));
  return since =>
    sum(
      ...slams.map(({ atS, peakG, side, hz, decayS, rock }): Acceleration => {
        const ringing = peakG * ring(since - atS, hz, decayS);
        return [0.1 * ringing, side * (ringing + rock * ring(since - atS, 1.5, 0.6)), 0.2 * ringing];
      }),
    );
};

const washing = (random: Random): Motion => {
  const [brushG, brushHz, about] = [random.between(0.05, 0.35), random.between(1, 4), random.between(0, 2 * Math.PI)];
  const jerks = Array.from({ length: 2 }, () => ({
    atS: random.between(0, 4),
    g: random.between(-0.3, 0.3),
    lengthS: random.between(0.2, 0.5),
  }));
  const hits = knocks(random, 3, 4, [0.3, 3]);
  return since => {
    const brush = since > 0 ? brushG * Math.sin(2 * Math.PI * brushHz * since) : 0;
    const pull = jerks.reduce((total, { atS, g, lengthS }) => total + g * halfSine(since - atS, lengthS), 0);
    return sum([brush * Math.cos(about) + pull, brush * Math.sin(about), 0.3 * brush], hits(since));
  };
};

/** Returns the roll and heave of a ship, and the blow of a wave or of the quay. */
const ferry = (random: Random): Motion => {
  const [rollRad, rollHz, heaveG] = [random.between(0.03, 0.25), random.between(0.08, 0.2), random.between(0, 0.15)];
  const [phase, waveG, waveS, waveAtS] = [
    random.between(0, 2 * Math.PI),
    random.between(0.2, 1.5),
    random.between(0.1, 0.4),
    random.between(0, 3),
  ];
  return since => {
    const swing = 2 * Math.PI * rollHz * since + phase;
    const wave = waveG * halfSine(since - waveAtS, waveS) - waveG * halfSine(since - waveAtS - waveS, waveS);
    return sum(tilted(rollRad * Math.sin(swing), Math.PI / 2), [0, 0.3 * wave, heaveG * Math.cos(swing) + wave]);
  };
};

/**
 * Returns the recording of a blow on a standing car. `afterwards`: movement of the car or the device that follows the
 * blow.
 */
const struck = (
  pulses: readonly CurveSamples[],
  deltaVKmh: number,
  turnedRad: number,
  afterwards: Motion,
  random: Random,
  n: number,
): CurveSamples => {
  const device = {
    rateHz: rates[random.below(rates.length)]!,
    averages: random.uniform() < 0.5,
    rangeG: 16,
    noiseG: 0.02,
    turnedRad,
  };
  const window = { beforeS, seconds: recordDurationS };
  const curve = recordPulse(scaledTo(pulses[n % pulses.length]!, deltaVKmh), device, window, () => [0, 0, 0], random);
  for (let i = 0; i < curve.verticalG.length; i++) {
    const [x, y, z] = afterwards(i / curve.rateHz - beforeS);
    curve.longitudinalG[i] = Math.max(-16, Math.min(16, curve.longitudinalG[i]! + x));
    curve.lateralG[i] = Math.max(-16, Math.min(16, curve.lateralG[i]! + y));
    curve.verticalG[i] = Math.max(-16, Math.min(16, curve.verticalG[i]! + z));
  }
  return curve;
};

const crash = (make: (pulses: readonly CurveSamples[], random: Random, n: number) => CurveSamples): StandingKind => ({
  crash: true,
  // The car lies or stands still a second later, so that only the recording tells.
  trial: ({ pulses }, random, n) => judgeTrial(make(pulses, random, n), standingTrack(), true, 0),
});

/**
 * Returns how a car tips onto its side or roof: slowly at first, with a blow where it lands. From the balance to the side
 * the centre of gravity falls by 0.2 m, so that what is 0.8 to 1.5 m off the lower edge lands at 5 to 9 km/h.
 */
const tipping = (random: Random, turnS: number): Motion => {
  const turnRad = random.between(Math.PI / 2, Math.PI);
  const [landKmh, landS] = [random.between(5, 12), random.between(0.05, 0.12)];
  const landG = ((landKmh / gravityKmhS / landS) * Math.PI) / 2;
  return since =>
    sum(tilted(turnRad * Math.max(0, Math.min(1, since / turnS)) ** 2, Math.PI / 2), [
      0,
      0.9 * landG * halfSine(since - turnS, landS),
      0.44 * landG * halfSine(since - turnS, landS),
    ]);
};

/** Returns a car that falls off a lift or a ramp, and lands on its wheels or leaning. */
const carFall = (random: Random): Motion => {
  const [fallS, landS] = [random.between(0.2, 0.5), random.between(0.06, 0.15)];
  const landG = (fallS / landS) * (Math.PI / 2);
  const [leanRad, about] = [
    random.uniform() < 0.5 ? random.between(0, 0.3) : random.between(0.8, 1.6),
    random.between(0, 6),
  ];
  return since => {
    if (since < 0) return [0, 0, 0];
    if (since < fallS) return [0, 0, -1];
    return sum(tilted(leanRad, about), [
      0.2 * landG * halfSine(since - fallS, landS),
      0.2 * landG * halfSine(since - fallS, landS),
      landG * halfSine(since - fallS, landS),
    ]);
  };
};

/** Kinds of impact and of disturbance of a car that stands before and after, as its fixes show. */
export const standingKinds: Readonly<Record<string, StandingKind>> = {
  'standing car, pushed by 8–30 km/h, device torn off': crash((pulses, random, n) => {
    const loose = fall(random, random.between(1.1, Math.PI));
    const fromS = random.between(0.05, 0.2);
    return struck(pulses, random.between(8, 30), random.between(0, 6), since => loose(since - fromS), random, n);
  }),
  'standing car, hit and tipped over': crash((pulses, random, n) => {
    const over = tipping(random, random.between(0.8, 1.8));
    return struck(pulses, random.between(18, 45), Math.PI / 2, since => over(since - 0.15), random, n);
  }),
  'standing car, tipped over by people or a slope': crash((_, random) =>
    record(tipping(random, random.between(1.2, 4)), random),
  ),
  'standing car, falls off a lift': crash((_, random) => record(carFall(random), random)),
  'device dropped': harmless(random => fall(random, random.between(0.3, Math.PI))),
  'device turned in the hand': harmless(random => turnInHand(random, random.between(Math.PI / 2, Math.PI))),
  'device used in the hand like a phone': harmless(handsUse),
  'device fitted': harmless(fitting),
  'car in a service bay, lifted and rocked': harmless(serviceBay),
  'cargo loaded': harmless(loading),
  'doors slammed, several': harmless(doors),
  'car in a washing tunnel': harmless(washing),
  'car on a ferry in a swell': harmless(ferry),
};
