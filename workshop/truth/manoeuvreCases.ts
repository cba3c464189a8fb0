import type { VehicleSamples } from '../../server/domain/telemetry/manoeuvre.ts';
import { motionOfFixes } from '../../server/domain/telemetry/motion.ts';
import { type Axes, toVehicleAxes } from '../../server/domain/telemetry/orientation.ts';
import { createTrack, sliceTrack, type Track } from '../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../server/domain/telemetry/settings.ts';
import type { ManoeuvreKind } from '../../src/contract/scoring.ts';
import type { Drive } from './drives.ts';
import { vehicleAxesOf } from './earthAxes.ts';
import type { EarthStretch, Label } from './labelled.ts';

/** A labelled manoeuvre, in milliseconds of the recording's clock. */
export interface Event {
  readonly kind: ManoeuvreKind;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * A drive with its true events. `peakBetween` gives the result of a simple method with which the detector is compared.
 */
export interface Case {
  readonly source: string;
  readonly name: string;
  readonly track: Track;
  readonly acceleration: readonly VehicleSamples[];
  readonly events: readonly Event[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Returns the largest horizontal acceleration between two times, g. */
  readonly peakBetween: (fromMs: number, toMs: number) => number;
  /**
   * Returns the acceleration of a kind that the labelling sensor recorded in unlabelled samples, g. Present if the
   * labels follow from a rule on single samples. Unlabelled samples near a labelled one tell no more about the event.
   */
  readonly unlabelledPeakBetween?: (kind: ManoeuvreKind, fromMs: number, toMs: number) => number;
}

/**
 * Threshold by which the black box of these drives labelled its samples (DrivePlotR): |x| or |y| of at least 0.35 g.
 */
const labelledFromG = 0.35;
const maxEventGapMs = 2000;

const peakFinder =
  (startMs: number, stepMs: number, sizes: Float64Array) =>
  (fromMs: number, toMs: number): number => {
    let peak = 0;
    const to = Math.min(sizes.length - 1, Math.ceil((toMs - startMs) / stepMs));
    for (let i = Math.max(0, Math.floor((fromMs - startMs) / stepMs)); i <= to; i++)
      if (sizes[i]! > peak) peak = sizes[i]!;
    return peak;
  };

/**
 * Returns a function that gives the largest acceleration of a kind between two times, g. Samples that the black box
 * labelled count as 0.
 */
const unlabelledPeakFinder = (curves: Drive['curves']) => {
  const sizes: { readonly [Kind in ManoeuvreKind]?: (longitudinalG: number, lateralG: number) => number } = {
    acceleration: along => along,
    braking: along => -along,
    cornering: (_, across) => Math.abs(across),
  };
  return (kind: ManoeuvreKind, fromMs: number, toMs: number): number => {
    const sizeOf = sizes[kind] ?? (() => 0);
    const unlabelledPeaks = curves.map(({ startMs, rateHz, longitudinalG, lateralG }) => {
      const unlabelledSizes = longitudinalG.map((along, i) => {
        const size = sizeOf(along, lateralG[i]!);
        return size < labelledFromG ? size : 0;
      });
      return peakFinder(startMs, 1000 / rateHz, Float64Array.from(unlabelledSizes))(fromMs, toMs);
    });
    return Math.max(...unlabelledPeaks);
  };
};

const labelledEvents = ({ curves, track }: Drive): Event[] => {
  const events: Event[] = [];
  for (const { startMs, rateHz, longitudinalG, lateralG } of curves)
    for (let i = 0; i < longitudinalG.length; i++) {
      const [along, across] = [longitudinalG[i]!, lateralG[i]!];
      if (Math.max(Math.abs(along), Math.abs(across)) < labelledFromG) continue;
      const longitudinalKind = along > 0 ? 'acceleration' : 'braking';
      const kind = Math.abs(along) >= Math.abs(across) ? longitudinalKind : 'cornering';
      const atMs = startMs + (i / rateHz) * 1000;
      const last = events[events.length - 1];
      if (last?.kind === kind && atMs - last.endMs <= maxEventGapMs)
        events[events.length - 1] = { ...last, endMs: atMs };
      else events.push({ kind, startMs: atMs, endMs: atMs });
    }
  return events.filter(({ startMs, endMs }) => {
    const { speedKmh } = sliceTrack(track, startMs - maxEventGapMs, endMs + maxEventGapMs);
    return speedKmh.length === 0 || speedKmh.some(kmh => !(kmh < defaultSettings.manoeuvreFromKmh));
  });
};

/**
 * Returns each drive of the black box three times: with fixes only, with places only, and with acceleration. The labels
 * follow from a rule on that acceleration. They are therefore a real test for fixes, but test only kinds and times for
 * acceleration. Events below the engine's minimum speed are left out.
 */
export const ruledCases = (drives: readonly Drive[]): Case[] =>
  drives
    .filter(({ family, track, curves }) => family === 'nds_drives' && track.timeMs.length > 30 && curves.length > 0)
    .flatMap((drive): Case[] => {
      const { track, name, curves } = drive;
      const last = track.timeMs.length - 1;
      const { startMs, stepMs, longitudinal, lateral } = motionOfFixes(track, 0, last, defaultSettings);
      const common = {
        name,
        track,
        events: labelledEvents(drive),
        fromMs: track.timeMs[0]!,
        toMs: track.timeMs[last]!,
      };
      const fixAccelerations = longitudinal.map((along, i) => Math.hypot(along, lateral[i]!));
      const unlabelledPeaks = curves.map(curve => toVehicleAxes(curve, statedFrame));
      const samplePeaks = curves.map(curve =>
        peakFinder(
          curve.startMs,
          1000 / curve.rateHz,
          curve.longitudinalG.map((along, i) => Math.hypot(along, curve.lateralG[i]!)),
        ),
      );
      return [
        {
          ...common,
          source: 'fixes alone',
          acceleration: [],
          peakBetween: peakFinder(startMs, stepMs, fixAccelerations),
          unlabelledPeakBetween: unlabelledPeakFinder(curves),
        },
        {
          ...common,
          source: 'places alone',
          track: {
            ...track,
            speedKmh: track.speedKmh.map(() => Number.NaN),
            courseDeg: track.courseDeg.map(() => Number.NaN),
          },
          acceleration: [],
          peakBetween: peakFinder(startMs, stepMs, fixAccelerations),
        },
        {
          ...common,
          source: 'acceleration',
          acceleration: unlabelledPeaks,
          peakBetween: (from, to) => Math.max(...samplePeaks.map(peakOf => peakOf(from, to))),
        },
      ];
    });

const statedFrame: Axes = { forward: [1, 0, 0], left: [0, 1, 0], up: [0, 0, 1] };

const kindOfLabel: Readonly<Record<string, ManoeuvreKind>> = {
  braking: 'braking',
  acceleration: 'acceleration',
  left_turn: 'cornering',
  right_turn: 'cornering',
  left_lane_change: 'directionChange',
  right_lane_change: 'directionChange',
};

/** Returns a track with times but without positions, so that manoeuvres are found by acceleration only. */
const blindTrack = (fromMs: number, toMs: number): Track => {
  const track = createTrack(2);
  track.timeMs.set([fromMs, toMs]);
  track.latitude.fill(Number.NaN);
  track.longitude.fill(Number.NaN);
  return track;
};

const meanOver = (values: Float64Array, samples: number): Float64Array => {
  const means = new Float64Array(values.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i]! - (i >= samples ? values[i - samples]! : 0);
    means[i] = sum / Math.min(i + 1, samples);
  }
  return means;
};

/** Returns the labelled parts of drives. A part whose front is unknown is left out, and its events are only counted. */
export const labelledCases = (stretches: readonly EarthStretch[], labels: readonly Label[]) => {
  let unknown = 0;
  const cases = stretches.flatMap((stretch, n): Case[] => {
    const { samples, signKnown } = vehicleAxesOf(stretch);
    const fromMs = stretch.startS * 1000;
    const toMs = fromMs + (stretch.eastG.length / stretch.rateHz) * 1000;
    const inside = labels.filter(
      ({ trip, startS, endS }) => trip === stretch.trip && startS * 1000 >= fromMs && endS * 1000 <= toMs,
    );
    const events = inside.flatMap(({ label, startS, endS }) => {
      const kind = kindOfLabel[label];
      return kind ? [{ kind, startMs: startS * 1000, endMs: endS * 1000 }] : [];
    });
    if (!signKnown) {
      unknown += events.length;
      return [];
    }
    const half = Math.round(stretch.rateHz / 2);
    const [east, north] = [meanOver(stretch.eastG, half), meanOver(stretch.northG, half)];
    return [
      {
        source: 'acceleration',
        name: `${stretch.trip}-${n}`,
        track: blindTrack(fromMs, toMs),
        acceleration: [samples],
        events,
        fromMs,
        toMs,
        peakBetween: peakFinder(
          fromMs,
          1000 / stretch.rateHz,
          east.map((value, i) => Math.hypot(value, north[i]!)),
        ),
      },
    ];
  });
  return { cases, unknown };
};
