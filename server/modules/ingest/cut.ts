import type { Track } from '../../domain/telemetry/positions.ts';
import { decodeFixes, type StoredBlock } from '../telemetry/service.ts';
import { analyseDrives, type Drives } from './drives.ts';
import {
  type CutConditions,
  type CutTrip,
  type CutWindow,
  cutWindow,
  overlaps,
  type ReadMargin,
  rangeToRead,
  type TimeRange,
} from './window.ts';

export interface CutTask {
  readonly range: TimeRange;
  readonly margin: ReadMargin;
  readonly blocks: readonly StoredBlock[];
  readonly conditions: CutConditions;
  /** Times of the acceleration that the device sent. */
  readonly curveTimes: readonly TimeRange[];
}

/** A segment of a window with the time of its fixes. Either its drives are analysed, or its fixes are there. */
export interface AnalysedSegment extends TimeRange {
  readonly fixes: number;
  /** Null: the segment has no trips, or its drives are analysed. */
  readonly track: Track | null;
  /** Manoeuvres of all trips of the segment. Null: the segment has no changed fixes, no trips, or acceleration. */
  readonly drives: Drives | null;
}

export interface AnalysedWindow extends Omit<CutWindow, 'segments'> {
  readonly segments: readonly AnalysedSegment[];
}

export const spanOf = (trips: readonly CutTrip[]): TimeRange => ({
  fromMs: Math.min(...trips.map(({ startMs }) => startMs)),
  toMs: Math.max(...trips.map(({ endMs }) => endMs)),
});

/**
 * Cuts stored fixes into trips and finds the manoeuvres of trips whose segment has changed fixes. Both are one task, so
 * that the fixes need not return from the thread. Manoeuvres of trips with acceleration are left to the caller, because
 * they depend on earlier orientations of the device.
 */
export const cutFixes = ({ range, margin, blocks, conditions, curveTimes }: CutTask): AnalysedWindow | ReadMargin => {
  const { fromMs, toMs } = rangeToRead(range, margin);
  const window = cutWindow(range, margin, decodeFixes(blocks, fromMs, toMs), conditions);
  if (!('trips' in window)) return window;
  const segments = window.segments.map((track, n): AnalysedSegment => {
    const { timeMs } = track;
    const fixes = timeMs.length;
    const times = { fromMs: timeMs[0] ?? Number.NaN, toMs: timeMs[fixes - 1] ?? Number.NaN };
    const trips = window.trips.filter(({ segment }) => segment === n);
    if (trips.length === 0) return { ...times, fixes, track: null, drives: null };
    if (!overlaps(times, range) || curveTimes.some(curve => overlaps(curve, spanOf(trips))))
      return { ...times, fixes, track, drives: null };
    return { ...times, fixes, track: null, drives: analyseDrives({ track, trips, curves: [], knownOrientations: [] }) };
  });
  return { ...window, segments };
};
