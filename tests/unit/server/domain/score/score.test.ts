import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../../server/demo/random.ts';
import { tripContext } from '../../../../../server/domain/score/context.ts';
import { buhlmannStraub, type DriverDays } from '../../../../../server/domain/score/credibility.ts';
import { explainScore } from '../../../../../server/domain/score/explain.ts';
import { currentFormula } from '../../../../../server/domain/score/formula.ts';
import { rushMs } from '../../../../../server/domain/score/localClock.ts';
import { addSums, ecoIndex, noSums, type Sums, summedNames } from '../../../../../server/domain/score/sums.ts';
import { sumsOfTrip } from '../../../../../server/domain/score/tripSums.ts';
import { findManoeuvres } from '../../../../../server/domain/telemetry/manoeuvres.ts';
import { bandOf } from '../../../../../src/contract/scoring.ts';
import { root } from '../../../../support/imports.ts';
import { motion, type Phase } from '../telemetry/motions.ts';

const { priors } = currentFormula;

/** Draws from a gamma distribution with scale 1 (Marsaglia and Tsang 2000). */
const gamma = (shape: number, random: () => number): number => {
  if (shape < 1) return gamma(shape + 1, random) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
};

/** Draws from a Poisson distribution: counts the arrivals in a time of length `mean`. */
const poisson = (mean: number, random: () => number): number => {
  let count = 0;
  let time = 0;
  while (true) {
    time += -Math.log(1 - random());
    if (time >= mean) return count;
    count += 1;
  }
};

const whole = (max: number) => fc.integer({ min: 0, max });

/** Sums of random driving. Parts may be unknown. */
const sums: fc.Arbitrary<Sums> = fc
  .record({
    trips: whole(2000),
    distanceM: whole(50_000_000),
    durationMs: whole(4_000_000_000),
    maximumSpeedKmh: fc.option(fc.double({ min: 1, max: 250, noNaN: true })),
    night: fc.double({ min: 0, max: 1, noNaN: true }),
    known: fc.constantFrom(0, 1),
    watched: fc.constantFrom(0, 1),
    sensed: fc.constantFrom(0, 1),
    complication: whole(100),
    acceleration: whole(2000),
    braking: whole(2000),
    cornering: whole(2000),
    directionChange: whole(2000),
  })
  .map(({ night, known, watched, sensed, complication, ...given }) => ({
    ...noSums,
    ...given,
    nightMs: Math.round(given.durationMs * night * known),
    contextMs: given.durationMs * known,
    contextM: given.distanceM * known,
    complicationM: given.distanceM * known * complication,
    watchedM: given.distanceM * watched,
    sensedM: given.distanceM * watched * sensed,
    placedM: 0,
  }));

describe('a score', () => {
  it('is 100 less its parts, exactly, whatever was driven', () => {
    fc.assert(
      fc.property(sums, fc.boolean(), (driven, judged) => {
        const { scoreTenths, parts, reason, band } = explainScore(driven, currentFormula, judged ? priors : null);
        if (scoreTenths === null) {
          expect(reason).not.toBeNull();
          expect(band).toBeNull();
          expect(parts.every(({ costTenths }) => costTenths === null)).toBe(true);
          return;
        }
        const costs = parts.flatMap(({ costTenths }) => (costTenths === null ? [] : [costTenths]));
        expect(costs.every(cost => Number.isInteger(cost) && cost >= 0)).toBe(true);
        expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(1000 - scoreTenths);
      }),
    );
  });

  it('is the worked example of docs/scoring.md', () => {
    const driven = {
      ...noSums,
      trips: 40,
      distanceM: 500_000,
      durationMs: 50_000_000,
      contextMs: 50_000_000,
      nightMs: 10_000_000,
      contextM: 500_000,
      complicationM: 40 * 500_000,
      watchedM: 500_000,
      braking: 18,
      acceleration: 6,
      cornering: 12,
    };
    const { scoreTenths, lowTenths, highTenths, parts } = explainScore(driven, currentFormula, priors);
    const page = readFileSync(join(root, 'docs/scoring.md'), 'utf8');
    const table = parts.flatMap(({ kind, rate, z, shrunkRate, weight, costTenths }) =>
      costTenths === null
        ? []
        : [
            `| ${kind} | ${rate?.toFixed(1)} | ${z?.toFixed(2)} | ${shrunkRate?.toFixed(2)} | ${weight.toFixed(1)} | ${(costTenths / 10).toFixed(1)} |`,
          ],
    );
    expect(table).toHaveLength(4);
    for (const row of table) expect(page).toContain(row);
    expect(page).toContain(`100 − 19.1 = ${scoreTenths! / 10}, interval ${lowTenths! / 10} to ${highTenths! / 10}`);
  });

  it('judges nobody who drove too little, and says how one drive went all the same', () => {
    const short = { ...noSums, trips: 3, distanceM: 60_000, durationMs: 4e6, watchedM: 60_000, braking: 2 };
    expect(explainScore(short, currentFormula, priors)).toMatchObject({ scoreTenths: null, reason: 'notEnoughData' });
    expect(explainScore(short, currentFormula, null).scoreTenths).toBeLessThan(1000);
    expect(explainScore(noSums, currentFormula, priors).reason).toBe('noTrips');
    expect(explainScore({ ...short, watchedM: 0 }, currentFormula, null).reason).toBe('notMeasured');
  });

  it('lies in its interval for nine of ten drivers, however much they drove', () => {
    const random = createRandom(7, 'drivers').next;
    const parts = ['braking', 'acceleration', 'cornering', 'directionChange'] as const;
    for (const distanceM of [200_000, 1_000_000, 5_000_000]) {
      const drivers = 2000;
      let held = 0;
      for (let driver = 0; driver < drivers; driver++) {
        const exposure = distanceM / 100_000;
        const rates = parts.map(part => gamma(priors[part].k * priors[part].rate, random) / priors[part].k);
        const counts = Object.fromEntries(parts.map((part, at) => [part, poisson(rates[at]! * exposure, random)]));
        const driven: Sums = { ...noSums, trips: 9, distanceM, watchedM: distanceM, sensedM: distanceM, ...counts };
        const { lowTenths, highTenths } = explainScore(driven, currentFormula, priors);
        const weights = parts.map(part => currentFormula.parts[part].weight);
        const cost = parts.reduce(
          (sum, part, at) => sum + (weights[at]! * rates[at]!) / (rates[at]! + currentFormula.parts[part].halfAt),
          0,
        );
        const realTenths = 1000 - (1000 * cost) / weights.reduce((sum, weight) => sum + weight, 0);
        if (realTenths >= lowTenths! && realTenths <= highTenths!) held += 1;
      }
      expect(held / drivers).toBeGreaterThan(0.87);
      expect(held / drivers).toBeLessThan(0.94);
    }
  });

  it('has a band only where the whole interval lies in it', () => {
    const driven = (braking: number): Sums => ({
      ...noSums,
      trips: 40,
      distanceM: 500_000,
      watchedM: 500_000,
      braking,
    });
    const bands = Array.from({ length: 200 }, (_, braking) => explainScore(driven(braking), currentFormula, priors));
    for (const { lowTenths, highTenths, band } of bands)
      expect(band).toBe(bandOf(lowTenths! / 10) === bandOf(highTenths! / 10) ? bandOf(lowTenths! / 10) : 'between');
    expect(new Set(bands.map(({ band }) => band))).toEqual(new Set(['careful', 'between', 'good', 'average']));
    expect(explainScore(driven(3), currentFormula, null)).toMatchObject({ lowTenths: null, highTenths: null });
  });

  it('has a wider interval where manoeuvres come in clusters', () => {
    const driven: Sums = { ...noSums, trips: 40, distanceM: 500_000, watchedM: 500_000, braking: 18, cornering: 12 };
    const clustered = { ...priors, braking: { ...priors.braking, dispersion: 4 } };
    const widthOf = ({ lowTenths, highTenths }: ReturnType<typeof explainScore>) => highTenths! - lowTenths!;
    expect(widthOf(explainScore(driven, currentFormula, clustered))).toBeGreaterThan(
      1.4 * widthOf(explainScore(driven, currentFormula, priors)),
    );
  });

  it('is drawn less towards the company’s mean the more was driven', () => {
    const z = [300, 1000, 5000].map(km => {
      const driven = { ...noSums, trips: 9, distanceM: km * 1000, durationMs: 9e7, watchedM: km * 1000, braking: 1 };
      return explainScore(driven, currentFormula, priors).parts.find(({ kind }) => kind === 'braking')?.z ?? 0;
    });
    expect(z).toEqual([...z].sort((a, b) => a - b));
    expect(z[0]).toBeGreaterThan(0.7);
    expect(z[2]).toBeGreaterThan(0.98);
  });

  it('forgives in hard traffic what it counts on an empty road', () => {
    const easy = {
      ...noSums,
      trips: 9,
      distanceM: 1e6,
      durationMs: 9e7,
      contextMs: 9e7,
      contextM: 1e6,
      watchedM: 1e6,
      braking: 60,
    };
    const hard = { ...easy, complicationM: 80e6 };
    const [one, other] = [easy, hard].map(driven => explainScore(driven, currentFormula, priors).scoreTenths ?? 0);
    expect(other).toBeGreaterThan(one ?? 0);
  });

  it('is the same within three points from acceleration at 50, 25 and 10 Hz', () => {
    const drive: Phase[] = Array.from({ length: 12 }, (_, i) => i).flatMap(i => [
      { seconds: 40 },
      { seconds: 3, accelerationG: -(0.3 + (i % 3) * 0.05) },
      { seconds: 30 },
      { seconds: 3, accelerationG: 0.3 + (i % 2) * 0.06 },
      { seconds: 25 },
      { seconds: 4, yawDegS: 15 },
    ]);
    const scores = [50, 25, 10].map(rateHz => {
      const { track, samples } = motion(drive, { rateHz, noiseG: 0.05 });
      const found = findManoeuvres({ track, fromIndex: 0, toIndex: track.timeMs.length - 1, acceleration: [samples] });
      const counts = { acceleration: 0, braking: 0, cornering: 0, directionChange: 0, speeding: 0, bump: 0 };
      for (const { kind } of found) counts[kind] += 1;
      const facts = {
        durationMs: 1e6,
        distanceM: 40_000,
        maximumSpeedKmh: 60,
        manoeuvreSource: 'acceleration' as const,
        watchedM: null,
        sensedM: null,
        placedM: null,
        counts,
      };
      const unknown = {
        nightMs: null,
        idleMs: null,
        speedSquares: null,
        complication: null,
        urbanM: null,
        motorwayM: null,
      };
      return (explainScore(sumsOfTrip({ ...facts, ...unknown }, 0), currentFormula, null).scoreTenths ?? 0) / 10;
    });
    expect(Math.max(...scores) - Math.min(...scores)).toBeLessThanOrEqual(3);
    expect(Math.max(...scores)).toBeLessThan(70);
  });
});

describe('sums', () => {
  it('do not depend on the order, and what is taken away can be put back to the last bit', () => {
    fc.assert(
      fc.property(fc.array(sums, { minLength: 2, maxLength: 8 }), several => {
        const one = addSums(several);
        expect(addSums([...several].reverse())).toEqual(one);
        expect(addSums([addSums(several.slice(1)), several[0]!])).toEqual(one);
        expect(summedNames.every(name => Number.isSafeInteger(one[name]))).toBe(true);
      }),
    );
  });

  it('give an index of sparing driving, or none', () => {
    expect(ecoIndex(noSums)).toBeNull();
    const calm = {
      ...noSums,
      distanceM: 50_000,
      durationMs: 3_600_000,
      contextMs: 3_600_000,
      contextM: 50_000,
      watchedM: 50_000,
      speedSquares: 2500 * 3600,
    };
    expect(ecoIndex(calm)).toBe(100);
    expect(ecoIndex({ ...calm, braking: 30, idleMs: 1_800_000 })).toBeCloseTo(33.3, 1);
    // Speeds are known on half of the way, so that idling and speeds are those of half the time.
    expect(ecoIndex({ ...calm, contextM: 25_000, speedSquares: 2500 * 1800 })).toBe(100);
    expect(ecoIndex({ ...calm, contextM: 0, speedSquares: 0 })).toBeNull();
  });
});

describe('credibility', () => {
  /** Seeded generator, so that each run has the same numbers. */
  const randomOf = (seed: number) => () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };

  it('finds how drivers differ, and gives up where they do not or are too few', () => {
    const random = randomOf(7);
    const drivers = (spread: number): DriverDays[] =>
      Array.from({ length: 400 }, () => {
        const rate = 4 + spread * (random() - 0.5);
        const days = Array.from({ length: 60 }, () => ({ e: 0.2 + 0.3 * random() }));
        const counts = days.map(({ e }) => poisson(rate * e, random));
        return {
          days: 60,
          exposure: days.reduce((sum, { e }) => sum + e, 0),
          count: counts.reduce((sum, n) => sum + n, 0),
          squares: counts.reduce((sum, n, at) => sum + n ** 2 / days[at]!.e, 0),
        };
      });
    const found = buhlmannStraub(drivers(6));
    expect(found?.rate).toBeCloseTo(4, 0);
    // Poisson of rate 4 within drivers, uniform of width 6 between drivers: k = 4 / 3.
    expect(found?.k).toBeGreaterThan(1);
    expect(found?.k).toBeLessThan(1.8);
    expect(buhlmannStraub(drivers(6).slice(0, 19))).toBeNull();
    expect(buhlmannStraub(drivers(0))?.k ?? 50).toBeGreaterThan(20);
  });
});

describe('circumstances', () => {
  it('are rush hours on working days alone', () => {
    const at = (day: string, time: string) => Date.parse(`${day}T${time}:00Z`);
    expect(rushMs(at('2026-03-02', '06:30'), at('2026-03-02', '10:30'))).toBe(3 * 3_600_000);
    expect(rushMs(at('2026-03-07', '06:30'), at('2026-03-07', '20:30'))).toBe(0);
    expect(rushMs(at('2026-03-06', '19:00'), at('2026-03-09', '08:00'))).toBe(2 * 3_600_000);
  });

  it('are town and motorway, by the speeds', () => {
    const context = (kmh: number) => {
      const { track } = motion([{ seconds: 600 }], { kmh, rateHz: 1 });
      const trip = {
        fromIndex: 0,
        toIndex: 599,
        startMs: 0,
        endMs: 0,
        durationS: 599,
        estimatedKm: 0,
        averageSpeedKmh: kmh,
        maximumSpeedKmh: kmh,
      };
      return tripContext(track, { ...trip, distanceKm: (kmh * 599) / 3600 });
    };
    expect(context(110)).toMatchObject({ urbanM: 0, motorwayM: Math.round((110 * 599) / 3.6), complication: 0 });
    expect(context(30)).toMatchObject({
      urbanM: Math.round((30 * 599) / 3.6),
      motorwayM: 0,
      complication: 40,
      idleMs: 0,
    });
    expect(context(60)).toMatchObject({ urbanM: 0, motorwayM: 0, speedSquares: 3600 * 599 });
  });
});
