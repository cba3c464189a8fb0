import { describe, expect, it } from 'vitest';
import { giniOf, poissonInterval } from '../../../../../server/domain/score/lift.ts';

describe('the interval of a number of crashes', () => {
  it.each([
    [0, 0, 3.689],
    [1, 0.0253, 5.572],
    [10, 4.795, 18.39],
    [100, 81.36, 121.63],
    [2000, 1913.3, 2089.6],
  ])('is that of the published tables: %i', (count, low, high) => {
    const interval = poissonInterval(count);
    expect(interval.low).toBeCloseTo(low, count > 1000 ? 0 : 2);
    expect(interval.high).toBeCloseTo(high, count > 1000 ? 0 : 2);
  });
});

describe('the Gini coefficient of crashes over the distance', () => {
  const distances = Array.from({ length: 100 }, (_, score) => ({ score, distanceM: 1000 }));
  const crashesAt = (scoreOf: (n: number) => number, count = 60) =>
    Array.from({ length: count }, (_, n) => ({ driver: `d${n}`, score: scoreOf(n), crashes: 1 }));

  it('is near 1 where all crashes lie at the lowest scores, and below 0 where they lie at the highest', () => {
    expect(
      giniOf(
        distances,
        crashesAt(() => 0),
      )?.gini,
    ).toBeCloseTo(0.99, 6);
    expect(
      giniOf(
        distances,
        crashesAt(() => 99),
      )?.gini,
    ).toBeCloseTo(-0.99, 6);
  });

  it('has an interval around 0 where crashes follow the kilometres, and above 0 where they follow the score', () => {
    const even = giniOf(
      distances,
      crashesAt(n => (n * 37) % 100, 100),
    )!;
    expect([even.gini, even.low < 0, even.high > 0]).toEqual([expect.closeTo(0, 6), true, true]);
    const risky = giniOf(
      distances,
      crashesAt(n => (n * 37) % 50),
    )!;
    expect(risky.low).toBeGreaterThan(0.3);
    expect(risky.high).toBeLessThan(0.7);
  });

  it('has the same interval each time, a wider one where few drivers had all crashes, and is unknown without crashes', () => {
    const crashes = crashesAt(n => (n * 37) % 50);
    expect(giniOf(distances, crashes)).toEqual(giniOf(distances, crashes));
    const widthOf = (found: ReturnType<typeof giniOf>) => found!.high - found!.low;
    const ofFew = crashes.map((each, n) => ({ ...each, driver: `d${n % 4}`, score: (n % 4) * 12 }));
    const ofMany = ofFew.map((each, n) => ({ ...each, driver: `d${n}` }));
    expect(widthOf(giniOf(distances, ofFew))).toBeGreaterThan(2 * widthOf(giniOf(distances, ofMany)));
    expect(giniOf(distances, [])).toBeNull();
    expect(giniOf([], crashes)).toBeNull();
  });
});
