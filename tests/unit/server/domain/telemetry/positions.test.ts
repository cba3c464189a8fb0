import { describe, expect, it } from 'vitest';
import {
  firstIndexFrom,
  mergeTracks,
  sliceTrack,
  sortTrack,
  trackOfPositions,
} from '../../../../../server/domain/telemetry/positions.ts';

const at = (second: number, latitude: number) => ({
  DateTime: new Date(Date.UTC(2026, 0, 15, 9, 0, second)).toISOString(),
  Latitude: latitude,
  Longitude: 37,
});

describe('a track of positions', () => {
  it('keeps what was sent and says what was not', () => {
    const track = trackOfPositions([{ ...at(0, 55), Speed: 0, Ignition: false }, at(1, 55)]);
    expect(Array.from(track.speedKmh)).toEqual([0, Number.NaN]);
    expect(Array.from(track.ignition)).toEqual([0, -1]);
    expect(track.courseDeg[0]).toBeNaN();
  });

  it('comes into the order of time, one fix per moment, the first one sent', () => {
    const track = sortTrack(trackOfPositions([at(2, 52), at(0, 50), at(2, 59), at(1, 51)]));
    expect(Array.from(track.latitude)).toEqual([50, 51, 52]);
  });

  it('is not copied when it is in order already', () => {
    const track = trackOfPositions([at(0, 50), at(1, 51)]);
    expect(sortTrack(track)).toBe(track);
  });

  it('merges with what came late, and repeated fixes change nothing', () => {
    const first = trackOfPositions([at(0, 50), at(3, 53)]);
    const late = trackOfPositions([at(1, 51), at(3, 99)]);
    const merged = mergeTracks([first, late]);
    expect(Array.from(merged.latitude)).toEqual([50, 51, 53]);
    expect(mergeTracks([merged, first, late])).toEqual(merged);
  });

  it('is sliced from a moment on and up to, but without, another', () => {
    const track = trackOfPositions([at(0, 50), at(1, 51), at(2, 52)]);
    const start = track.timeMs[0]!;
    expect(Array.from(sliceTrack(track, start + 1, start + 2000).latitude)).toEqual([51]);
    expect(sliceTrack(track, start + 5000, start).timeMs).toHaveLength(0);
    expect(firstIndexFrom(track.timeMs, start + 2001)).toBe(3);
  });
});
