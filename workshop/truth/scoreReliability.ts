import { basePortfolio, demoSeed } from '../../server/demo/portfolio.ts';
import type { DriverStyle } from '../../server/demo/recordings.ts';
import { voucherOf, vouchersPerCopy } from '../../server/demo/vouchers.ts';
import { buhlmannStraub } from '../../server/domain/score/credibility.ts';
import { explainScore } from '../../server/domain/score/explain.ts';
import { countedParts, currentFormula } from '../../server/domain/score/formula.ts';
import { driverDaysOf } from '../../server/domain/score/priors.ts';
import { addSums, type Sums } from '../../server/domain/score/sums.ts';
import { sumsOfTrip } from '../../server/domain/score/tripSums.ts';

/*
 * Measures the distance after which a score distinguishes drivers. The trips of each demo driver are dealt alternately
 * into two halves. Each half is scored alone. The correlation of the halves over all drivers gives the reliability of
 * the whole (Spearman-Brown). The script also prints the mean and the k of Bühlmann-Straub for each part of the score.
 * docs/scoring.md has the figures.
 */

const readTrips = (today: Date): Map<string, Sums[]> => {
  const trips = new Map<string, Sums[]>();
  for (const { table, rows } of basePortfolio({ today, passwordHash: '' })) {
    if (table !== 'trip') continue;
    for (const row of rows) {
      const number = (name: string) => row[name] as number;
      const facts = {
        durationMs: number('duration_s') * 1000,
        distanceM: Math.round(number('distance_km') * 1000),
        maximumSpeedKmh: number('maximum_speed_kmh'),
        nightMs: number('night_ms'),
        idleMs: number('idle_ms'),
        speedSquares: number('speed_squares'),
        complication: number('complication'),
        urbanM: number('urban_m'),
        motorwayM: number('motorway_m'),
        manoeuvreSource: 'positions' as const,
        watchedM: null,
        sensedM: null,
        placedM: null,
        counts: {
          acceleration: number('acceleration'),
          braking: number('braking'),
          cornering: number('cornering'),
          directionChange: number('direction_change'),
          speeding: 0,
          bump: 0,
        },
      };
      const objectId = String(row.object_id);
      const its = trips.get(objectId) ?? [];
      its.push(sumsOfTrip(facts, number('rush_ms')));
      trips.set(objectId, its);
    }
  }
  return trips;
};

const correlation = (pairs: readonly (readonly [number, number])[]): number => {
  const mean = (k: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[k], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  const sum = (f: (pair: readonly [number, number]) => number) => pairs.reduce((total, pair) => total + f(pair), 0);
  const covariance = sum(([a, b]) => (a - x) * (b - y));
  return covariance / Math.sqrt(sum(([a]) => (a - x) ** 2) * sum(([, b]) => (b - y) ** 2));
};

const scoreOf = (trips: readonly Sums[]): number | null => {
  const { scoreTenths } = explainScore(addSums(trips), currentFormula, null);
  return scoreTenths === null ? null : scoreTenths / 10;
};

/**
 * Returns the scores of two halves of a driver's first trips, up to this distance. Undefined if a half has no score.
 */
const halvesOf = (trips: readonly Sums[], km: number): readonly [number, number] | undefined => {
  let metres = 0;
  const upTo = trips.findIndex(({ distanceM }) => {
    metres += distanceM;
    return metres >= km * 1000;
  });
  if (upTo < 1) return undefined;
  const firstTrips = trips.slice(0, upTo + 1);
  const [one, two] = [0, 1].map(half => scoreOf(firstTrips.filter((_, k) => k % 2 === half)));
  return one === null || two === null || one === undefined || two === undefined ? undefined : [one, two];
};

const today = new Date('2026-11-22T12:00:00Z');
const trips = readTrips(today);
const styles = new Map(
  Array.from({ length: vouchersPerCopy }, (_, index) => {
    const { objectId, style } = voucherOf({ seed: demoSeed, today }, index);
    return [objectId, style] as const;
  }),
);
const groups = {
  everybody: () => true,
  'those who drive calmly or steadily alone': (style: DriverStyle) => style === 'calm' || style === 'steady',
} as const;
for (const [group, belongs] of Object.entries(groups))
  for (const km of [25, 50, 75, 100, 150, 200, 300, 500, 1000]) {
    const halves = [...trips].flatMap(([objectId, its]) => {
      const pair = belongs(styles.get(objectId)!) && halvesOf(its, km);
      return pair ? [pair] : [];
    });
    const r = correlation(halves);
    const wholeReliability = (2 * r) / (1 + r);
    console.log(
      `${group}, ${km} km: ${halves.length} drivers, halves ${r.toFixed(3)}, whole ${wholeReliability.toFixed(3)}`,
    );
  }
for (const part of countedParts)
  console.log(part, buhlmannStraub([...trips.values()].map(its => driverDaysOf(its, part, currentFormula))));
