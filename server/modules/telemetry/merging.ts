import { createTrack, pickFixes, rises, type Track } from '../../domain/telemetry/positions.ts';

const columns = Object.keys(createTrack(0)) as (keyof Track)[];

const rank = (value: number): number => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value);

/** Compares fixes by time. Of equal times the more complete fix comes first, independent of the order of arrival. */
const compareFixes = (track: Track, a: number, b: number): number => {
  if (track.timeMs[a]! !== track.timeMs[b]!) return track.timeMs[a]! - track.timeMs[b]!;
  for (const name of columns) {
    const first = rank(track[name][a]!);
    const second = rank(track[name][b]!);
    if (first !== second) return second - first;
  }
  return 0;
};

/** Concatenates the tracks. */
export const joinTracks = (tracks: readonly Track[]): Track => {
  if (tracks.length === 1) return tracks[0]!;
  const whole = createTrack(tracks.reduce((sum, track) => sum + track.timeMs.length, 0));
  let at = 0;
  for (const track of tracks) {
    for (const name of columns) whole[name].set(track[name], at);
    at += track.timeMs.length;
  }
  return whole;
};

/** All fixes of the tracks by rising time. Equal times are adjacent. */
export const sortFixes = (tracks: readonly Track[]): Track => {
  const whole = joinTracks(tracks);
  if (rises(whole.timeMs)) return whole;
  const order = Uint32Array.from(whole.timeMs, (_, i) => i);
  return pickFixes(
    whole,
    order.sort((a, b) => compareFixes(whole, a, b)),
  );
};

/**
 * Merges tracks to strictly rising times. Unlike the domain's `mergeTracks`, which prefers the earlier argument, the
 * result does not depend on the order of the tracks, because messages arrive in any order.
 */
export const mergeFixes = (tracks: readonly Track[]): Track => {
  const sorted = sortFixes(tracks);
  const kept = new Uint32Array(sorted.timeMs.length);
  let count = 0;
  for (let i = 0; i < kept.length; i++)
    if (count === 0 || sorted.timeMs[i]! > sorted.timeMs[kept[count - 1]!]!) kept[count++] = i;
  return count === kept.length ? sorted : pickFixes(sorted, kept.subarray(0, count));
};
