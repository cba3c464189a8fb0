import { gateTrack } from '../../domain/telemetry/gate.ts';
import { sliceTrack, type Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import { cutTrips, type Trip } from '../../domain/telemetry/trips.ts';
import { influenceMs, segmentStarts } from './segments.ts';

export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Trips of a stretch of time that begins and ends where segments do: no trip reaches over its ends. */
export interface CutWindow {
  readonly fromMs: number;
  /** Not part of it any more. */
  readonly beforeMs: number;
  readonly trips: Trip[];
}

type Read = (fromMs: number, toMs: number) => Promise<Track>;

/** Enough to see a device stand still before. */
const firstReachMs = 45 * 60_000;

const cutSegments = (track: Track, edges: readonly number[]): Trip[] =>
  edges.slice(1).flatMap((edgeMs, k) => {
    const segment = sliceTrack(track, edges[k]!, edgeMs);
    // Every fix was weighed against the clock when it came; here only jumps are left to find.
    return cutTrips(segment, defaultSettings, gateTrack(segment, Number.POSITIVE_INFINITY).reasons);
  });

/**
 * Cuts what the fixes of a stretch can have changed. Reads further to both sides until it holds the segments they lie
 * in whole; the fixes themselves are among those read.
 */
export const cutWindow = async ({ fromMs, toMs }: Stretch, read: Read): Promise<CutWindow> => {
  const { tripEndMs } = defaultSettings;
  const settledMs = toMs + influenceMs();
  for (let backMs = firstReachMs, aheadMs = firstReachMs; ; ) {
    const readFromMs = fromMs - backMs;
    const readToMs = settledMs + aheadMs;
    const track = await read(readFromMs, readToMs);
    const { timeMs } = track;
    const firstMs = timeMs[0] ?? fromMs;
    const lastMs = timeMs[timeMs.length - 1] ?? toMs;

    const starts = segmentStarts(track).map(i => timeMs[i]!);
    if (firstMs - readFromMs > tripEndMs) starts.unshift(firstMs);
    if (readToMs - lastMs > tripEndMs) starts.push(readToMs);
    const first = starts.findLastIndex(startMs => startMs <= fromMs);
    const end = starts.findIndex(startMs => startMs > settledMs);
    if (first < 0) backMs *= 2;
    if (end < 0) aheadMs *= 2;
    if (first < 0 || end < 0) continue;
    return {
      fromMs: starts[first]!,
      beforeMs: starts[end]!,
      trips: cutSegments(track, starts.slice(first, end + 1)),
    };
  }
};
