import { describe, expect, it } from 'vitest';
import { clockFaultsAfter } from '../../../../../server/domain/telemetry/clockBetween.ts';
import { mergeTracks, sliceTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { repeatedFixes } from '../../../../../server/domain/telemetry/repeats.ts';
import { drive } from './drives.ts';
import { recordedMs } from './recordings.ts';

const hourMs = 3_600_000;
const earlier = (track: Track, byMs: number): Track => ({ ...track, timeMs: track.timeMs.map(ms => ms - byMs) });
const all = (track: Track): Uint8Array => new Uint8Array(track.timeMs.length);

describe('between two messages', () => {
  const track = drive([{ seconds: 1200, kmh: 50 }], { noiseM: 1 });
  const first = sliceTrack(track, recordedMs, recordedMs + 600_000);
  const second = sliceTrack(track, recordedMs + 600_000, recordedMs + 1_200_000);

  it('a clock that steps back an hour is seen, though each message rises by itself', () => {
    expect(clockFaultsAfter(first, earlier(second, hourMs))).toHaveLength(600);
    expect(clockFaultsAfter(first, second)).toEqual([]);
  });

  it('a message that is only late is no fault of the clock', () => {
    const middle = sliceTrack(track, recordedMs + 300_000, recordedMs + 600_000);
    const around = mergeTracks([sliceTrack(track, recordedMs, recordedMs + 300_000), second]);
    expect(clockFaultsAfter(around, middle)).toEqual([]);
    const yesterday = earlier(drive([{ seconds: 300, kmh: 40 }]), 24 * hourMs);
    expect(clockFaultsAfter(first, yesterday)).toEqual([]);
  });

  it('fixes sent again under a later time are told from a second drive along the same road', () => {
    const again = mergeTracks([track, earlier(first, -3 * hourMs)]);
    expect(repeatedFixes(again, all(again))).toHaveLength(600);
    const nextDay = earlier(drive([{ seconds: 1199, kmh: 50 }], { noiseM: 2 }), -24 * hourMs);
    const both = mergeTracks([track, nextDay]);
    expect(repeatedFixes(both, all(both))).toEqual([]);
  });

  it('standing still repeats no drive', () => {
    const parked = drive([{ seconds: 3600, kmh: 0 }]);
    expect(repeatedFixes(parked, all(parked))).toEqual([]);
  });
});
