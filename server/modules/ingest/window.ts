import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { dayMs, hourMs, minuteMs } from '../../../src/schema/kinds/time.ts';
import { createRuler } from '../../domain/geo.ts';
import { type TripContext, tripContext } from '../../domain/score/context.ts';
import { firstIndexFrom, pickFixes, sliceTrack, type Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings, type TelemetrySettings } from '../../domain/telemetry/settings.ts';
import { createSilenceTest } from '../../domain/telemetry/silences.ts';
import { trustedIndexes } from '../../domain/telemetry/speeds.ts';
import { markSuspectFixes } from '../../domain/telemetry/suspectFixes.ts';
import {
  findFarStretches,
  findFaultyStretches,
  findTrackFaults,
  type TrackFault,
} from '../../domain/telemetry/trackFaults.ts';
import { cutMovements, type Trip } from '../../domain/telemetry/trips.ts';
import { areAllSwapped } from '../../domain/telemetry/wrongPlaces.ts';

/** Time after a fix within which the fix can influence where a segment begins, ms. */
const influenceMs = (settings: TelemetrySettings = defaultSettings): number =>
  Math.max(settings.standingMs + settings.tripEndMs, settings.silenceMs);

const wasStanding = (track: Track, i: number, settings: TelemetrySettings): boolean => {
  const { timeMs, latitude, longitude, speedKmh } = track;
  const rulerM = createRuler();
  for (let k = i; k >= 0; k--) {
    if (speedKmh[k]! > settings.tripStartKmh) return false;
    if (rulerM(latitude[k]!, longitude[k]!, latitude[i]!, longitude[i]!) > settings.standingRadiusM) return false;
    if (timeMs[i]! - timeMs[k]! >= settings.standingMs) return true;
    if (k > 0 && timeMs[k]! - timeMs[k - 1]! > settings.tripEndMs) return false;
  }
  return false;
};

/**
 * Indexes at which a sorted track splits into segments. Trips are cut from each segment independently.
 * A segment begins after a silence that ends a trip, and at each minute of standing still. So a device that never
 * sleeps makes no endless segment.
 * Whether a segment begins at a fix depends only on the fixes of the last `influenceMs`. So the order of arrival does
 * not matter, and new fixes change no distant segment.
 */
export const segmentStarts = (track: Track, settings: TelemetrySettings = defaultSettings): number[] => {
  const { timeMs } = track;
  const starts: number[] = [];
  const continuesAcross = createSilenceTest(track, settings);
  for (let i = 1; i < timeMs.length; i++) {
    const isSilent = timeMs[i]! - timeMs[i - 1]! > settings.tripEndMs && !continuesAcross(i - 1, i);
    const newMinute = Math.floor(timeMs[i]! / minuteMs) > Math.floor(timeMs[i - 1]! / minuteMs);
    if (isSilent || (newMinute && wasStanding(track, i, settings))) starts.push(i);
  }
  return starts;
};

export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Whether two changed time ranges are cut together in one window: they lie within one day, or close together. Separate
 * windows would read the same fixes twice.
 */
const belongTogether = (one: TimeRange, next: TimeRange): boolean => {
  const spanMs = next.toMs - one.fromMs;
  return spanMs <= dayMs || (next.fromMs - one.toMs <= hourMs && spanMs <= 7 * dayMs);
};

export const mergeRanges = (ranges: readonly TimeRange[]): TimeRange[] => {
  const result: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of [...ranges].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = result[result.length - 1];
    if (last && belongTogether(last, { fromMs, toMs })) last.toMs = Math.max(last.toMs, toMs);
    else result.push({ fromMs, toMs });
  }
  return result;
};

/** A trip and the segment it was cut from. `fromIndex`..`toIndex` are the trip's fixes in the segment. */
export interface CutTrip extends Trip {
  readonly segment: number;
  /** Conditions of the trip: night, idling, traffic and kind of road. */
  readonly context: TripContext;
}

/** Trips of a time range whose ends are borders of segments, so that no trip crosses them. */
export interface CutWindow {
  readonly fromMs: number;
  /** End of the time range, exclusive, ms since 1970. */
  readonly beforeMs: number;
  readonly trips: CutTrip[];
  /** Fixes of each segment without the suspect and faulty ones. Speeds that cannot be trusted are NaN. */
  readonly segments: Track[];
  readonly faults: TrackFault[];
}

/** A fault that a manager has cleared, so that the data counts in spite of the fault. */
export interface ClearedFault extends TimeRange {
  readonly kind: AnomalyKind;
}

/**
 * Duration that the first attempt to cut trips reads before and after a changed time range, ms. A standstill usually
 * lies within it. It is longer than any silence across which a trip continues.
 */
const firstReadMarginMs = 75 * 60_000;

/** Durations that are read before and after a changed time range, ms. */
export interface ReadMargin {
  readonly backMs: number;
  readonly aheadMs: number;
}

export const firstReadMargin: ReadMargin = { backMs: firstReadMarginMs, aheadMs: firstReadMarginMs };

/** Returns the time range of the fixes that must be read to cut the trips of a changed time range. */
export const rangeToRead = ({ fromMs, toMs }: TimeRange, { backMs, aheadMs }: ReadMargin): TimeRange => ({
  fromMs: fromMs - backMs,
  toMs: toMs + influenceMs() + aheadMs,
});

/** Settings under which the receiver's speed is used without comparing it with the positions. */
const trustingSettings = { ...defaultSettings, speedCheckStretches: Number.POSITIVE_INFINITY };

export const overlaps = (one: TimeRange, other: TimeRange): boolean =>
  one.fromMs <= other.toMs && other.fromMs <= one.toMs;

/** Returns the track with an unknown ignition where `isIgnored` is true for the time of a fix. */
const withIgnoredIgnition = (track: Track, isIgnored: (timeMs: number) => boolean): Track => ({
  ...track,
  ignition: track.ignition.map((state, i) => (isIgnored(track.timeMs[i]!) ? -1 : state)),
});

/** Facts about an object, besides its fixes, on which the cut of its trips depends. */
export interface CutConditions {
  readonly cleared: readonly ClearedFault[];
  /** Movements with the ignition off before this moment are drives, because the ignition wire is not connected. */
  readonly deadWireEndMs: number;
}

const noConditions: CutConditions = { cleared: [], deadWireEndMs: Number.NEGATIVE_INFINITY };

/** A segment of track with its suspect fixes marked, the fixes without these, and their faults. */
interface JudgedSegment {
  readonly segment: Track;
  readonly reasons: Uint8Array;
  readonly believable: Track;
  readonly faults: readonly TrackFault[];
}

const judgeSegment = (segment: Track, isCleared: (fault: TrackFault) => boolean): JudgedSegment => {
  // Fixes of a wrong clock were quarantined on arrival, so this check looks only for jumps.
  const { reasons } = markSuspectFixes(segment, Number.POSITIVE_INFINITY);
  const farStretches = findFarStretches(segment, i => reasons[i] !== 0);
  for (const { fromMs, toMs } of farStretches.filter(isCleared))
    reasons.fill(0, firstIndexFrom(segment.timeMs, fromMs), firstIndexFrom(segment.timeMs, toMs + 1));
  const indexes = trustedIndexes(reasons);
  const believable = indexes.length === reasons.length ? segment : pickFixes(segment, indexes);
  return { segment, reasons, believable, faults: [...findTrackFaults(believable), ...farStretches] };
};

const withUnknownSpeeds = (track: Track, isUnknown: (timeMs: number) => boolean): Track => ({
  ...track,
  speedKmh: track.speedKmh.map((kmh, i) => (isUnknown(track.timeMs[i]!) ? Number.NaN : kmh)),
});

/**
 * Sets the faulty stretches of a segment aside, and judges the rest. Fixes with a frozen position are left out, except
 * the first, which the car was at, unless nothing is known from before. Fixes without reception are left out. A speed that
 * is stuck for a while is unknown. All come before the search for jumps, because they make good fixes look like jumps.
 * If the speeds of the whole segment are faulty, no stretch of them is.
 */
const setFaultyStretchesAside = (sentSegment: Track, isCleared: (fault: TrackFault) => boolean): JudgedSegment => {
  const faultyStretches = findFaultyStretches(sentSegment);
  if (faultyStretches.length === 0) return judgeSegment(sentSegment, isCleared);
  const setAside = faultyStretches.filter(fault => !isCleared(fault));
  const [frozen, stuck, lost] = ['frozenFix', 'speedStuck', 'place'].map(kind =>
    setAside.filter(fault => fault.kind === kind),
  );
  const isFrozen = (ms: number): boolean =>
    frozen!.some(({ fromMs, toMs }) => (fromMs === sentSegment.timeMs[0] ? fromMs <= ms : fromMs < ms) && ms <= toMs);
  const isStuck = (ms: number): boolean => stuck!.some(({ fromMs, toMs }) => fromMs <= ms && ms <= toMs);
  const isLost = (ms: number): boolean => lost!.some(({ fromMs, toMs }) => fromMs <= ms && ms <= toMs);
  const keptIndexes = Uint32Array.from(sentSegment.timeMs, (_, i) => i).filter(
    i => !isFrozen(sentSegment.timeMs[i]!) && !isLost(sentSegment.timeMs[i]!),
  );
  const moving = pickFixes(sentSegment, keptIndexes);
  const sent = judgeSegment(moving, isCleared);
  if (sent.faults.some(({ slope }) => slope !== undefined))
    return { ...sent, faults: [...sent.faults, ...faultyStretches.filter(({ kind }) => kind !== 'speedStuck')] };
  const judged = stuck!.length > 0 ? judgeSegment(withUnknownSpeeds(moving, isStuck), isCleared) : sent;
  return { ...judged, faults: [...judged.faults, ...faultyStretches] };
};

/** Returns the fault of a segment whose places are all swapped, which sets it aside. Undefined: they are not. */
const findSwappedDrive = (segment: Track): TrackFault | undefined => {
  const { timeMs } = segment;
  if (!areAllSwapped(segment, defaultSettings)) return undefined;
  const count = timeMs.length;
  return { kind: 'swapped', fromMs: timeMs[0]!, toMs: timeMs[count - 1]!, count, quarantined: count };
};

const cutSegments = (
  track: Track,
  edgesMs: readonly number[],
  { cleared, deadWireEndMs }: CutConditions,
): Pick<CutWindow, 'trips' | 'segments' | 'faults'> => {
  const trips: CutTrip[] = [];
  const segments: Track[] = [];
  const faults: TrackFault[] = [];
  const isCleared = (fault: TrackFault): boolean =>
    cleared.some(each => each.kind === fault.kind && overlaps(each, fault));
  edgesMs.slice(1).forEach((edgeMs, k) => {
    const sent = sliceTrack(track, edgesMs[k]!, edgeMs);
    const swappedFault = findSwappedDrive(sent);
    if (swappedFault && !isCleared(swappedFault)) {
      segments.push(pickFixes(sent, new Uint32Array()));
      faults.push(swappedFault);
      return;
    }
    const { segment, reasons, believable, faults: trackFaults } = setFaultyStretchesAside(sent, isCleared);
    const speedFault = trackFaults.find(({ slope }) => slope !== undefined);
    const isSpeedDistrusted = speedFault !== undefined && !isCleared(speedFault);
    const usableTrack = isSpeedDistrusted ? withUnknownSpeeds(believable, () => true) : believable;
    const cut = (sentTrack: Track) =>
      cutMovements(sentTrack, isSpeedDistrusted ? defaultSettings : trustingSettings, reasons);
    let { trips: foundTrips, withoutIgnition } = cut(segment);
    const movementFaults = withoutIgnition.map(({ fromIndex, toIndex }): TrackFault => {
      const [fromMs, toMs] = [segment.timeMs[fromIndex]!, segment.timeMs[toIndex]!];
      const isDrive = fromMs < deadWireEndMs;
      const count = toIndex - fromIndex + 1;
      const kind = isDrive ? 'ignitionNeverOn' : 'movedWithoutIgnition';
      return { kind, fromMs, toMs, count, quarantined: isDrive ? 0 : count };
    });
    const drives = movementFaults.filter(fault => fault.fromMs < deadWireEndMs || isCleared(fault));
    if (drives.length > 0) {
      const isIgnored = (ms: number) =>
        ms < deadWireEndMs || drives.some(({ fromMs, toMs }) => fromMs <= ms && ms <= toMs);
      foundTrips = cut(withIgnoredIgnition(segment, isIgnored)).trips;
    }
    for (const trip of foundTrips) {
      const fromIndex = firstIndexFrom(usableTrack.timeMs, trip.startMs);
      const tripIndexes = { ...trip, fromIndex, toIndex: firstIndexFrom(usableTrack.timeMs, trip.endMs) };
      trips.push({ ...tripIndexes, segment: k, context: tripContext(usableTrack, tripIndexes) });
    }
    segments.push(usableTrack);
    faults.push(...trackFaults, ...movementFaults);
  });
  return { trips, segments, faults };
};

/**
 * Cuts all trips that changed fixes in the time range can affect. `track`: the fixes in `rangeToRead`.
 * If these fixes do not contain whole segments, returns the margin with which to try again.
 */
export const cutWindow = (
  range: TimeRange,
  margin: ReadMargin,
  track: Track,
  conditions: CutConditions = noConditions,
): CutWindow | ReadMargin => {
  const { tripEndMs, silenceMs } = defaultSettings;
  const { fromMs, toMs } = range;
  const settledMs = toMs + influenceMs();
  const readRange = rangeToRead(range, margin);
  const { timeMs, ignition } = track;
  // The changed time range may begin before the first fix, because acceleration may have come for a time without fixes.
  const firstMs = Math.min(timeMs[0] ?? fromMs, fromMs);
  const lastMs = timeMs[timeMs.length - 1] ?? toMs;

  const starts = segmentStarts(track).map(i => timeMs[i]!);
  /** Shortest silence before or after fix `i` that certainly ends a trip, ms. */
  const endingSilenceMs = (i: number): number => (ignition[i]! >= 0 ? silenceMs : tripEndMs);
  if (firstMs - readRange.fromMs > endingSilenceMs(0)) starts.unshift(firstMs);
  if (readRange.toMs - lastMs > endingSilenceMs(timeMs.length - 1)) starts.push(readRange.toMs);
  // New fixes in a silence may end a trip that continued across the silence. So the segment before the silence is cut
  // again too.
  const beforeMs = timeMs[firstIndexFrom(timeMs, fromMs) - 1] ?? fromMs;
  const firstChangedMs = fromMs - beforeMs <= silenceMs ? beforeMs : fromMs;
  const first = starts.findLastIndex(startMs => startMs <= firstChangedMs);
  const end = starts.findIndex(startMs => startMs > settledMs);
  if (first < 0 || end < 0)
    return { backMs: margin.backMs * (first < 0 ? 2 : 1), aheadMs: margin.aheadMs * (end < 0 ? 2 : 1) };
  return {
    fromMs: starts[first]!,
    beforeMs: starts[end]!,
    ...cutSegments(track, starts.slice(first, end + 1), conditions),
  };
};
