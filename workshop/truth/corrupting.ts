import { createTrack, type Track } from '../../server/domain/telemetry/positions.ts';
import { hourMs } from '../../src/schema/kinds/time.ts';
import type { Random } from './random.ts';

const metresPerDegree = 111_194.93;

/** Returns the fixes at `indexes`. An index may occur several times. */
const pickFixes = (track: Track, indexes: Uint32Array): Track => {
  const picked = createTrack(indexes.length);
  for (const name of Object.keys(picked) as (keyof Track)[])
    for (let n = 0; n < indexes.length; n++) picked[name][n] = track[name][indexes[n]!]!;
  return picked;
};

const copyOf = (track: Track): Track =>
  pickFixes(
    track,
    Uint32Array.from(track.timeMs, (_, i) => i),
  );

const moveBy = (track: Track, i: number, metres: number, random: Random): void => {
  const angle = random.between(0, 2 * Math.PI);
  const cosine = Math.cos((track.latitude[i]! * Math.PI) / 180);
  track.latitude[i] = track.latitude[i]! + (metres * Math.cos(angle)) / metresPerDegree;
  track.longitude[i] = track.longitude[i]! + (metres * Math.sin(angle)) / metresPerDegree / cosine;
};

const jumps =
  (share: number, lowM: number, highM: number) =>
  (sent: Track, random: Random): Track => {
    const track = copyOf(sent);
    for (let i = 0; i < track.timeMs.length; i++)
      if (random.uniform() < share) moveBy(track, i, random.between(lowM, highM), random);
    return track;
  };

/**
 * Returns first index and end index (exclusive) of a random part of the drive. The part is between `fromShare` and
 * `toShare` of the length.
 */
const stretch = (length: number, random: Random, fromShare: number, toShare: number): readonly [number, number] => {
  const size = Math.max(1, Math.round(length * random.between(fromShare, toShare)));
  const from = random.below(Math.max(1, length - size));
  return [from, from + size];
};

const shiftTimes =
  (byMs: number, fromShare: number, toShare: number) =>
  (sent: Track, random: Random): Track => {
    const track = copyOf(sent);
    const [from, to] = stretch(track.timeMs.length, random, fromShare, toShare);
    for (let i = from; i < to; i++) track.timeMs[i] = track.timeMs[i]! + byMs;
    return track;
  };

const orderOf = (length: number, change: (order: number[]) => number[]): Uint32Array =>
  Uint32Array.from(change(Array.from({ length }, (_, i) => i)));

/** Corruptions of fixes by name. Each function gets the fixes in the order sent. */
export const corruptions: Readonly<Record<string, (sent: Track, random: Random) => Track>> = {
  'jumps of 40–60 m, 1 %': jumps(0.01, 40, 60),
  'jumps of 2–50 km, 1 %': jumps(0.01, 2000, 50_000),
  'repeats, 10 %': (sent, random) =>
    pickFixes(
      sent,
      orderOf(sent.timeMs.length, order => order.flatMap(i => (random.uniform() < 0.1 ? [i, i] : [i]))),
    ),
  'disorder within 60': (sent, random) =>
    pickFixes(
      sent,
      orderOf(sent.timeMs.length, order =>
        order
          .map(i => ({ i, at: i + random.between(0, 60) }))
          .sort((a, b) => a.at - b.at)
          .map(({ i }) => i),
      ),
    ),
  'clock an hour back': shiftTimes(-hourMs, 0.05, 0.2),
  'sent again 3 h later': (sent, random) => {
    const length = sent.timeMs.length;
    const [from, to] = stretch(length, random, 0.1, 0.3);
    const repeatedIndexes = Array.from({ length: to - from }, (_, n) => from + n);
    const track = pickFixes(
      sent,
      orderOf(length, order => [...order, ...repeatedIndexes]),
    );
    for (let i = length; i < track.timeMs.length; i++) track.timeMs[i] = track.timeMs[i]! + 3 * hourMs;
    return track;
  },
  'dated 1970, 2 %': (sent, random) => {
    const track = copyOf(sent);
    for (let i = 0; i < track.timeMs.length; i++) if (random.uniform() < 0.02) track.timeMs[i] = i * 1000;
    return track;
  },
  'week rollover': shiftTimes(-1024 * 7 * 24 * hourMs, 0.05, 0.2),
  'swapped coordinates': (sent, random) => {
    const track = copyOf(sent);
    const [from, to] = stretch(track.timeMs.length, random, 0.02, 0.1);
    for (let i = from; i < to; i++) {
      track.latitude[i] = sent.longitude[i]!;
      track.longitude[i] = sent.latitude[i]!;
    }
    return track;
  },
  'speed stuck at 0': sent => ({ ...copyOf(sent), speedKmh: createTrack(sent.timeMs.length).speedKmh.fill(0) }),
};
