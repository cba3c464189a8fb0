import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { createRuler } from '../geo.ts';
import { indexesBetween, type Track } from './positions.ts';
import { checkReceiverSpeed, type SpeedFault } from './receiverSpeed.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

/** A stretch of a track. `from` and `to` are the indexes of its first and last fix. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

const medianOf = (values: Float64Array, from: number, end: number): number =>
  values.slice(from, end).sort()[(end - from) >> 1]!;

/**
 * Returns stretches of `frozenFixMs` or more in which the receiver repeats one speed, and the positions contradict it
 * by `frozenFixM` and by `speedSlopeTo`. A car that drives at a constant speed is where the speed says. Noise lengthens
 * the way through the positions. So a way that is too short shows a speed that is too high, and only the straight line
 * shows a speed that is too low. It is that between the medians of both halves, extended to the whole time, so that a
 * jump does not count. Fixes more than `fixGapMs` apart show nothing.
 * Takes fixes by rising time.
 */
const findStuckSpeeds = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  { frozenFixMs, frozenFixM, fixGapMs, speedSlopeTo, tripStartKmh }: TelemetrySettings,
): Stretch[] => {
  const rulerM = createRuler();
  const stretches: Stretch[] = [];
  for (let from = 0, to = 0; from < timeMs.length; from = to + 1) {
    let wayM = 0;
    for (to = from; to + 1 < timeMs.length; to++) {
      if (speedKmh[to + 1] !== speedKmh[from] || timeMs[to + 1]! - timeMs[to]! > fixGapMs) break;
      wayM += rulerM(latitude[to]!, longitude[to]!, latitude[to + 1]!, longitude[to + 1]!);
    }
    const ms = timeMs[to]! - timeMs[from]!;
    if (ms < frozenFixMs) continue;
    const saidM = (speedKmh[from]! / 3600) * ms;
    const middle = (from + to + 1) >> 1;
    const medianMs = medianOf(timeMs, middle, to + 1) - medianOf(timeMs, from, middle);
    const straightM =
      (ms / medianMs) *
      rulerM(
        medianOf(latitude, from, middle),
        medianOf(longitude, from, middle),
        medianOf(latitude, middle, to + 1),
        medianOf(longitude, middle, to + 1),
      );
    const isTooFast = saidM - wayM >= frozenFixM && saidM > wayM * speedSlopeTo;
    const isTooSlow = straightM - saidM >= frozenFixM && straightM > saidM * speedSlopeTo;
    if (isTooFast || (isTooSlow && (straightM / ms) * 3600 > tripStartKmh)) stretches.push({ from, to });
  }
  return stretches;
};

/** A stretch in which all fixes have one position. `next`: index of the first fix at another position. */
interface FrozenStretch extends Stretch {
  readonly next: number;
}

/**
 * Returns stretches in which the position stays the same for `frozenFixMs`, while the receiver's speed adds up to at
 * least `frozenFixM`.
 * Takes fixes by rising time.
 */
const findFrozenStretches = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  { frozenFixMs, frozenFixM, tripStartKmh, tripEndMs }: TelemetrySettings,
): FrozenStretch[] => {
  const stretches: FrozenStretch[] = [];
  const isDriving = (i: number): boolean => speedKmh[i]! > tripStartKmh;
  const closeStretch = (runFrom: number, next: number): void => {
    let [from, to] = [runFrom, next - 1];
    // A car may really stand at the frozen position before and after the fault. So standing fixes at both ends of the
    // stretch are left out.
    while (from < to && !isDriving(from)) from++;
    while (to > from && !isDriving(to)) to--;
    let metres = 0;
    for (let i = from + 1; i <= to; i++)
      if (isDriving(i)) metres += (speedKmh[i]! / 3600) * (timeMs[i]! - timeMs[i - 1]!);
    if (timeMs[to]! - timeMs[from]! >= frozenFixMs && metres >= frozenFixM) stretches.push({ from, to, next });
  };
  let from = 0;
  for (let i = 1; i <= timeMs.length; i++) {
    const isStill =
      i < timeMs.length &&
      latitude[i] === latitude[from] &&
      longitude[i] === longitude[from] &&
      timeMs[i]! - timeMs[i - 1]! <= tripEndMs;
    if (isStill) continue;
    if (from < timeMs.length) closeStretch(from, i);
    from = i;
  }
  return stretches;
};

/**
 * Whether the car stood at the position of a stretch, although the receiver said that it drove. It then goes on from
 * that position. A frozen position is left by a leap.
 */
const stoodStill = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  { to, next }: FrozenStretch,
  { fixNoiseM, tripEndMs }: TelemetrySettings,
): boolean => {
  if (next >= timeMs.length) return false;
  const stepMs = timeMs[next]! - timeMs[next - 1]!;
  if (stepMs > tripEndMs) return false;
  const fastestKmh = Math.max(speedKmh[to]!, speedKmh[next]! || 0);
  const metres = createRuler()(latitude[to]!, longitude[to]!, latitude[next]!, longitude[next]!);
  return metres <= fixNoiseM + (fastestKmh / 3600) * stepMs;
};

/** Returns the quantile: the given share of the values is not above it. Sorts `values`. */
const quantile = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const meanOf = (values: Float64Array, from: number, to: number): number => {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum / (to - from);
};

/**
 * Returns stays with drifting positions. A stay is at least twice `tripEndMs` long, with the ignition not on and no
 * speed above `tripStartKmh`. The positions of a stay drift if a tenth of them lie further than `driftFromM` from their
 * mean. Positions that move on to one side are a slow drive and no drift.
 */
const findDriftingStays = (track: Track, settings: TelemetrySettings): Stretch[] => {
  const { timeMs, latitude, longitude, speedKmh, ignition } = track;
  const { tripEndMs, tripStartKmh, tripCircleM, driftFromM } = settings;
  const rulerM = createRuler();
  const stretches: Stretch[] = [];
  const isStanding = (i: number): boolean => ignition[i] !== 1 && !(speedKmh[i]! > tripStartKmh);
  for (let from = 0; from < timeMs.length; ) {
    let to = from;
    while (
      to < timeMs.length &&
      isStanding(to) &&
      (to === from || timeMs[to]! - timeMs[to - 1]! <= tripEndMs) &&
      rulerM(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!) <= tripCircleM
    )
      to++;
    if (to - from >= 2 && timeMs[to - 1]! - timeMs[from]! >= 2 * tripEndMs) {
      const [north, east] = [meanOf(latitude, from, to), meanOf(longitude, from, to)];
      const fifthOfFixes = Math.max(1, Math.floor((to - from) / 5));
      const spread = quantile(
        Array.from({ length: to - from }, (_, k) => rulerM(north, east, latitude[from + k]!, longitude[from + k]!)),
        0.9,
      );
      const driftM = rulerM(
        meanOf(latitude, from, from + fifthOfFixes),
        meanOf(longitude, from, from + fifthOfFixes),
        meanOf(latitude, to - fifthOfFixes, to),
        meanOf(longitude, to - fifthOfFixes, to),
      );
      if (spread > driftFromM && driftM < spread) stretches.push({ from, to: to - 1 });
    }
    from = Math.max(to, from + 1);
  }
  return stretches;
};

/** Fewest satellites from which a receiver computes a position. */
const leastSatellites = 3;
/** Number of satellites with which a receiver surely had a position in the same track. */
const enoughSatellites = 4;

/** Returns stretches of at least `rejoinFixes` fixes that satisfy a condition. */
const findRuns = (fixes: number, isInRun: (i: number) => boolean, { rejoinFixes }: TelemetrySettings): Stretch[] => {
  const stretches: Stretch[] = [];
  for (let from = 0, to = 0; from < fixes; from = to + 1) {
    to = from;
    if (!isInRun(from)) continue;
    while (to + 1 < fixes && isInRun(to + 1)) to++;
    if (to - from + 1 >= rejoinFixes) stretches.push({ from, to });
  }
  return stretches;
};

/**
 * Returns stretches without reception, as a jammer causes them: too few satellites for a position. A track without
 * enough satellites anywhere shows nothing, because its device does not count them.
 */
const findLostReceptions = ({ satellites }: Track, settings: TelemetrySettings): Stretch[] =>
  satellites.some(count => count >= enoughSatellites)
    ? findRuns(satellites.length, i => satellites[i]! >= 0 && satellites[i]! < leastSatellites, settings)
    : [];

/** A fault of a stretch of track. */
export interface TrackFault {
  readonly kind: AnomalyKind;
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
  /** Number of fixes of the stretch that are quarantined. */
  readonly quarantined: number;
  /**
   * Ratio of the receiver's speed to the speed by positions. Present only if the speeds of the whole track are faulty.
   */
  readonly slope?: number;
}

const kindOfSpeedFault = (fault: SpeedFault): AnomalyKind => {
  if (fault === 'stuck') return 'speedStuck';
  return fault === 'scale' ? 'speedScale' : 'speedUnit';
};

type AddFault = (kind: AnomalyKind, stretch: Stretch, isQuarantined: boolean, details?: object) => void;

const collectFaults = ({ timeMs }: Track) => {
  const faults: TrackFault[] = [];
  const addFault: AddFault = (kind, { from, to }, isQuarantined, details = {}) => {
    const count = to - from + 1;
    faults.push({
      kind,
      fromMs: timeMs[from]!,
      toMs: timeMs[to]!,
      count,
      quarantined: isQuarantined ? count : 0,
      ...details,
    });
  };
  return { faults, addFault };
};

/**
 * Returns the stretches of a track in which the position is frozen, the reception lost or the speed stuck. A faulty speed
 * quarantines nothing, because the positions then give the speed.
 */
export const findFaultyStretches = (track: Track): TrackFault[] => {
  const { faults, addFault } = collectFaults(track);
  const frozenStretches = findFrozenStretches(track, defaultSettings).filter(
    stretch => !stoodStill(track, stretch, defaultSettings),
  );
  const isFrozen = ({ from, to }: Stretch): boolean =>
    frozenStretches.some(frozen => frozen.from <= to && from <= frozen.to);
  for (const stretch of findStuckSpeeds(track, defaultSettings))
    if (!isFrozen(stretch)) addFault('speedStuck', stretch, false);
  for (const stretch of frozenStretches) addFault('frozenFix', stretch, true);
  for (const stretch of findLostReceptions(track, defaultSettings)) addFault('place', stretch, true);
  return faults;
};

/**
 * Returns the stretches of suspect fixes that no car can have driven to, as a faked position has them: further from the
 * fix before or after than a car drives in `tripEndMs`. `isSuspect`: whether a fix is suspect, by its index.
 */
export const findFarStretches = (track: Track, isSuspect: (i: number) => boolean): TrackFault[] => {
  const { timeMs, latitude, longitude } = track;
  const { maximumSpeedKmh, tripEndMs } = defaultSettings;
  const farM = (maximumSpeedKmh / 3600) * tripEndMs;
  const rulerM = createRuler();
  const { faults, addFault } = collectFaults(track);
  for (const stretch of findRuns(timeMs.length, isSuspect, defaultSettings)) {
    const { from, to } = stretch;
    const isFar = (a: number, b: number): boolean =>
      a >= 0 && b < timeMs.length && rulerM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!) > farM;
    if (isFar(from - 1, from) || isFar(to, to + 1)) addFault('place', stretch, true);
  }
  return faults;
};

/**
 * Returns the faults of a track without suspect fixes and faulty stretches. Faulty receiver speeds quarantine nothing,
 * because the positions then give the speed.
 */
export const findTrackFaults = (trustedTrack: Track): TrackFault[] => {
  const { faults, addFault } = collectFaults(trustedTrack);
  const frozenStretches = findFrozenStretches(trustedTrack, defaultSettings);
  // Frozen positions contradict any speed, so they are left out when speeds are compared with positions.
  const movingIndexes =
    frozenStretches.length === 0
      ? undefined
      : indexesBetween(0, trustedTrack.timeMs.length - 1).filter(
          i => !frozenStretches.some(({ from, to }) => from < i && i <= to),
        );
  const { slope, fault } = checkReceiverSpeed(trustedTrack, defaultSettings, movingIndexes);
  if (fault && slope !== null)
    addFault(kindOfSpeedFault(fault), { from: 0, to: trustedTrack.timeMs.length - 1 }, false, {
      slope: Math.min(slope, 1000),
    });
  for (const stretch of findDriftingStays(trustedTrack, defaultSettings)) addFault('parkedDrift', stretch, false);
  return faults;
};
