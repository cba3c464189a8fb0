import { describe, expect, it } from 'vitest';
import { focusPoints, hasFocus } from '../../../../../src/components/map/focus.ts';
import { trackOf } from '../../../../../src/components/map/track.ts';

const track = trackOf(Array.from({ length: 121 }, (_, i) => [i - 60, 55, 37 + i / 1000, 40]));
const impact = [37.06, 55] as const;

describe('what a map opens on', () => {
  it('is the ten seconds around an impact', () => {
    expect(hasFocus({ track, impact })).toBe(true);
    const longitudes = focusPoints({ track, impact }).map(([longitude]) => longitude);
    expect(Math.min(...longitudes)).toBeCloseTo(37.05);
    expect(Math.max(...longitudes)).toBeCloseTo(37.07);
  });

  it('is the whole of a trip, and of a track that is no longer than that', () => {
    expect(hasFocus({ track, impact: null })).toBe(false);
    expect(focusPoints({ track, impact: null })).toHaveLength(121);
    expect(hasFocus({ track: trackOf([[1, 55, 37, 0]]), impact })).toBe(false);
  });

  it('is the place of the impact where no fix is near', () => {
    expect(focusPoints({ track: trackOf([[60, 55, 38, 40]]), impact })).toEqual([impact]);
  });
});
