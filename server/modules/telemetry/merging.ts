import { createTrack, isRising, pickFixes, type Track } from '../../domain/telemetry/positions.ts';

const columns = Object.keys(createTrack(0)) as (keyof Track)[];

const nanAsLowest = (value: number): number => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value);

/** Compares fixes by time. Of equal times the more complete fix comes first, independent of the order of arrival. */
const compareFixes = (track: Track, a: number, b: number): number => {
  if (track.timeMs[a]! !== track.timeMs[b]!) return track.timeMs[a]! - track.timeMs[b]!;
  for (const name of columns) {
    const first = nanAsLowest(track[name][a]!);
    const second = nanAsLowest(track[name][b]!);
    if (first !== second) return second - first;
  }
  return 0;
};

export const joinTracks = (tracks: readonly Track[]): Track => {
  if (tracks.length === 1) return tracks[0]!;
  const joined = createTrack(tracks.reduce((sum, track) => sum + track.timeMs.length, 0));
  let offset = 0;
  for (const track of tracks) {
    for (const name of columns) joined[name].set(track[name], offset);
    offset += track.timeMs.length;
  }
  return joined;
};

/** All fixes of the tracks in order of time. Fixes with equal times stay and are adjacent. */
export const sortFixes = (tracks: readonly Track[]): Track => {
  const joined = joinTracks(tracks);
  if (isRising(joined.timeMs)) return joined;
  const order = Uint32Array.from(joined.timeMs, (_, i) => i);
  return pickFixes(
    joined,
    order.sort((a, b) => compareFixes(joined, a, b)),
  );
};

/**
 * Merges tracks into one in which each time occurs once. The result does not depend on the order of the tracks, because
 * messages arrive in any order. The domain's `mergeTracks` differs: it prefers the earlier argument.
 */
export const mergeFixes = (tracks: readonly Track[]): Track => {
  const sorted = sortFixes(tracks);
  const indexes = new Uint32Array(sorted.timeMs.length);
  let count = 0;
  for (let i = 0; i < indexes.length; i++)
    if (count === 0 || sorted.timeMs[i]! > sorted.timeMs[indexes[count - 1]!]!) indexes[count++] = i;
  return count === indexes.length ? sorted : pickFixes(sorted, indexes.subarray(0, count));
};
