import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTrack, pickFixes, sliceTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import {
  type CutWindow,
  cutWindow,
  firstReadMargin,
  rangeToRead,
  segmentStarts,
  type TimeRange,
} from '../../../../../server/modules/ingest/window.ts';

type Act = 'stand' | 'drive' | 'silent' | 'lost';

/**
 * Minutes of standing, driving or silence, with three fixes a minute unless silent. `lost`: the car drives on in silence.
 * The last value is the ignition.
 */
const minutes = fc.tuple(
  fc.constantFrom('stand', 'stand', 'drive', 'silent', 'lost', 'lost') as fc.Arbitrary<Act>,
  fc.integer({ min: 1, max: 50 }),
  fc.constantFrom(1, 1, 0, -1),
);
const told = (acts: readonly (readonly [Act, number, number])[]): Track => {
  const rows: { ms: number; latitude: number; kmh: number; ignition: number }[] = [];
  let [ms, latitude] = [Date.UTC(2026, 0, 15), 55];
  for (const [does, count, ignition] of acts)
    for (let third = 0; third < count * 3; third++) {
      ms += 20_000;
      const kmh = does === 'drive' || does === 'lost' ? 50 : 0;
      latitude += ((kmh / 180) * 1000) / 111_327.5;
      if (does === 'stand' || does === 'drive') rows.push({ ms, latitude, kmh, ignition });
    }
  const track = createTrack(rows.length);
  rows.forEach((row, i) => {
    track.timeMs[i] = row.ms;
    track.latitude[i] = row.latitude;
    track.longitude[i] = 37;
    track.speedKmh[i] = row.kmh;
    track.ignition[i] = row.ignition;
  });
  return track;
};

/** Cuts a track as ingestion does: it reads around the message, and reads more until that is enough. */
const cut = (track: Track, stretch: TimeRange): CutWindow => {
  for (let reach = firstReadMargin; ; ) {
    const { fromMs, toMs } = rangeToRead(stretch, reach);
    const found = cutWindow(stretch, reach, sliceTrack(track, fromMs, toMs));
    if ('trips' in found) return found;
    reach = found;
  }
};

/** Returns first and last time of each segment. */
const ends = ({ timeMs }: Track): string => `${timeMs[0]}–${timeMs[timeMs.length - 1]}`;
const segmentsOf = (track: Track): string[] => {
  const starts = [0, ...segmentStarts(track).filter(i => i > 0)];
  const { timeMs } = track;
  return starts.map((from, n) => `${timeMs[from]}–${timeMs[(starts[n + 1] ?? timeMs.length) - 1]}`);
};

it('what came late replaces whole segments: with those it leaves alone they are the segments of all that was sent', () => {
  fc.assert(
    fc.property(
      fc.array(minutes, { minLength: 3, maxLength: 14 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 0.4, noNaN: true }),
      (acts, at, share) => {
        const all = told(acts);
        const fixes = all.timeMs.length;
        const from = Math.floor(at * fixes);
        const to = Math.min(fixes, from + 1 + Math.floor(share * fixes));
        fc.pre(from < to && to - from < fixes);
        const before = pickFixes(
          all,
          Uint32Array.from(all.timeMs, (_, i) => i).filter(i => i < from || i >= to),
        );
        const window = cut(all, { fromMs: all.timeMs[from]!, toMs: all.timeMs[to - 1]! });
        const left = segmentsOf(before).filter(segment => {
          const [startMs, endMs] = segment.split('–').map(Number) as [number, number];
          return endMs < window.fromMs || startMs >= window.beforeMs;
        });
        const replaced = window.segments.filter(({ timeMs }) => timeMs.length > 0).map(ends);
        expect([...left, ...replaced].sort()).toEqual(segmentsOf(all).sort());
      },
    ),
    { numRuns: 150, seed: 20261123, endOnFailure: true },
  );
});
