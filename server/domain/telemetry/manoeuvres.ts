import type { ManoeuvreKind } from '../../../src/contract/scoring.ts';
import { gravityMs2 } from './deltaV.ts';
import type { Manoeuvre, VehicleSamples } from './manoeuvre.ts';
import { type FixMotion, joinSamples, type Motion, motionOfFixes, motionOfSamples } from './motion.ts';
import { firstIndexFrom, indexesBetween, type Track } from './positions.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { speedsKmh } from './speeds.ts';

/** Median magnitude of a normal distribution, in its standard deviations. */
const medianOfNormal = 0.6745;

/** Consecutive samples of the same sign. Both indexes are inclusive. */
interface Run {
  readonly from: number;
  readonly to: number;
  /** 1: the samples are above zero. -1: the samples are below zero. */
  readonly sign: 1 | -1;
  /** Greatest and mean magnitude of the samples, g. */
  readonly peak: number;
  readonly mean: number;
}

/**
 * Returns runs of at least `minSamples` samples of the same sign. The magnitude of all samples is at least
 * `leaveBelow`, and that of the highest at least `enterFrom`. NaN ends a run.
 */
const runsOf = (values: Float64Array, enterFrom: number, leaveBelow: number, minSamples: number): Run[] => {
  const runs: Run[] = [];
  let from = -1;
  let sign: 1 | -1 = 1;
  let peak = 0;
  let sum = 0;
  for (let i = 0; i <= values.length; i++) {
    const value = i < values.length ? values[i]! : Number.NaN;
    if (from >= 0 && value * sign >= leaveBelow) {
      if (value * sign > peak) peak = value * sign;
      sum += value * sign;
      continue;
    }
    if (from >= 0 && peak >= enterFrom && i - from >= minSamples)
      runs.push({ from, to: i - 1, sign, peak, mean: sum / (i - from) });
    from = -1;
    if (value >= leaveBelow || value <= -leaveBelow) {
      from = i;
      sign = value > 0 ? 1 : -1;
      peak = value * sign;
      sum = peak;
    }
  }
  return runs;
};

/** Standard deviation of the samples around a run, g, by their median, so that single peaks do not raise it. */
const shakingAround = (values: Float64Array, { from, to }: Run, samplesAround: number): number => {
  const magnitudes = values.slice(Math.max(0, from - samplesAround), to + 1 + samplesAround).map(Math.abs);
  const known = magnitudes.filter(value => !Number.isNaN(value)).sort();
  return known[known.length >> 1]! / medianOfNormal;
};

/**
 * Returns bumps: vertical peaks caused by the road, which rise above the shaking around them. Peaks within `settledMs`
 * of each other count as one bump. Samples at a rate below `bumpFromHz` give no bumps.
 */
const bumpsOf = (
  { vertical, stepMs }: Motion,
  { bumpFromG, bumpFromHz, bumpDeviations, bumpAroundMs, manoeuvreLeaveShare, settledMs }: TelemetrySettings,
): (Run & { readonly kind: 'bump' })[] => {
  if (stepMs * bumpFromHz > 1000) return [];
  const bumps: (Run & { readonly kind: 'bump' })[] = [];
  for (const run of runsOf(vertical, bumpFromG, bumpFromG * manoeuvreLeaveShare, 1)) {
    if (run.peak < bumpDeviations * shakingAround(vertical, run, Math.round(bumpAroundMs / stepMs))) continue;
    const last = bumps[bumps.length - 1];
    if (!last || (run.from - last.to) * stepMs > settledMs) {
      bumps.push({ ...run, kind: 'bump' });
      continue;
    }
    const lastSamples = last.to - last.from + 1;
    const samples = run.to - run.from + 1;
    const mean = (last.mean * lastSamples + run.mean * samples) / (lastSamples + samples);
    bumps[bumps.length - 1] = { ...last, to: run.to, peak: Math.max(last.peak, run.peak), mean };
  }
  return bumps;
};

/**
 * One trip: its fixes by rising time without suspect ones, and the acceleration around it. `fromIndex`..`toIndex`
 * belong to the trip.
 */
export interface Drive {
  readonly track: Track;
  readonly fromIndex: number;
  readonly toIndex: number;
  /** Pieces of recorded acceleration. They may overlap, repeat or lie outside the trip. The list may be empty. */
  readonly acceleration: readonly VehicleSamples[];
  /** Rising moments at which the accelerometer saturated, ms since 1970. Absent: none. */
  readonly saturatedMs?: readonly number[];
}

/**
 * Sets a movement to unknown around the moments at which the accelerometer saturated, because the rest of the movement
 * is missing there.
 */
const hideSaturated = (
  { startMs, stepMs, longitudinal, lateral, vertical }: Motion,
  saturatedMs: readonly number[],
  { saturatedMarginMs }: TelemetrySettings,
): void => {
  for (const momentMs of saturatedMs) {
    const from = Math.max(0, Math.ceil((momentMs - saturatedMarginMs - startMs) / stepMs));
    const end = Math.max(from, Math.floor((momentMs + saturatedMarginMs - startMs) / stepMs) + 1);
    for (const axis of [longitudinal, lateral, vertical]) axis.fill(Number.NaN, from, end);
  }
};

interface FoundManoeuvre extends Pick<Run, 'from' | 'to' | 'peak' | 'mean'> {
  readonly kind: ManoeuvreKind;
}

/**
 * Returns the area under a run, extended on both sides to where the curve crosses zero, g × samples. Divided by the
 * speed, this area is proportional to the change of heading.
 */
const areaUnderRun = (values: Float64Array, { from, to, sign }: Run): number => {
  let area = 0;
  for (let i = from; values[i]! * sign > 0; i--) area += values[i]!;
  for (let i = from + 1; i <= to || values[i]! * sign > 0; i++) area += values[i]!;
  return area;
};

/** Whether two bends to opposite sides leave the car's heading unchanged. */
const isDirectionChange = (
  { lateral, stepMs }: Motion,
  first: Run,
  second: Run,
  { directionChangeGapMs, directionChangeHalfMs }: TelemetrySettings,
): boolean => {
  if (first.sign === second.sign || (second.from - first.to) * stepMs > directionChangeGapMs) return false;
  if ([first, second].some(({ from, to }) => (to - from) * stepMs > directionChangeHalfMs)) return false;
  const firstArea = areaUnderRun(lateral, first);
  const secondArea = areaUnderRun(lateral, second);
  return Math.abs(firstArea + secondArea) <= Math.max(Math.abs(firstArea), Math.abs(secondArea)) / 2;
};

/** Finds bends and direction changes. Two opposite bends stay two bends if they take longer than a change of lane. */
const findSideways = (
  motion: Motion,
  minSamples: number,
  settings: TelemetrySettings,
  isFast: (kind: ManoeuvreKind, from: number, to: number) => boolean,
): FoundManoeuvre[] => {
  const { corneringFromG, directionChangeFromG, manoeuvreLeaveShare } = settings;
  const minG = Math.min(corneringFromG, directionChangeFromG);
  const runs = runsOf(motion.lateral, minG, minG * manoeuvreLeaveShare, minSamples);
  const foundManoeuvres: FoundManoeuvre[] = [];
  for (let n = 0; n < runs.length; n++) {
    const run = runs[n]!;
    const next = runs[n + 1];
    const areBothStrong = next && Math.min(run.peak, next.peak) >= directionChangeFromG;
    if (
      areBothStrong &&
      isDirectionChange(motion, run, next, settings) &&
      isFast('directionChange', run.from, next.to)
    ) {
      const samples = run.to - run.from + 1;
      const nextSamples = next.to - next.from + 1;
      const mean = (run.mean * samples + next.mean * nextSamples) / (samples + nextSamples);
      // Fixes a second apart cannot show how fast two opposite bends followed each other. So these bends count neither
      // as a direction change nor as bends.
      if (motion.source === 'acceleration')
        foundManoeuvres.push({
          kind: 'directionChange',
          from: run.from,
          to: next.to,
          peak: Math.max(run.peak, next.peak),
          mean,
        });
      n++;
    } else if (run.peak >= corneringFromG) foundManoeuvres.push({ kind: 'cornering', ...run });
  }
  return foundManoeuvres;
};

const findLengthways = (
  { longitudinal }: Motion,
  minSamples: number,
  settings: TelemetrySettings,
): FoundManoeuvre[] => {
  const { accelerationFromG, brakingFromG, manoeuvreLeaveShare } = settings;
  const runsAbove = (enter: number): Run[] => runsOf(longitudinal, enter, enter * manoeuvreLeaveShare, minSamples);
  return [
    ...runsAbove(accelerationFromG).flatMap(run => (run.sign > 0 ? [{ kind: 'acceleration' as const, ...run }] : [])),
    ...runsAbove(brakingFromG).flatMap(run => (run.sign < 0 ? [{ kind: 'braking' as const, ...run }] : [])),
  ];
};

/** Minimum speed at which a manoeuvre of this kind counts, km/h. */
const minSpeedKmh = (kind: ManoeuvreKind, { manoeuvreFromKmh, directionChangeFromKmh }: TelemetrySettings): number =>
  kind === 'directionChange' ? directionChangeFromKmh : manoeuvreFromKmh;

/** Returns functions that look up speeds of the trip, and the fix nearest to a moment. */
const createSpeedometer = ({ track, fromIndex, toIndex }: Drive, settings: TelemetrySettings) => {
  const speeds = speedsKmh(track, indexesBetween(fromIndex, toIndex), settings);
  const nearest = (momentMs: number): number => {
    const fixAfter = Math.min(toIndex, Math.max(fromIndex, firstIndexFrom(track.timeMs, momentMs)));
    const fixBefore = Math.max(fromIndex, fixAfter - 1);
    const i = momentMs - track.timeMs[fixBefore]! < track.timeMs[fixAfter]! - momentMs ? fixBefore : fixAfter;
    return Math.abs(track.timeMs[i]! - momentMs) <= settings.speedBeforeWithinMs ? i : -1;
  };
  return {
    nearest,
    /** Returns the speed of the fix with index `i`, km/h. Null: unknown. */
    speedAt: (i: number): number | null => {
      const kmh = i < 0 ? Number.NaN : speeds[i - fromIndex]!;
      return Number.isNaN(kmh) ? null : kmh;
    },
    /** Returns the highest speed between two moments, km/h. Null: no fix is near. */
    fastest: (startMs: number, endMs: number): number | null => {
      let fastest = Number.NaN;
      const first = nearest(startMs);
      const last = nearest(endMs);
      for (let i = first; first >= 0 && i <= last; i++)
        if (!(speeds[i - fromIndex]! <= fastest)) fastest = speeds[i - fromIndex]!;
      return Number.isNaN(fastest) ? null : fastest;
    },
  };
};

/**
 * Returns the samples that show manoeuvres: those at `manoeuvreFromHz` or faster. Slower samples cannot be low-passed,
 * so a rough road would look like manoeuvres.
 */
export const sensingSamples = (
  acceleration: readonly VehicleSamples[],
  { manoeuvreFromHz }: TelemetrySettings = defaultSettings,
): VehicleSamples[] => acceleration.filter(({ rateHz }) => rateHz >= manoeuvreFromHz);

/**
 * Returns the manoeuvres of a trip, by rising start. Their source is the acceleration in the vehicle's axes. Where no
 * acceleration was recorded at `manoeuvreFromHz` or faster, speeds and courses of fixes are the source. These show no
 * bumps and no direction changes.
 * Speeding is never found, because that needs a map with speed limits.
 * Acceleration, braking and cornering: the low-passed axis reaches the kind's bound and stays above
 * `manoeuvreLeaveShare` of it for `manoeuvreFromMs`. Direction change: to one side and back within a few seconds.
 * Within `saturatedMarginMs` of a saturated sample there is no manoeuvre.
 * The result does not depend on the order of fixes and samples, or on their division into messages.
 */
export const findManoeuvres = (
  drive: Drive,
  settings: TelemetrySettings = defaultSettings,
  fixMotion: FixMotion = motionOfFixes(drive.track, drive.fromIndex, drive.toIndex, settings),
): Manoeuvre[] => {
  const { track, fromIndex, toIndex, acceleration } = drive;
  if (!(toIndex > fromIndex)) return [];
  const fromMs = track.timeMs[fromIndex]!;
  const toMs = track.timeMs[toIndex]!;
  const motions = joinSamples(sensingSamples(acceleration, settings))
    .map(samples => motionOfSamples(samples, fromMs, toMs, settings))
    .filter(({ longitudinal }) => longitudinal.length > 1);
  for (const motion of motions) hideSaturated(motion, drive.saturatedMs ?? [], settings);
  const hasAccelerationAt = (momentMs: number): boolean =>
    motions.some(
      ({ startMs, stepMs, longitudinal }) => momentMs >= startMs && momentMs <= startMs + longitudinal.length * stepMs,
    );
  const speedometer = createSpeedometer(drive, settings);

  const manoeuvres = [...motions, fixMotion].flatMap(motion => {
    const { startMs, stepMs, source } = motion;
    const minSamples = Math.max(1, Math.round(settings.manoeuvreFromMs / stepMs));
    const isFast = (kind: ManoeuvreKind, from: number, to: number): boolean => {
      // A receiver reports speeds late: a car that sets off is faster than its last reported speed.
      const kmh = speedometer.fastest(startMs + from * stepMs, startMs + to * stepMs + settings.receiverDelayMs);
      return kmh === null || kmh >= minSpeedKmh(kind, settings);
    };
    return (
      [
        ...findLengthways(motion, minSamples, settings),
        ...findSideways(motion, minSamples, settings, isFast),
        ...bumpsOf(motion, settings),
      ]
        // Tyres hold no car above the maximum, so such a movement is a knock, a shake or a jump of the fixes.
        .filter(({ kind, peak }) => kind === 'bump' || peak * gravityMs2 <= settings.maximumAccelerationMs2)
        .filter(({ kind, from, to }) => isFast(kind, from, to))
        .map((run): Manoeuvre => {
          const beginsMs = Math.round(startMs + run.from * stepMs);
          const endsMs = Math.round(startMs + run.to * stepMs);
          const fix = speedometer.nearest(beginsMs);
          return {
            kind: run.kind,
            startMs: beginsMs,
            endMs: endsMs,
            peakG: run.peak,
            meanG: run.mean,
            speedKmh: speedometer.speedAt(fix),
            latitude: fix < 0 ? null : track.latitude[fix]!,
            longitude: fix < 0 ? null : track.longitude[fix]!,
            source,
          };
        })
        .filter(({ startMs: at, endMs }) => source === 'acceleration' || !hasAccelerationAt((at + endMs) / 2))
    );
  });
  return manoeuvres.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs || a.kind.localeCompare(b.kind));
};
