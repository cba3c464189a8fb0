import type { Reconstruction } from '../../../src/contract/shapes/reconstruction.ts';
import { bearingDeg, createRuler } from '../geo.ts';
import { roundTo } from '../rounding.ts';
import { gravityMs2 } from './deltaV.ts';
import { deviations90, type Recording, type RecordingInput, readRecording, unresolvedStep } from './impactRecording.ts';
import { sliceTrack, type Track } from './positions.ts';
import { checkReceiverSpeed, withTrustedSpeeds } from './receiverSpeed.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { type SpeedChange, type SpeedMeasurement, smoothSpeeds } from './speedSmoother.ts';
import { trustedIndexes } from './speeds.ts';
import { markSuspectFixes } from './suspectFixes.ts';

const turnDeg = (from: number, to: number): number => Math.abs(((((to - from + 180) % 360) + 360) % 360) - 180);

/** Returns the fixes that are not suspect. */
const believedOf = (track: Track, settings: TelemetrySettings): number[] => [
  ...trustedIndexes(markSuspectFixes(track, Number.POSITIVE_INFINITY, settings).reasons),
];

/** Whether nine of ten courses of the receiver agree with the way between places. */
const areCoursesTrusted = (track: Track, settings: TelemetrySettings): boolean => {
  const { timeMs, latitude, longitude, courseDeg } = track;
  const kept = believedOf(track, settings);
  const rulerM = createRuler();
  const errors = kept.flatMap((i, k) => {
    const [before, after] = [kept[k - 2], kept[k + 2]];
    if (before === undefined || after === undefined || !(courseDeg[i]! >= 0)) return [];
    const seconds = (timeMs[after]! - timeMs[before]!) / 1000;
    const wayM = rulerM(latitude[before]!, longitude[before]!, latitude[after]!, longitude[after]!);
    if (seconds > 10 || (wayM / seconds) * 3.6 < settings.speedCheckFromKmh) return [];
    return [
      turnDeg(bearingDeg(latitude[before]!, longitude[before]!, latitude[after]!, longitude[after]!), courseDeg[i]!),
    ];
  });
  const off = errors.filter(deg => deg > settings.courseWithinDeg).length;
  return errors.length >= 5 && off * 10 <= errors.length;
};

/**
 * Course of the movement at the end of a track, degrees: the receiver's while the car moves, or that of the way between
 * places `courseFromM` apart. Null: the car did not move so far.
 */
const courseAtEnd = (track: Track, hasCourses: boolean, settings: TelemetrySettings): number | null => {
  const { timeMs, latitude, longitude, courseDeg, speedKmh } = track;
  const kept = believedOf(track, settings);
  const moving = hasCourses
    ? kept.findLast(i => courseDeg[i]! >= 0 && speedKmh[i]! >= settings.manoeuvreFromKmh)
    : undefined;
  if (moving !== undefined) return Math.round(courseDeg[moving]!) % 360;
  const last = kept.at(-1);
  if (last === undefined) return null;
  const rulerM = createRuler();
  const base = kept.findLast(
    i => rulerM(latitude[i]!, longitude[i]!, latitude[last]!, longitude[last]!) >= settings.courseFromM,
  );
  if (base === undefined || timeMs[last]! - timeMs[base]! > settings.speedAfterWithinMs) return null;
  return Math.round(bearingDeg(latitude[base]!, longitude[base]!, latitude[last]!, longitude[last]!)) % 360;
};

/** Time range of a reconstruction, and its step, seconds from the impact. */
const fromS = -30;
const toS = 60;
const stepS = 0.1;

export interface ReconstructionInput extends RecordingInput {
  /** Fixes around the impact, by rising time. */
  readonly track: Track;
  /** Where and when the car came to rest, as the page's words say. Null: it drove on. Undefined: unknown. */
  readonly rest: { readonly atS: number; readonly latitude: number; readonly longitude: number } | null | undefined;
}

interface Measurement extends SpeedMeasurement {
  /** True for a receiver's speed, which comes late by an unknown time. */
  readonly isDelayed: boolean;
}

/**
 * Speeds of one side of the impact: the receiver's, or else the mean speed between two places at least half of
 * `speedBaselineMs` apart, at the middle of the time.
 */
const measureSpeeds = (track: Track, impactMs: number, settings: TelemetrySettings): Measurement[] => {
  const kept = trustedIndexes(markSuspectFixes(track, Number.POSITIVE_INFINITY, settings).reasons);
  const { timeMs, latitude, longitude, speedKmh } = track;
  const rulerM = createRuler();
  const measurements: Measurement[] = [];
  let from: number | undefined;
  for (const i of kept) {
    if (speedKmh[i]! >= 0) {
      measurements.push({
        atS: (timeMs[i]! - impactMs) / 1000,
        speedMs: speedKmh[i]! / 3.6,
        deviationMs: settings.receiverSpeedNoiseKmh / 3.6,
        isDelayed: true,
      });
      from = undefined;
      continue;
    }
    if (from === undefined) from = i;
    const seconds = (timeMs[i]! - timeMs[from]!) / 1000;
    if (seconds * 2000 < settings.speedBaselineMs) continue;
    const noiseM = Math.SQRT2 * settings.placeNoiseM;
    const chordM = rulerM(latitude[from]!, longitude[from]!, latitude[i]!, longitude[i]!);
    measurements.push({
      atS: ((timeMs[i]! + timeMs[from]!) / 2 - impactMs) / 1000,
      // Noise lengthens a way: across it by as much as along it.
      speedMs: Math.sqrt(Math.max(0, chordM ** 2 - noiseM ** 2)) / seconds,
      // The mean speed over a longer time says less of the speed in its middle.
      deviationMs: Math.hypot(noiseM / seconds, settings.meanSpeedErrorMs2 * seconds),
      isDelayed: false,
    });
    from = i;
  }
  return measurements;
};

/** Delays of a receiver's speed that are compared, s, and the prior odds that the acceleration is right. */
const delaysS = [0, 0.5, 1] as const;
const rightAccelerationOdds = 20;

interface Estimate {
  readonly speedMs: Float64Array;
  readonly deviationMs: Float64Array;
  /** Probability that the acceleration contradicts the fixes. */
  readonly contradicted: number;
}

/**
 * Estimates the speed at each moment. What is unknown and constant, the delay of the receiver and whether the recording
 * fits the fixes at all, is a set of hypotheses. Their estimates are weighted by their likelihood (Magill 1965).
 */
const estimateSpeeds = (
  shownTimesS: Float64Array,
  zeroIndex: number,
  recording: Recording | null,
  measurements: readonly Measurement[],
  settings: TelemetrySettings,
): Estimate => {
  const [zeroS, impactEndS] = [shownTimesS[zeroIndex]!, shownTimesS[zeroIndex + 1]!];
  const changeBetween = (a: number, b: number, used: Recording | null): SpeedChange => {
    const unrecorded: SpeedChange = {
      accelerationMs2: 0,
      errorMs2: b <= zeroS ? settings.unrecordedAccelerationMs2 : settings.unrecordedAfterMs2,
      errorLastsS: settings.unrecordedLastsS,
      source: b <= zeroS ? 'before' : 'after',
    };
    if (!used || a < used.startS || b > used.endS) return unrecorded;
    const axis = b <= zeroS ? (used.isAlongKnown ? 'along' : 'horizontal') : used.after;
    if (axis === 'none') return unrecorded;
    const mean = used.meanMs2(a, b);
    const errorMs2 = settings.alongErrorG * gravityMs2;
    return axis === 'along'
      ? { accelerationMs2: mean.along, errorMs2, errorLastsS: settings.alongErrorLastsS, source: 'along' }
      : {
          accelerationMs2: 0,
          errorMs2: Math.hypot(errorMs2, mean.horizontal),
          errorLastsS: settings.unrecordedLastsS / 2,
          source: b <= zeroS ? 'horizontal before' : 'horizontal after',
        };
  };
  const runs = delaysS.flatMap(delayS =>
    (recording ? [recording, null] : [null]).map(used => {
      const delayed = measurements
        .map(({ isDelayed, atS, ...rest }) => ({ ...rest, atS: isDelayed && atS !== 0 ? atS - delayS : atS }))
        .filter(({ atS }) => atS >= fromS - 10 && (atS <= zeroS || atS >= impactEndS) && atS <= toS + 10)
        .sort((a, b) => a.atS - b.atS);
      // Moments of measurements join the grid. The impact is one interval, of length 0 if its length is unknown.
      const extra = delayed
        .map(({ atS }) => atS)
        .filter(atS => !shownTimesS.some(shownS => Math.abs(shownS - atS) < 1e-6));
      const order = [...shownTimesS].map((atS, shown) => ({ atS, shown }));
      const grid = [...order, ...[...new Set(extra)].map(atS => ({ atS, shown: -1 }))].sort(
        (a, b) => a.atS - b.atS || a.shown - b.shown,
      );
      const changes = grid.slice(1).map((point, i) => {
        const previous = grid[i]!;
        if (previous.shown === zeroIndex && point.shown === zeroIndex + 1) return used?.step ?? unresolvedStep;
        return changeBetween(previous.atS, point.atS, used);
      });
      const smoothed = smoothSpeeds(
        Float64Array.from(grid, ({ atS }) => atS),
        changes,
        delayed,
      );
      const shownRows = grid.flatMap(({ shown }, row) => (shown < 0 ? [] : [row]));
      return {
        used,
        logWeight: smoothed.logLikelihood + (used || !recording ? Math.log(rightAccelerationOdds) : 0),
        speedMs: shownRows.map(row => smoothed.speedMs[row]!),
        deviationMs: shownRows.map(row => smoothed.deviationMs[row]!),
      };
    }),
  );
  const best = Math.max(...runs.map(({ logWeight }) => logWeight));
  const weights = runs.map(({ logWeight }) => Math.exp(logWeight - best));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const meanOfRuns = (take: (run: (typeof runs)[number]) => number): number =>
    runs.reduce((total, run, n) => total + (weights[n]! / sum) * take(run), 0);
  const speedMs = shownTimesS.map((_, i) => meanOfRuns(run => run.speedMs[i]!));
  return {
    speedMs,
    deviationMs: shownTimesS.map((_, i) =>
      Math.sqrt(meanOfRuns(run => run.deviationMs[i]! ** 2 + (run.speedMs[i]! - speedMs[i]!) ** 2)),
    ),
    contradicted: recording ? meanOfRuns(({ used }) => (used ? 0 : 1)) : 0,
  };
};

type SpeedEstimate = Exclude<Reconstruction['SpeedAtImpact'], null>;

/** Speed with the interval that holds it in nine of ten cases, km/h. Null: the interval is too wide to be of use. */
const speedEstimate = (
  speedMs: number,
  deviationMs: number,
  { reconstructedWithinKmh }: TelemetrySettings,
): SpeedEstimate | null => {
  const halfKmh = deviationMs * 3.6 * deviations90;
  if (!(halfKmh <= reconstructedWithinKmh)) return null;
  const kmh = Math.max(0, speedMs * 3.6);
  return {
    Kmh: roundTo(kmh, 1),
    FromKmh: roundTo(Math.max(0, speedMs * 3.6 - halfKmh), 1),
    ToKmh: roundTo(Math.max(kmh, speedMs * 3.6 + halfKmh), 1),
  };
};

type BrakingState = Pick<Reconstruction, 'Braked' | 'Braking'>;
const unknownBraking: BrakingState = { Braked: null, Braking: null };

/** Time over which a change of speed counts as braking, s. */
const brakingWindowS = 0.5;
/** A car that stopped at most this long before the impact braked before it, s. */
const stoppedWithinS = 3;

/**
 * Follows the speed back from the impact while it falls by at least `brakingBeforeMs2`. `visibleFromS`: begin of the
 * speeds that are dense enough to show braking. Braking that reaches further back has no known begin. `isRecorded`:
 * the acceleration along the car is known. Otherwise a short braking stays undetected, and "did not brake" is unknown.
 */
const findBraking = (
  timesS: ArrayLike<number>,
  speeds: readonly (SpeedEstimate | null)[],
  zeroIndex: number,
  { visibleFromS, isRecorded }: { readonly visibleFromS: number; readonly isRecorded: boolean },
  { brakingBeforeMs2, tripStartKmh }: TelemetrySettings,
): BrakingState => {
  const window = Math.round(brakingWindowS / stepS);
  const last = zeroIndex;
  if (!(visibleFromS <= timesS[last]! - 1)) return unknownBraking;
  const lossAt = (i: number): number | null => {
    const [early, late] = [speeds[i - window], speeds[i]];
    if (!early || !late) return null;
    return (early.Kmh - late.Kmh) / 3.6 / (timesS[i]! - timesS[i - window]!);
  };
  const isStanding = (i: number): boolean => (speeds[i]?.Kmh ?? Number.NaN) < tripStartKmh;
  let begin: number | null = null;
  let end = last;
  // The foot may leave the pedal shortly before the impact, so braking may end a window before it.
  for (let i = last; i - window >= 0 && timesS[i - window]! >= visibleFromS - 1e-6; i--) {
    const loss = lossAt(i);
    if (loss === null) return begin === null ? unknownBraking : { Braked: true, Braking: null };
    if (loss >= brakingBeforeMs2) {
      if (begin === null) end = i;
      begin = i - window;
    } else if (begin !== null ? begin > i : last - i >= (isStanding(i) ? stoppedWithinS / stepS : window)) break;
  }
  if (begin === null) return isRecorded || isStanding(last) ? { Braked: false, Braking: null } : unknownBraking;
  // Half of the window at the begin is still before the braking, on average.
  const startIndex = Math.min(end - 1, begin + Math.floor(window / 2));
  if (timesS[begin]! <= visibleFromS + 2 * stepS) return { Braked: true, Braking: null };
  const [start, stop] = [speeds[startIndex]!, speeds[end]!];
  const DurationS = roundTo(timesS[end]! - timesS[startIndex]!, 1);
  const lostMs = (start.Kmh - stop.Kmh) / 3.6;
  return {
    Braked: true,
    Braking: {
      StartS: roundTo(timesS[startIndex]!, 1),
      DurationS,
      MeanMs2: roundTo(lostMs / DurationS, 1),
      FromKmh: start.Kmh,
      ToKmh: stop.Kmh,
    },
  };
};

/**
 * Reconstructs the movement from 30 s before an impact to 60 s after, with an interval for each speed. Method, sources
 * and limits: docs/telemetry.md. A figure without evidence is null.
 */
export const reconstruct = (
  input: ReconstructionInput,
  settings: TelemetrySettings = defaultSettings,
): Omit<Reconstruction, 'CrashDateTime'> => {
  const { impactMs, rest, facts } = input;
  const around = sliceTrack(input.track, impactMs + (fromS - 10) * 1000, impactMs + (toS + 10) * 1000);
  const track = checkReceiverSpeed(input.track, settings).fault ? withTrustedSpeeds(around, settings) : around;
  const read = readRecording(input, settings);
  const recording = typeof read === 'string' ? null : read;
  const zeroS = recording ? Math.min(toS, Math.max(fromS, recording.zeroS)) : 0;
  const impactEndS = recording ? Math.min(toS, Math.max(zeroS, recording.impactEndS)) : 0;

  // A receiver's speed of the first second after the impact may be one from before it.
  const [before, after] = [
    sliceTrack(track, Number.NEGATIVE_INFINITY, impactMs + zeroS * 1000 + 1),
    sliceTrack(track, impactMs + impactEndS * 1000 + settings.speedAfterFromMs, Number.POSITIVE_INFINITY),
  ];
  const measurements = [before, after].flatMap(side => measureSpeeds(side, impactMs, settings));
  const hasSpeedBefore = measurements.some(
    ({ atS }) => atS <= zeroS && (zeroS - atS) * 1000 <= settings.speedBeforeWithinMs,
  );
  if (!hasSpeedBefore && facts.DeviceSpeedKmh !== null && !facts.Doubts?.includes('deviceSpeed'))
    measurements.push({
      atS: zeroS,
      speedMs: facts.DeviceSpeedKmh / 3.6,
      deviationMs: settings.deviceSpeedNoiseKmh / 3.6,
      isDelayed: false,
    });

  const steps = Array.from({ length: Math.round((toS - fromS) / stepS) + 1 }, (_, n) => roundTo(fromS + n * stepS, 1));
  const isApart = (atS: number): boolean => atS < zeroS - 1e-3 || atS > impactEndS + 1e-3;
  const timesS = Float64Array.from([
    ...steps.filter(atS => isApart(atS) && atS < zeroS),
    zeroS,
    impactEndS,
    ...steps.filter(atS => isApart(atS) && atS > impactEndS),
  ]);
  const zeroIndex = timesS.indexOf(zeroS);
  const estimate =
    measurements.length > 0 ? estimateSpeeds(timesS, zeroIndex, recording, measurements, settings) : null;
  const speeds = Array.from(timesS, (_, i) =>
    estimate ? speedEstimate(estimate.speedMs[i]!, estimate.deviationMs[i]!, settings) : null,
  );

  const isContradicted = (estimate?.contradicted ?? 0) > 0.5;
  const times = measurements.map(({ atS }) => atS).filter(atS => atS <= zeroS);
  // Fixes show braking where they are at most two seconds apart, up to the impact.
  const sparseIndex = [...times, zeroS].findLastIndex((atS, i, all) => i > 0 && atS - all[i - 1]! > 2.05);
  const denseFromS = sparseIndex < 0 ? (times[0] ?? zeroS) : (times[sparseIndex] ?? zeroS);
  const recordedFromS = recording?.isAlongKnown && !isContradicted ? recording.startS : zeroS;
  // The recording shows braking up to its begin, and fixes before it if they reach it.
  const visibleFromS = denseFromS < recordedFromS || times.length === 0 ? denseFromS : recordedFromS;

  const restIndex = rest ? timesS.findIndex((atS, i) => i > zeroIndex && atS >= rest.atS) : -1;
  const distance = (): Pick<Exclude<Reconstruction['Rest'], null>, 'DistanceM' | 'DistanceErrorM'> => {
    const way = speeds.slice(zeroIndex + 1, restIndex + 1);
    if (!estimate || restIndex < 0 || way.some(speed => speed === null))
      return { DistanceM: null, DistanceErrorM: null };
    let [metres, error] = [0, 0];
    for (let i = zeroIndex + 2; i <= restIndex; i++) {
      const seconds = timesS[i]! - timesS[i - 1]!;
      metres += Math.max(0, estimate.speedMs[i]!) * seconds;
      error += estimate.deviationMs[i]! * deviations90 * seconds;
    }
    return { DistanceM: roundTo(metres, 0), DistanceErrorM: Math.ceil(error) };
  };

  const hasCourses = areCoursesTrusted(input.track, settings);
  // Places of a car that stands drift, so that they show no course.
  const courseAfterToS = rest ? rest.atS + 1 : toS;
  const courseAfter = sliceTrack(after, Number.NEGATIVE_INFINITY, impactMs + courseAfterToS * 1000);
  const courseBefore = sliceTrack(
    before,
    impactMs + zeroS * 1000 - settings.speedAfterWithinMs,
    Number.POSITIVE_INFINITY,
  );
  const isStandingBefore = (speeds[zeroIndex]?.Kmh ?? Number.NaN) < settings.tripStartKmh;
  return {
    Time: Array.from(timesS, atS => roundTo(atS, 3)),
    Speed: speeds.map(speed => speed?.Kmh ?? null),
    SpeedFrom: speeds.map(speed => speed?.FromKmh ?? null),
    SpeedTo: speeds.map(speed => speed?.ToKmh ?? null),
    AccelerationReason: typeof read === 'string' ? read : isContradicted ? 'contradicted' : null,
    SpeedAtImpact: speeds[zeroIndex] ?? null,
    SpeedAfterImpact: speeds[zeroIndex + 1] ?? null,
    ...findBraking(timesS, speeds, zeroIndex, { visibleFromS, isRecorded: recordedFromS <= zeroS - 1 }, settings),
    CameToRest: rest === undefined ? null : rest !== null,
    Rest: rest
      ? { AtS: roundTo(rest.atS, 1), Latitude: rest.latitude, Longitude: rest.longitude, ...distance() }
      : null,
    CourseBeforeDeg: isStandingBefore ? null : courseAtEnd(courseBefore, hasCourses, settings),
    FinalCourseDeg: courseAtEnd(courseAfter, hasCourses, settings),
  };
};
