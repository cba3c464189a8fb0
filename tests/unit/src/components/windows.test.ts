import { describe, expect, it } from 'vitest';
import { addTimeParameter, timeInAddress } from '../../../../src/components/clock/useClockAddress.ts';
import {
  curveState,
  mergeTimes,
  nearestIndex,
  rowsAround,
  wholeSpan,
} from '../../../../src/components/curves/series.ts';
import { clockHour, sideOf } from '../../../../src/resources/accidents/direction.ts';

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
