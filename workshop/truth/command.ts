import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { filterCfc } from '../../server/domain/telemetry/cfc.ts';
import { encodeCurve, encodeTrack } from '../../server/domain/telemetry/codec.ts';
import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import { directionDeg } from '../../server/domain/telemetry/deltaV.ts';
import { summariseImpact } from '../../server/domain/telemetry/impact.ts';
import type { Track } from '../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../server/domain/telemetry/settings.ts';
import type { Sheet } from '../recordings/recording.ts';
import { anomalyFigures } from './anomalies.ts';
import { calibrationFigures } from './calibration.ts';
import { crashFigures, rolloverFigures } from './crashes.ts';
import { deliverySections } from './delivery.ts';
import { corruptionFigures, routeFigures } from './distances.ts';
import type { Drive } from './drives.ts';
import { atLeast, type Figure, figureOf, median } from './figure.ts';
import { type CrashReference, readTruth, type Truth } from './folder.ts';
import { clip3Ms, hic } from './hic.ts';
import { impactKindFigures } from './impactKinds.ts';
import { manoeuvreFigures } from './manoeuvres.ts';
import { orientationFigures } from './orientations.ts';
import { randomOf, seedOf, setDraw } from './random.ts';
import { reconstructionFigures } from './reconstructions.ts';
import { recordPulse, scaledTo, turnedVectorKmh } from './sampling.ts';

const trials = 1000;
const rates = [25, 50, 100, 200, 400, 1000];
const ranges = [8, 16, 32, 200];

interface Trial {
  readonly truthKmh: number;
  readonly foundKmh: number | null;
  readonly fromKmh: number | null;
  readonly toKmh: number | null;
  readonly rateHz: number;
  /** Interval of the direction, and whether it holds the true direction. Null: there is none. */
  readonly directionErrorDeg: number | null;
  readonly isDirectionHeld: boolean | null;
}

const containsTruth = ({ truthKmh, fromKmh, toKmh }: Trial): boolean =>
  fromKmh !== null && truthKmh >= fromKmh && (toKmh === null || truthKmh <= toKmh);

/**
 * Returns a trial of delta-v: a crash pulse recorded by a random device. Random are rate, phase, averaging, range,
 * noise, zero, duration and size of the pulse.
 */
const trialOf = (testPulse: CurveSamples, n: number): Trial => {
  const random = randomOf(seedOf('delta-v', n));
  const rateHz = rates[random.below(rates.length)]!;
  const averages = random.uniform() < 0.5;
  const truthKmh = random.between(8, 60);
  const offset = [random.between(-0.1, 0.1), random.between(-0.1, 0.1), random.between(-0.1, 0.1)] as const;
  const beforeS = random.between(0.03, 1);
  const device = {
    rateHz,
    averages,
    rangeG: ranges[random.below(ranges.length)]!,
    noiseG: random.between(0.01, 0.08),
    turnedRad: random.between(0, 2 * Math.PI),
  };
  const pulse = scaledTo(testPulse, truthKmh);
  const curve = recordPulse(
    pulse,
    device,
    { beforeS, seconds: beforeS + random.between(0.06, 1.5) },
    () => offset,
    random,
  );
  const facts = summariseImpact(curve, null, defaultSettings, null, {
    bandwidthHz: averages ? rateHz / 2 : null,
    speedKmh: null,
  });
  const { DirectionDeg: foundDeg, DirectionErrorDeg: errorDeg } = facts;
  const truthDeg = directionDeg(...turnedVectorKmh(pulse, device.turnedRad))!;
  const offDeg = foundDeg === null ? null : Math.abs(((foundDeg - truthDeg + 540) % 360) - 180);
  const isDirectionHeld = offDeg === null || errorDeg === null ? null : offDeg <= errorDeg;
  return {
    truthKmh,
    foundKmh: facts.DeltaVKmh,
    fromKmh: facts.DeltaVFromKmh,
    toKmh: facts.DeltaVToKmh,
    rateHz,
    directionErrorDeg: errorDeg,
    isDirectionHeld,
  };
};

export const deltaVFigures = (pulses: readonly CurveSamples[]): Figure[] => {
  if (pulses.length === 0) return [];
  const foundTrials = Array.from({ length: trials }, (_, n) => trialOf(pulses[n % pulses.length]!, n)).filter(
    ({ foundKmh }) => foundKmh !== null,
  );
  const share = (drawn: readonly boolean[]): number => drawn.filter(Boolean).length / drawn.length;
  const open = foundTrials.filter(({ toKmh }) => toKmh === null);
  const closedTrials = foundTrials.filter(({ toKmh }) => toKmh !== null);
  const widths = (rateHz: number): number =>
    median(
      closedTrials
        .filter(one => one.rateHz === rateHz)
        .map(({ fromKmh, toKmh, truthKmh }) => (((toKmh ?? 0) - (fromKmh ?? 0)) / 2 / truthKmh) * 100),
    );
  const directionWidths = (rateHz: number): number =>
    median(foundTrials.filter(one => one.rateHz === rateHz).flatMap(one => one.directionErrorDeg ?? []));
  return [
    figureOf({
      subject: 'delta-v interval holds the truth',
      figure: 'all corruptions',
      unit: 'share',
      cases: foundTrials.map(containsTruth),
      statistic: share,
      target: atLeast(0.9),
      note: `${trials - foundTrials.length} of ${trials} without a delta-v; ${open.length} without an upper bound (saturated or cut)`,
    }),
    figureOf({
      subject: 'delta-v interval holds the truth',
      figure: 'both bounds known',
      unit: 'share',
      cases: closedTrials.map(containsTruth),
      statistic: share,
      target: atLeast(0.9),
      note: `half width, median: ${rates.map(rateHz => `${rateHz} Hz ±${widths(rateHz).toFixed(0)} %`).join(', ')}`,
    }),
    figureOf({
      subject: 'interval of the direction holds the truth',
      figure: 'with a direction and both bounds of delta-v',
      unit: 'share',
      cases: foundTrials.map(({ isDirectionHeld }) => isDirectionHeld).filter(held => held !== null),
      statistic: share,
      target: atLeast(0.9),
      note: `half width, median: ${rates.map(rateHz => `${rateHz} Hz ±${directionWidths(rateHz).toFixed(0)}°`).join(', ')}`,
    }),
  ];
};

const rateOf = ({ rows }: Sheet): number =>
  Math.round((rows.length - 1) / (Number(rows[rows.length - 1]!.t_s) - Number(rows[0]!.t_s)));

/** Returns the resultant acceleration of a part of a crash dummy, such as its head, g. Null if a channel is missing. */
const resultantOf = (sheet: Sheet, place: string, cfc: number): Float64Array | null => {
  const names = ['x', 'y', 'z'].map(axis => `${place}_${axis}`);
  if (names.some(name => !(name in sheet.rows[0]!))) return null;
  const [x, y, z] = names.map(name =>
    filterCfc(
      Float64Array.from(sheet.rows, row => Number(row[name])),
      rateOf(sheet),
      cfc,
    ),
  );
  return x!.map((value, i) => Math.hypot(value, y![i]!, z![i]!));
};

interface Comparison {
  readonly name: string;
  readonly ours: number;
  readonly official: number;
}

/** Returns the prefix of an occupant's channels. A rear occupant has channels of its own, or none. */
const channelPrefix = (occupant: string): string => {
  if (occupant.startsWith('driver')) return 'driver';
  return /^(front_)?pass/.test(occupant) ? 'pass' : occupant;
};

const comparisonsOf = (sheet: Sheet, reference: CrashReference): Comparison[] =>
  Object.entries(reference.official ?? {}).flatMap(([occupant, values]) => {
    const place = channelPrefix(occupant);
    const rateHz = rateOf(sheet);
    const compared: Comparison[] = [];
    const headG = resultantOf(sheet, `${place}_head`, 1000);
    if (headG && values.HIC) {
      const windowMs = (values.T2_ms ?? 15) - (values.T1_ms ?? 0) > 15.5 ? 36 : 15;
      compared.push({
        name: `HIC${windowMs} ${occupant}`,
        ours: hic(headG, rateHz, windowMs).value,
        official: values.HIC,
      });
    }
    const chest = resultantOf(sheet, `${place}_chest`, 180);
    if (chest && values.chest_3ms_clip_g)
      compared.push({
        name: `3 ms clip ${occupant}`,
        ours: clip3Ms(chest, rateHz),
        official: values.chest_3ms_clip_g,
      });
    return compared;
  });

/**
 * Compares two injury figures of crash tests with the values that the laboratory published. The comparison tests the
 * filter and the integral. The values are few and exact, so the figures have no interval.
 */
export const crashTestFigures = ({ crashTests, references }: Truth): Figure[] =>
  crashTests.flatMap(({ file, sheet }) => {
    const reference = references.find(one => one.file === file);
    if (!reference) return [];
    return comparisonsOf(sheet, reference).map(({ name, ours, official }): Figure => {
      const relativeError = Math.abs(ours / official - 1) * 100;
      return {
        subject: `${name}, ${file.replace(/\..*$/, '')}`,
        figure: 'off the official value',
        unit: '%',
        count: 1,
        value: relativeError,
        low: null,
        high: null,
        floor: null,
        target: '≤ 1 %',
        met: relativeError <= 1,
        note: `ours ${ours.toFixed(2)}, official ${official}`,
      };
    });
  });

const perHour = 3600;
/** Format in which devices send in the storage test: one message per minute, values in thousandths of g. */
const messageS = 60;
const sentHz = 50;

interface Stored {
  readonly ours: number;
  readonly zipped: number;
}

/** Returns the size of an hour of fixes at 1 Hz, kB. `ours`: as stored. `zipped`: as gzip of the sent JSON. */
const fixesOf = ({ timeMs, latitude, longitude, speedKmh, courseDeg, ...more }: Track): Stored => {
  const count = timeMs.length;
  const rows = Array.from({ length: count }, (_, i) => ({
    DateTime: new Date(timeMs[i]!).toISOString(),
    Latitude: Number(latitude[i]!.toFixed(6)),
    Longitude: Number(longitude[i]!.toFixed(6)),
    ...(speedKmh[i]! >= 0 && { Speed: Number(speedKmh[i]!.toFixed(1)) }),
    ...(courseDeg[i]! >= 0 && { Course: Number(courseDeg[i]!.toFixed(1)) }),
  }));
  const scale = perHour / count / 1000;
  const ours = encodeTrack({ timeMs, latitude, longitude, speedKmh, courseDeg, ...more }).length;
  return { ours: ours * scale, zipped: gzipSync(JSON.stringify(rows)).length * scale };
};

/**
 * Returns the size of an hour of acceleration at 50 Hz, kB. There is one result for each message, from its bytes per
 * sample.
 */
const messagesOf = (curve: CurveSamples): Stored[] => {
  const length = Math.round(messageS * curve.rateHz);
  const scale = (sentHz * perHour) / length / 1000;
  return Array.from({ length: Math.floor(curve.longitudinalG.length / length) }, (_, n) => {
    const [longitudinalG, lateralG, verticalG] = [curve.longitudinalG, curve.lateralG, curve.verticalG].map(axis =>
      axis.slice(n * length, (n + 1) * length).map(value => Number(value.toFixed(3))),
    ) as [Float64Array, Float64Array, Float64Array];
    const ours = encodeCurve({ ...curve, longitudinalG, lateralG, verticalG }).length;
    const axes = { Longitudinal: [...longitudinalG], Lateral: [...lateralG], Vertical: [...verticalG] };
    const zipped = gzipSync(JSON.stringify({ RateHz: curve.rateHz, ...axes })).length;
    return { ours: ours * scale, zipped: zipped * scale };
  });
};

const sizeFigure = (subject: string, cases: readonly Stored[]): Figure =>
  figureOf({
    subject,
    figure: 'stored, median; floor: gzip of the JSON',
    unit: 'kB/h',
    cases,
    statistic: drawn => median(drawn.map(({ ours }) => ours)),
    floor: median(cases.map(({ zipped }) => zipped)),
  });

/** Returns figures of the disk space for an hour of driving, compared with gzip of the messages. */
const storageFigures = (drives: readonly Drive[]): Figure[] => {
  const tracks = drives.map(({ sent }) => sent).filter(({ timeMs }) => timeMs.length >= 500);
  const curves = drives.flatMap(drive => drive.curves).filter(curve => curve.rateHz >= 10);
  const spoken = tracks.filter(({ speedKmh }) => speedKmh.some(value => value > 0));
  return [
    sizeFigure('fixes at 1 Hz with speed', spoken.map(fixesOf)),
    sizeFigure('acceleration at 50 Hz', curves.flatMap(messagesOf)),
  ];
};

const formatValue = (value: number | null): string => {
  if (value === null) return '–';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(3);
};
export const verdict = ({ met, value }: Pick<Figure, 'met' | 'value'>): string => {
  if (value === null) return met ? 'not measured' : 'too few';
  return met === null ? '' : met ? 'met' : 'MISSED';
};

/** Prints one line per figure, with its note below. */
const printTable = (section: string, figures: readonly Figure[], seconds: number): void => {
  console.log(`\n${section} (${seconds.toFixed(1)} s)`);
  for (const figure of figures) {
    const { subject, figure: name, unit, count, value, low, high, floor, target, note } = figure;
    const interval = value === null ? '' : `[${formatValue(low)}, ${formatValue(high)}]`;
    const cells = [
      `  ${subject}: ${name}`.padEnd(76),
      `n ${count}`.padEnd(8),
      `${formatValue(value)} ${value === null ? '' : unit}`.padEnd(14),
      interval.padEnd(20),
      (floor === null ? '' : `floor ${formatValue(floor)}`).padEnd(16),
      (target ?? '').padEnd(18),
      verdict(figure),
    ];
    console.log(cells.join(' ').trimEnd());
    if (note) console.log(`      ${note}`);
  }
};

const usageText = 'Usage: npm run truth -- <folder> [--json] [--only <section>] [--draw <name>]';

const readArguments = (args: string[]) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean' }, only: { type: 'string' }, draw: { type: 'string', default: '' } },
  });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) throw new Error(usageText);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder ${folder}.\n${usageText}`);
  return { folder, json: values.json === true, only: values.only, draw: values.draw };
};

/**
 * `npm run truth -- <folder>`: measures on a folder's recordings how far the engine can be trusted; see docs/truth.md
 */
export const runTruth = async (args: string[]): Promise<void> => {
  const { folder, json, only, draw } = readArguments(args);
  setDraw(draw);
  const truth = await readTruth(folder);
  const sections: readonly (readonly [string, () => Figure[] | Promise<Figure[]>])[] = [
    ['distance', () => routeFigures(truth.drives, truth.routes)],
    ['corruptions', () => corruptionFigures(truth.drives)],
    ['manoeuvres', () => manoeuvreFigures(truth.drives, truth.earth, truth.labels)],
    ['orientation', () => orientationFigures(truth.drives)],
    ['anomalies', () => anomalyFigures(truth.drives)],
    ['crash tests', () => crashTestFigures(truth)],
    ['crash or not', () => crashFigures(truth)],
    ['impact kinds', () => impactKindFigures(truth)],
    ['calibration', () => calibrationFigures(truth)],
    ['rollovers', () => rolloverFigures()],
    ['reconstruction', () => reconstructionFigures()],
    ['storage', () => storageFigures(truth.drives)],
    ...deliverySections.map(([name, measure]) => [name, () => measure(truth.drives)] as const),
    ['delta-v', () => deltaVFigures(truth.crashTests.map(({ pulse }) => pulse))],
  ];
  const names = sections.map(([name]) => name);
  if (only !== undefined && !names.includes(only))
    throw new Error(`There is no section ${only}; there are: ${names.join(', ')}.`);
  const figures: Figure[] = [];
  for (const [name, measure] of sections) {
    if (only !== undefined && only !== name) continue;
    const startMs = performance.now();
    const foundTrials = await measure();
    figures.push(...foundTrials);
    if (!json) printTable(name, foundTrials, (performance.now() - startMs) / 1000);
  }
  const missed = figures.filter(({ met }) => met === false).length;
  const open = figures.filter(({ value, met }) => value === null && met === null).length;
  if (json) console.log(JSON.stringify({ folder, figures, read: truth.read, unknown: truth.unknown }, null, 2));
  else {
    for (const { file, reason } of truth.unknown) console.log(`not read: ${file}: ${reason}`);
    console.log(`\n${figures.length} figures, ${missed} miss their target, of ${open} there is too little to say.`);
  }
  if (truth.read.length === 0)
    throw new Error(`${folder} has no recording that is known by its header: nothing was measured.`);
};
