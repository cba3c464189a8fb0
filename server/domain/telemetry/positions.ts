import type { Position } from '../../../src/contract/shapes/telemetry.ts';

/** Fixes as parallel arrays of one length. NaN (ignition: -1) stands for "not sent". */
export interface Track {
  /** Moment of each fix, ms since 1970, UTC. */
  timeMs: Float64Array;
  /** Latitude and longitude in degrees, WGS 84. */
  latitude: Float64Array;
  longitude: Float64Array;
  speedKmh: Float32Array;
  /** Course in degrees clockwise from north. */
  courseDeg: Float32Array;
  hdop: Float32Array;
  altitudeM: Float32Array;
  satellites: Float32Array;
  /** 1: ignition on, 0: off, -1: unknown. */
  ignition: Int8Array;
}

export const createTrack = (length: number): Track => ({
  timeMs: new Float64Array(length),
  latitude: new Float64Array(length),
  longitude: new Float64Array(length),
  speedKmh: new Float32Array(length).fill(Number.NaN),
  courseDeg: new Float32Array(length).fill(Number.NaN),
  hdop: new Float32Array(length).fill(Number.NaN),
  altitudeM: new Float32Array(length).fill(Number.NaN),
  satellites: new Float32Array(length).fill(Number.NaN),
  ignition: new Int8Array(length).fill(-1),
});

/** Track of the positions in the order sent, so that clock steps stay visible. */
export const trackOfPositions = (positions: readonly Position[]): Track => {
  const track = createTrack(positions.length);
  positions.forEach((position, i) => {
    track.timeMs[i] = Date.parse(position.DateTime);
    track.latitude[i] = position.Latitude;
    track.longitude[i] = position.Longitude;
    track.speedKmh[i] = position.Speed ?? Number.NaN;
    track.courseDeg[i] = position.Course ?? Number.NaN;
    track.hdop[i] = position.Hdop ?? Number.NaN;
    track.altitudeM[i] = position.Altitude ?? Number.NaN;
    track.satellites[i] = position.Satellites ?? Number.NaN;
    track.ignition[i] = position.Ignition === undefined ? -1 : Number(position.Ignition);
  });
  return track;
};

const mapColumns = (
  track: Track,
  change: <T extends Float64Array | Float32Array | Int8Array>(column: T) => T,
): Track => ({
  timeMs: change(track.timeMs),
  latitude: change(track.latitude),
  longitude: change(track.longitude),
  speedKmh: change(track.speedKmh),
  courseDeg: change(track.courseDeg),
  hdop: change(track.hdop),
  altitudeM: change(track.altitudeM),
  satellites: change(track.satellites),
  ignition: change(track.ignition),
});

/** Returns a track with copies of the fixes at `indexes`, in that order. */
export const pickFixes = (track: Track, indexes: Uint32Array): Track =>
  mapColumns(track, column => {
    const picked = column.slice(0, indexes.length) as typeof column;
    for (let i = 0; i < indexes.length; i++) picked[i] = column[indexes[i]!]!;
    return picked;
  });

/** Returns the indexes of the fixes by rising time. Of several fixes with the same time, only the first is included. */
export const sortedFixIndexes = ({ timeMs }: Track): Uint32Array => {
  const order = Uint32Array.from(timeMs, (_, i) => i).sort((a, b) => timeMs[a]! - timeMs[b]! || a - b);
  let keptCount = 0;
  for (const index of order)
    if (keptCount === 0 || timeMs[index]! !== timeMs[order[keptCount - 1]!]!) order[keptCount++] = index;
  return order.subarray(0, keptCount);
};

export const isRising = (timeMs: Float64Array): boolean => {
  for (let i = 1; i < timeMs.length; i++) if (!(timeMs[i]! > timeMs[i - 1]!)) return false;
  return true;
};

/** Returns the track with strictly rising times. A track that is already sorted is returned itself, not as a copy. */
export const sortTrack = (track: Track): Track =>
  isRising(track.timeMs) ? track : pickFixes(track, sortedFixIndexes(track));

/**
 * Merges sorted tracks. If several tracks have a fix with the same time, only that of the first track in the list
 * stays.
 */
export const mergeTracks = (tracks: readonly Track[]): Track => {
  const merged = createTrack(tracks.reduce((sum, track) => sum + track.timeMs.length, 0));
  let offset = 0;
  for (const track of tracks) {
    for (const name of Object.keys(merged) as (keyof Track)[]) merged[name].set(track[name], offset);
    offset += track.timeMs.length;
  }
  return sortTrack(merged);
};

/** Returns the indexes from `from` to `to`, both included. A loop, because `Uint32Array.from` takes ten times the time. */
export const indexesBetween = (from: number, to: number): Uint32Array => {
  const indexes = new Uint32Array(Math.max(0, to - from + 1));
  for (let i = 0; i < indexes.length; i++) indexes[i] = from + i;
  return indexes;
};

/** Returns the values at these indexes. */
export const pickValues = (values: ArrayLike<number>, indexes: Uint32Array): Float64Array => {
  const picked = new Float64Array(indexes.length);
  for (let k = 0; k < picked.length; k++) picked[k] = values[indexes[k]!]!;
  return picked;
};

/** Index of the first fix at or after `momentMs` in a sorted track. */
export const firstIndexFrom = (timeMs: Float64Array, momentMs: number): number => {
  let low = 0;
  let high = timeMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (timeMs[middle]! < momentMs) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Fixes with `fromMs` ≤ time < `toMs` of a sorted track, as views on the same memory. */
export const sliceTrack = (track: Track, fromMs: number, toMs: number): Track => {
  const from = firstIndexFrom(track.timeMs, fromMs);
  const to = Math.max(from, firstIndexFrom(track.timeMs, toMs));
  return mapColumns(track, column => column.subarray(from, to) as typeof column);
};
