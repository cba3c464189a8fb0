import { describe, expect, it } from 'vitest';
import { gridLines, gridStep } from '../../../../src/components/map/grid.ts';
import {
  boundsOf,
  headingBetween,
  headingsOf,
  poseAt,
  splitAtImpact,
  trackOf,
} from '../../../../src/components/map/track.ts';

const north = trackOf([
  [1, 55.002, 37, 20],
  [-1, 55, 37, 40],
  [0, 55.001, 37, 30],
]);

describe('track', () => {
  it('is put in order of time', () => {
    expect(north.times).toEqual([-1, 0, 1]);
    expect(north.speeds).toEqual([40, 30, 20]);
  });

  it('tells place and heading between two fixes', () => {
    const pose = poseAt(
      north,
      headingsOf([
        [37, 55],
        [37, 55.001],
        [37, 55.002],
      ]),
      0.5,
    );
    expect(pose?.at[1]).toBeCloseTo(55.0015);
    expect(pose?.heading).toBeCloseTo(0);
    expect(poseAt(north, [], 7)).toBeUndefined();
  });

  it('knows the points of the compass', () => {
    expect(headingBetween([37, 55], [38, 55])).toBeCloseTo(90);
    expect(headingBetween([37, 55], [37, 54])).toBeCloseTo(180);
    expect(headingBetween([37, 55], [36, 55])).toBeCloseTo(270);
  });

  it('a standing car does not turn with the jitter of its fixes', () => {
    const headings = headingsOf([
      [37, 55],
      [37, 55.001],
      [37.000005, 55.001],
      [36.999995, 55.000999],
    ]);
    expect(headings).toEqual([headings[1], headings[1], headings[1], headings[1]]);
    expect(headings[3]).toBeCloseTo(0);
  });

  it('is cut at the impact, which belongs to both parts', () => {
    const { before, after } = splitAtImpact(north);
    expect(before.at(-1)).toEqual(after[0]);
    expect([before.length, after.length]).toEqual([2, 2]);
  });

  it('nothing has no bounds', () => expect(boundsOf([])).toBeUndefined());
});

describe('grid in metres', () => {
  it('never crowds the picture', () => {
    for (const width of [30, 900, 12_000, 400_000]) expect(width / gridStep(width)).toBeLessThanOrEqual(10);
  });

  it('has a crossing at its origin', () => {
    const { features } = gridLines(
      [37.6, 55.76],
      [
        [37.59, 55.75],
        [37.61, 55.77],
      ],
      100,
    );
    const on = features.some(({ geometry }) => geometry.coordinates.every(point => Math.abs(point[0]! - 37.6) < 1e-9));
    expect(on).toBe(true);
  });
});
