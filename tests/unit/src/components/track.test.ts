import { describe, expect, it } from 'vitest';
import { addTimeParameter, timeInAddress } from '../../../../src/components/clock/useClockAddress.ts';
import {
  curveState,
  mergeTimes,
  nearestIndex,
  rowsAround,
  wholeSpan,
} from '../../../../src/components/curves/series.ts';
import { gridLines, gridStep } from '../../../../src/components/map/grid.ts';
import {
  boundsOf,
  headingBetween,
  headingsOf,
  poseAt,
  splitAtImpact,
  trackOf,
} from '../../../../src/components/map/track.ts';
import { clockHour, sideOf } from '../../../../src/resources/accidents/direction.ts';

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

describe('direction of the force', () => {
  it.each([
    [0, 12, 'front'],
    [339, 11, 'front'],
    [30, 1, 'frontRight'],
    [90, 3, 'right'],
    [180, 6, 'rear'],
    [225, 8, 'rearLeft'],
    [270, 9, 'left'],
    [359.9, 12, 'front'],
    [-90, 9, 'left'],
    [450, 3, 'right'],
  ] as const)('%d° is %d o’clock, %s', (degrees, hour, side) => {
    expect(clockHour(degrees)).toBe(hour);
    expect(sideOf(degrees)).toBe(side);
  });
});

describe('windows of samples', () => {
  it('keeps the length of the table at both ends', () => {
    expect(rowsAround(100, 50, 21)).toEqual([40, 61]);
    expect(rowsAround(100, 0, 21)).toEqual([0, 21]);
    expect(rowsAround(100, 99, 21)).toEqual([79, 100]);
    expect(rowsAround(3, 1, 21)).toEqual([0, 3]);
    expect(rowsAround(0, 0, 21)).toEqual([0, 0]);
  });

  it('finds the nearest sample', () => {
    expect(nearestIndex([-1, 0, 1], 0.4)).toBe(1);
    expect(nearestIndex([-1, 0, 1], 0.6)).toBe(2);
    expect(nearestIndex([], 5)).toBe(0);
  });

  it('merges times, each once', () => {
    expect(mergeTimes([0, 1, 2], [0.5, 1])).toEqual([0, 0.5, 1, 2]);
  });

  it('spans all series and the impact', () => {
    expect(
      wholeSpan(
        [
          [-5, 5],
          [-120, 60],
        ],
        [0, 1],
      ),
    ).toEqual([-120, 60]);
    expect(wholeSpan([[], []], [-1, 1])).toEqual([-1, 1]);
    expect(wholeSpan([[2, 3]], [-1, 1])).toEqual([0, 3]);
    expect(wholeSpan([[0]], [-9, 9])).toEqual([-1, 1]);
  });

  it('tells no curve, one sample and a curve apart', () => {
    expect([[], [0], [0, 1]].map(Time => curveState({ Time }))).toEqual(['none', 'single', 'curve']);
  });
});

describe('the moment in the address', () => {
  it('is read only when it is a number', () => {
    expect(timeInAddress('?t=-1.25')).toBe(-1.25);
    expect(['', '?t=', '?t=x', '?t=Infinity'].map(timeInAddress)).toEqual(Array(4).fill(undefined));
  });

  it('is written beside what else stands there, and left out at the impact', () => {
    expect(addTimeParameter('?a=1', 0.12345)).toBe('?a=1&t=0.123');
    expect(addTimeParameter('?a=1&t=5', 0)).toBe('?a=1');
    expect(addTimeParameter('?t=5', -0.0001)).toBe('');
  });
});
