import { describe, expect, it } from 'vitest';
import { mergeTracks, sliceTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { repeatedFixes } from '../../../../../server/domain/telemetry/repeats.ts';
import { drive } from './drives.ts';
import { recordedMs } from './recordings.ts';

const hourMs = 3_600_000;
const earlier = (track: Track, byMs: number): Track => ({ ...track, timeMs: track.timeMs.map(ms => ms - byMs) });
const all = (track: Track): Uint8Array => new Uint8Array(track.timeMs.length);

describe('a drive sent again', () => {
  const track = drive([{ seconds: 1200, kmh: 50 }], { noiseM: 1 });
  const first = sliceTrack(track, recordedMs, recordedMs + 600_000);

  it('fixes sent again under a later time are told from a second drive along the same road', () => {
    const again = mergeTracks([track, earlier(first, -3 * hourMs)]);
    expect(repeatedFixes(again, all(again))).toHaveLength(600);
    const nextDay = earlier(drive([{ seconds: 1199, kmh: 50 }], { noiseM: 2 }), -24 * hourMs);
    const both = mergeTracks([track, nextDay]);
    expect(repeatedFixes(both, all(both))).toEqual([]);
  });

  it('is none under times of years before: there the clock is at fault', () => {
    const years = mergeTracks([track, earlier(first, 2 * 365 * 24 * hourMs)]);
    expect(repeatedFixes(years, all(years))).toEqual([]);
  });

  it('a receiver of few digits repeats nothing: each pass of a road goes through the same places', () => {
    const rough = (perDegree: number, seconds: number): Track => {
      const passed = drive([{ seconds, kmh: 25 }], { noiseM: 1 });
      const round = (degrees: number): number => Math.round((Math.round(degrees * perDegree) / perDegree) * 1e6) / 1e6;
      return { ...passed, latitude: passed.latitude.map(round), longitude: passed.longitude.map(round) };
    };
    for (const perDegree of [10_000, 6_000]) {
      const both = mergeTracks([rough(perDegree, 1200), earlier(rough(perDegree, 1199), -24 * hourMs)]);
      expect(repeatedFixes(both, all(both))).toEqual([]);
    }
  });

  it('standing still repeats no drive', () => {
    const parked = drive([{ seconds: 3600, kmh: 0 }]);
    expect(repeatedFixes(parked, all(parked))).toEqual([]);
  });
});
