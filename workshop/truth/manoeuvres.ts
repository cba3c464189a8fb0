import type { Manoeuvre } from '../../server/domain/telemetry/manoeuvre.ts';
import { findManoeuvres } from '../../server/domain/telemetry/manoeuvres.ts';
import { motionOfFixes } from '../../server/domain/telemetry/motion.ts';
import { defaultSettings, type TelemetrySettings } from '../../server/domain/telemetry/settings.ts';
import { type ManoeuvreKind, manoeuvreKinds } from '../../src/contract/scoring.ts';
import type { Drive } from './drives.ts';
import { areaUnderRoc, type Figure, figureOf, rateUpperBound } from './figure.ts';
import type { EarthStretch, Label } from './labelled.ts';
import { type Case, type Event, labelledCases, ruledCases } from './manoeuvreCases.ts';

/** Maximum time between a found manoeuvre and the labelled event that it belongs to, milliseconds. */
const toleranceMs = 2000;
/** Duration of a window without labelled events, milliseconds. The detector should find nothing in such a window. */
const calmWindowMs = 5000;
/**
 * Factors by which the thresholds of the detector are multiplied. Each factor gives a point of its ROC curve. The
 * factor at index `unscaledIndex` is 1. The steps are fine, because equal scores count as undecided in the comparison
 * with a continuous number.
 */
const unscaledIndex = 61;
const factors = Array.from({ length: 81 }, (_, n) => 1.07 ** (n - unscaledIndex));

const scaleSettings = (factor: number): TelemetrySettings => ({
  ...defaultSettings,
  accelerationFromG: defaultSettings.accelerationFromG * factor,
  brakingFromG: defaultSettings.brakingFromG * factor,
  corneringFromG: defaultSettings.corneringFromG * factor,
  directionChangeFromG: defaultSettings.directionChangeFromG * factor,
  bumpFromG: defaultSettings.bumpFromG * factor,
});

/** Finds manoeuvres with other bounds. Where manoeuvres are measured still depends on the usual bounds. */
const findManoeuvresIn = ({ track, acceleration }: Case, factorsOfBounds: readonly number[]): Manoeuvre[][] => {
  const drive = { track, fromIndex: 0, toIndex: track.timeMs.length - 1, acceleration };
  const fixMotion = motionOfFixes(track, drive.fromIndex, drive.toIndex, defaultSettings);
  return factorsOfBounds.map(factor => findManoeuvres(drive, scaleSettings(factor), fixMotion));
};

const areNear = (event: Pick<Event, 'startMs' | 'endMs'>, window: Pick<Event, 'startMs' | 'endMs'>): boolean =>
  event.startMs <= window.endMs + toleranceMs && event.endMs >= window.startMs - toleranceMs;

interface Window {
  readonly positive: boolean;
  readonly score: number;
  readonly peak: number;
  readonly unlabelledPeak: number;
}

/**
 * Returns each labelled event and each window without events. The score is the largest factor on the thresholds at
 * which the detector still finds the kind.
 */
const windowsOf = (
  drive: Case,
  kind: ManoeuvreKind,
  manoeuvresByFactor: readonly (readonly Manoeuvre[])[],
): Window[] => {
  const events = drive.events.filter(event => event.kind === kind);
  const windows: { startMs: number; endMs: number; positive: boolean }[] = events.map(event => ({
    ...event,
    positive: true,
  }));
  for (let startMs = drive.fromMs; startMs + calmWindowMs <= drive.toMs; startMs += calmWindowMs) {
    const window = { startMs, endMs: startMs + calmWindowMs, positive: false };
    if (!events.some(event => areNear(event, window))) windows.push(window);
  }
  return windows.map(window => {
    // A found manoeuvre may lie `toleranceMs` away from a labelled event, because labels are set by eye. For a window
    // without events there is no tolerance.
    const searchToleranceMs = window.positive ? toleranceMs : 0;
    const searchWindow = { startMs: window.startMs - searchToleranceMs, endMs: window.endMs + searchToleranceMs };
    let score = 0;
    factors.forEach((factor, n) => {
      const isHit = manoeuvresByFactor[n]!.some(
        manoeuvre =>
          manoeuvre.kind === kind && manoeuvre.startMs <= searchWindow.endMs && manoeuvre.endMs >= searchWindow.startMs,
      );
      if (isHit) score = factor;
    });
    return {
      positive: window.positive,
      score,
      peak: drive.peakBetween(searchWindow.startMs, searchWindow.endMs),
      unlabelledPeak: drive.unlabelledPeakBetween?.(kind, searchWindow.startMs, searchWindow.endMs) ?? 0,
    };
  });
};

const kindFigures = (source: string, cases: readonly Case[], kind: ManoeuvreKind, found: Manoeuvre[][][]): Figure[] => {
  const windows = cases.flatMap((one, n) => windowsOf(one, kind, found[n]!));
  const eventCount = windows.filter(({ positive }) => positive).length;
  if (eventCount === 0) return [];
  const subject = `${kind}, ${source}`;
  const floor = areaUnderRoc(windows.map(({ positive, peak }) => ({ positive, score: peak })));
  const detected = cases.map((one, n) => ({
    one,
    manoeuvres: found[n]![unscaledIndex]!.filter(manoeuvre => manoeuvre.kind === kind),
    events: one.events.filter(event => event.kind === kind),
  }));
  const hits = detected.flatMap(({ manoeuvres, events: real }) =>
    real.map(event => manoeuvres.some(m => areNear(m, event))),
  );
  const right = detected.flatMap(({ manoeuvres, events: real }) =>
    manoeuvres.map(m => real.some(event => areNear(m, event))),
  );
  const falseAlarms = right.filter(one => !one).length;
  const hours = cases.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) / 3_600_000;
  const share = (one: readonly boolean[]): number => one.filter(Boolean).length / one.length;
  const overFloor = (drawn: readonly Window[]): number =>
    areaUnderRoc(drawn) - areaUnderRoc(drawn.map(({ positive, peak }) => ({ positive, score: peak })));
  return [
    figureOf({
      subject,
      figure: 'AUC',
      unit: '',
      cases: windows,
      eventCount,
      statistic: areaUnderRoc,
      floor,
      target: {
        text: '≥ 0.85, low > floor',
        holds: (value, { low }) => value >= 0.85 && low > floor,
      },
    }),
    figureOf({
      subject,
      figure: 'AUC above the floor, same draws',
      unit: '',
      cases: windows,
      eventCount,
      statistic: overFloor,
    }),
    ...(cases.every(({ unlabelledPeakBetween }) => unlabelledPeakBetween)
      ? [
          figureOf({
            subject,
            figure: 'AUC of the sensor that labels, without the samples it labelled',
            unit: '',
            cases: windows.map(({ positive, unlabelledPeak }) => ({ positive, score: unlabelledPeak })),
            eventCount,
            statistic: areaUnderRoc,
          }),
        ]
      : []),
    figureOf({ subject, figure: 'recall', unit: 'share', cases: hits, statistic: share }),
    figureOf({
      subject,
      figure: 'precision',
      unit: 'share',
      cases: right,
      statistic: share,
      note: `${falseAlarms} unlabelled in ${hours.toFixed(1)} h: ${(falseAlarms / hours).toFixed(1)} an hour, at most ${rateUpperBound(falseAlarms, hours).toFixed(1)}`,
    }),
  ];
};

export const manoeuvreFigures = (
  drives: readonly Drive[],
  stretches: readonly EarthStretch[],
  labels: readonly Label[],
): Figure[] => {
  const labelled = labelledCases(stretches, labels);
  const groups = new Map<string, Case[]>();
  for (const one of [...labelled.cases, ...ruledCases(drives)])
    groups.set(one.source, [...(groups.get(one.source) ?? []), one]);
  const figures = [...groups].flatMap(([source, cases]) => {
    const found = cases.map(one => findManoeuvresIn(one, factors));
    return manoeuvreKinds.flatMap(kind => kindFigures(source, cases, kind, found));
  });
  if (labelled.unknown === 0) return figures;
  const note = `${labelled.unknown} labelled events lie in stretches whose front is not known: left out`;
  return figures.map((figure, n) =>
    n === 0 ? { ...figure, note: [figure.note, note].filter(Boolean).join('; ') } : figure,
  );
};
