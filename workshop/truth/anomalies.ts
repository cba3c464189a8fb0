import { pathLengthM } from '../../server/domain/geo.ts';
import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import { type drivingFaults, findDrivingFaults } from '../../server/domain/telemetry/drivingFaults.ts';
import { findFixFaults } from '../../server/domain/telemetry/fixFaults.ts';
import { createTrack, pickFixes, sortTrack, type Track } from '../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../server/domain/telemetry/settings.ts';
import { findFaultyStretches, findTrackFaults } from '../../server/domain/telemetry/trackFaults.ts';
import { correctWrongPlaces } from '../../server/domain/telemetry/wrongPlaces.ts';
import type { AnomalyKind } from '../../src/contract/anomalies.ts';
import { hourMs } from '../../src/schema/kinds/time.ts';
import type { Drive } from './drives.ts';
import { areaUnderRoc, atLeast, atMost, type Figure, figureOf } from './figure.ts';
import { type Random, randomOf, seedOf } from './random.ts';

const metresPerDegree = 111_194.93;

type Counts = Partial<Record<AnomalyKind, number>>;

/** Returns how many fixes or samples have each fault, as found by the functions that ingestion uses. */
const faultsOfSent = (sent: Track, arrivedMs: number): Counts => {
  const placed = copyOf(sent);
  const counts: Counts = { ...correctWrongPlaces(placed, defaultSettings) };
  const { kinds, kindIndexes } = findFixFaults(placed, arrivedMs);
  for (const code of kindIndexes) {
    const kind = kinds[code];
    if (kind) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const trustedIndexes = Uint32Array.from(kindIndexes, (_, i) => i).filter(i => kindIndexes[i] === 0);
  const trustedTrack = sortTrack(pickFixes(placed, trustedIndexes));
  for (const { kind, count } of [...findFaultyStretches(trustedTrack), ...findTrackFaults(trustedTrack)])
    counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
};

/**
 * Time after which repeated rows are a real fault, milliseconds. A receiver that repeats its position so long while
 * driving has lost it.
 */
const repeatedMs = 10_000;

/**
 * Returns the faults that a recording really has. These are times that go back, and repeated rows of a moving car with
 * identical place and speed. It is right to flag them, so the recording is not used as an example without that fault.
 */
const ownFaults = ({ timeMs, latitude, longitude, speedKmh }: Track): ReadonlySet<AnomalyKind> => {
  const faults = new Set<AnomalyKind>();
  let from = 0;
  for (let i = 1; i < timeMs.length; i++) {
    if (timeMs[i]! < timeMs[i - 1]!) faults.add('clockBack');
    const isRepeat = [latitude, longitude, speedKmh].every(column => column[i] === column[from]) && speedKmh[i]! > 0;
    if (!isRepeat) from = i;
    else if (timeMs[i]! - timeMs[from]! >= repeatedMs) faults.add('frozenFix');
  }
  return faults;
};

const copyOf = (track: Track): Track =>
  pickFixes(
    track,
    Uint32Array.from(track.timeMs, (_, i) => i),
  );

/** Returns first and end index of a random part of the drive, from a twentieth to a half of its length. */
const stretch = (length: number, random: Random): readonly [number, number] => {
  const size = Math.max(2, Math.round(length * random.between(0.05, 0.5)));
  const from = random.below(Math.max(1, length - size));
  return [from, Math.min(length, from + size)];
};

const changeStretch =
  (change: (track: Track, i: number, sent: Track, random: Random, first: number) => void) =>
  (sent: Track, random: Random): Track => {
    const track = copyOf(sent);
    const [from, to] = stretch(track.timeMs.length, random);
    for (let i = from; i < to; i++) change(track, i, sent, random, from);
    return track;
  };

const shiftTimes =
  (lowMs: number, highMs: number) =>
  (sent: Track, random: Random): Track => {
    const track = copyOf(sent);
    const byMs = Math.round(random.between(lowMs, highMs) / 1000) * 1000;
    for (let i = random.below(track.timeMs.length - 10); i < track.timeMs.length; i++)
      track.timeMs[i] = track.timeMs[i]! + byMs;
    return track;
  };

const repeatStretch = (sent: Track, random: Random): Track => {
  const length = sent.timeMs.length;
  const [from, to] = stretch(length, random);
  const picks = [...Array.from({ length }, (_, i) => i), ...Array.from({ length: to - from }, (_, n) => from + n)];
  const track = createTrack(picks.length);
  for (const name of Object.keys(track) as (keyof Track)[])
    for (let n = 0; n < picks.length; n++) track[name][n] = sent[name][picks[n]!]!;
  const byMs = random.between(0.5, 12) * hourMs;
  for (let i = length; i < track.timeMs.length; i++) track.timeMs[i] = Math.round(track.timeMs[i]! + byMs);
  return track;
};

const scaleSpeed = (sent: Track, random: Random): Track => {
  const track = copyOf(sent);
  const factor = [1 / 3.6, 1 / 1.852, 1 / 1.609_344][random.below(3)]!;
  for (let i = 0; i < track.timeMs.length; i++) track.speedKmh[i] = track.speedKmh[i]! * factor;
  return track;
};

const createDrift =
  (lowM: number, highM: number) =>
  (sent: Track, random: Random): Track => {
    const minutes = Math.round(random.between(10, 60));
    const track = createTrack(minutes * 60);
    const sigmaM = random.between(lowM, highM);
    const keep = Math.exp(-1 / 60);
    let [north, east] = [0, 0];
    for (let i = 0; i < track.timeMs.length; i++) {
      north = keep * north + Math.sqrt(1 - keep * keep) * sigmaM * random.normal();
      east = keep * east + Math.sqrt(1 - keep * keep) * sigmaM * random.normal();
      track.timeMs[i] = sent.timeMs[0]! + i * 1000;
      track.latitude[i] = sent.latitude[0]! + north / metresPerDegree;
      track.longitude[i] = sent.longitude[0]! + east / metresPerDegree / Math.cos((sent.latitude[0]! * Math.PI) / 180);
    }
    return track;
  };

/** Functions that insert a fault of random size into a drive. */
const trackFaultInserters: Partial<Record<AnomalyKind, (sent: Track, random: Random) => Track>> = {
  rollover: changeStretch((track, i, sent) => {
    track.timeMs[i] = sent.timeMs[i]! - 1024 * 7 * 24 * hourMs;
  }),
  clockBack: shiftTimes(-3 * hourMs, -120_000),
  repeat: repeatStretch,
  swapped: changeStretch((track, i, sent) => {
    [track.latitude[i], track.longitude[i]] = [sent.longitude[i]!, sent.latitude[i]!];
  }),
  speedStuck: (sent, random) => ({
    ...copyOf(sent),
    speedKmh: new Float32Array(sent.timeMs.length).fill(random.uniform() < 0.5 ? 0 : random.between(20, 90)),
  }),
  speedUnit: scaleSpeed,
  frozenFix: changeStretch((track, i, sent, _, first) => {
    [track.latitude[i], track.longitude[i]] = [sent.latitude[first]!, sent.longitude[first]!];
  }),
  parkedDrift: createDrift(8, 20),
};
/**
 * Harmless drives that resemble a fault, by fault. They test false alarms for that fault in place of the recorded
 * drive.
 */
const harmlessCounterparts: typeof trackFaultInserters = { parkedDrift: createDrift(1, 4) };

const axesOf = (curve: CurveSamples) => [curve.longitudinalG, curve.lateralG, curve.verticalG] as const;
const withAxes = (curve: CurveSamples, change: (values: Float64Array, axis: number) => Float64Array): CurveSamples => {
  const [longitudinalG, lateralG, verticalG] = axesOf(curve).map(change) as [Float64Array, Float64Array, Float64Array];
  return { ...curve, longitudinalG, lateralG, verticalG };
};

const curveFaultInserters: Partial<Record<AnomalyKind, (curve: CurveSamples, random: Random) => CurveSamples>> = {
  unit: curve => withAxes(curve, values => values.map(value => value * 9.80665)),
  notUpright: curve => ({ ...curve, frame: 'vehicle', verticalG: curve.longitudinalG, longitudinalG: curve.verticalG }),
  frozenAxis: (curve, random) => {
    const stuck = random.below(3);
    const size = Math.round(curve.rateHz * random.between(6, 60));
    const from = random.below(Math.max(1, curve.longitudinalG.length - size));
    return withAxes(curve, (values, axis) =>
      axis === stuck ? values.map((value, i) => (i >= from && i < from + size ? values[from]! : value)) : values,
    );
  },
  spike: (curve, random) => {
    const axis = random.below(3);
    const at = 1 + random.below(curve.longitudinalG.length - 2);
    const byG = random.between(3, 16);
    return withAxes(curve, (values, n) =>
      n === axis ? values.map((value, i) => (i === at ? value + byG : value)) : values,
    );
  },
  clipped: (curve, random) => {
    // The shaking is amplified as on a much rougher road, and cut off as by a sensor of ±2 g. The zero of the sensor
    // and slow bends stay.
    const restValues = axesOf(curve).map(values => values.reduce((sum, value) => sum + value, 0) / values.length);
    const deviation = (values: Float64Array, axis: number): number =>
      values.reduce((most, value) => Math.max(most, Math.abs(value - restValues[axis]!)), 0);
    const gain = (2 * random.between(1.5, 5)) / Math.max(...axesOf(curve).map(deviation));
    const clipped = withAxes(curve, (values, axis) =>
      values.map(value => Math.max(-2, Math.min(2, restValues[axis]! + (value - restValues[axis]!) * gain))),
    );
    return { ...clipped, rangeG: 2 };
  },
};

const curveMs = 60_000;
/** Splits recordings into parts of a minute, as devices send them. */
const minutesOf = ({ curves }: Drive): CurveSamples[] =>
  curves.flatMap(curve => {
    const length = Math.round((curveMs / 1000) * curve.rateHz);
    const minutes: CurveSamples[] = [];
    for (let from = 0; from + length <= curve.longitudinalG.length; from += length)
      minutes.push(withAxes({ ...curve, frame: 'vehicle' }, values => values.slice(from, from + length)));
    return minutes;
  });

const arrivalOf = (sent: Track): number => sent.timeMs.reduce((most, ms) => Math.max(most, ms), 0) + 13 * hourMs;

const rocFigure = (kind: string, cases: readonly { score: number; positive: boolean }[]): Figure =>
  figureOf({
    subject: `anomaly ${kind}, of random size`,
    figure: 'area under the ROC curve',
    unit: '',
    cases,
    eventCount: cases.filter(({ positive }) => positive).length,
    statistic: areaUnderRoc,
    floor: 0.5,
    target: atLeast(0.95),
  });

/** Returns figures of how well each fault is detected, and how often it is flagged without reason. */
export const anomalyFigures = (drives: readonly Drive[]): Figure[] => {
  const longDrives = drives.filter(({ sent }) => sent.timeMs.length >= 60);
  const clean = new Map(longDrives.map(drive => [drive, faultsOfSent(drive.sent, arrivalOf(drive.sent))]));
  const ownFaultsByDrive = new Map(longDrives.map(drive => [drive, ownFaults(drive.sent)]));
  const figures = (Object.keys(trackFaultInserters) as AnomalyKind[]).map(kind => {
    const usable = longDrives.filter(
      ({ sent }) => !/^(speed|frozen)/.test(kind) || sent.speedKmh.some(value => value > 30),
    );
    const cases = usable.flatMap(drive => {
      const random = randomOf(seedOf(drive.name, kind));
      const arrivedMs = arrivalOf(drive.sent);
      const harmlessVariant = harmlessCounterparts[kind];
      const faultsBefore = harmlessVariant
        ? faultsOfSent(harmlessVariant(drive.sent, random), arrivedMs)
        : clean.get(drive)!;
      const faultsAfter = faultsOfSent(trackFaultInserters[kind]!(drive.sent, random), arrivedMs);
      const alreadyFaulty = !harmlessVariant && ownFaultsByDrive.get(drive)!.has(kind);
      return [
        ...(alreadyFaulty ? [] : [{ score: faultsBefore[kind] ?? 0, positive: false }]),
        { score: faultsAfter[kind] ?? 0, positive: true },
      ];
    });
    return rocFigure(kind, cases);
  });
  const minutes = longDrives.flatMap(drive => minutesOf(drive).slice(0, 20));
  for (const kind of Object.keys(curveFaultInserters) as (typeof drivingFaults)[number][]) {
    const cases = minutes.flatMap((curve, n) => {
      const spoiltCurve = curveFaultInserters[kind]!(curve, randomOf(seedOf(kind, String(n))));
      return [
        { score: findDrivingFaults(curve, defaultSettings)[kind] ?? 0, positive: false },
        { score: findDrivingFaults(spoiltCurve, defaultSettings)[kind] ?? 0, positive: true },
      ];
    });
    figures.push(rocFigure(kind, cases));
    if (kind !== 'clipped') continue;
    const unstated = minutes.flatMap((curve, n) => {
      const clippedCurve = { ...curveFaultInserters.clipped!(curve, randomOf(seedOf(kind, String(n)))), rangeG: null };
      return [curve, clippedCurve].map((each, at) => ({
        score: findDrivingFaults(each, defaultSettings).clipped ?? 0,
        positive: at === 1,
      }));
    });
    figures.push({ ...rocFigure('clipped without a stated range', unstated), target: null, met: null });
  }
  const flagged = longDrives.map(drive => {
    const kinds = new Set<string>(Object.keys(clean.get(drive)!));
    for (const curve of minutesOf(drive))
      for (const kind of Object.keys(findDrivingFaults(curve, defaultSettings))) kinds.add(kind);
    const wrongKinds = [...kinds].filter(kind => !ownFaultsByDrive.get(drive)!.has(kind as AnomalyKind));
    return {
      flags: wrongKinds.length,
      kinds: wrongKinds,
      km: pathLengthM(drive.track.latitude, drive.track.longitude) / 1000,
    };
  });
  const shown = longDrives.flatMap(drive => [...ownFaultsByDrive.get(drive)!].map(kind => `${kind} of ${drive.name}`));
  const names = new Map<string, number>();
  for (const { kinds } of flagged) for (const kind of kinds) names.set(kind, (names.get(kind) ?? 0) + 1);
  figures.push(
    figureOf({
      subject: 'anomalies of recordings as they are',
      figure: 'false flags per 1,000 km',
      unit: '',
      cases: flagged,
      statistic: drawn =>
        (drawn.reduce((sum, { flags }) => sum + flags, 0) / drawn.reduce((sum, { km }) => sum + km, 0)) * 1000,
      target: atMost(1),
      note: `${Math.round(flagged.reduce((sum, { km }) => sum + km, 0))} km; ${[...names].map(([kind, n]) => `${kind} ${n}`).join(', ') || 'none'}; faults of the recordings themselves: ${shown.join(', ') || 'none'}`,
    }),
  );
  return figures;
};
