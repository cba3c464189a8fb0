import { describe, expect, it } from 'vitest';
import { trendPath } from '../../../../src/fields/parts/ScoreCourse.tsx';

describe('the course of a score', () => {
  it('is a line over the whole width, a hundred on top', () => {
    expect(trendPath([100, 50, 0])).toBe('M0.0,0.0h0L24.0,8.0L48.0,16.0');
  });

  it('has a gap where there was no score, and a dot where there was one alone', () => {
    expect(trendPath([null, 100, null, 0, 0])).toBe('M12.0,0.0h0M36.0,16.0h0L48.0,16.0');
    expect(trendPath([])).toBe('');
  });
});
