import { crashFromKmh, leftShareFrom } from '../contract/limits.ts';
import type { Locale } from '../contract/messages/index.ts';
import { type CrashFacts, implausibleDoubts } from '../contract/shapes/accident.ts';
import { clockHour, sideOf } from './direction.ts';
import { formatNumber } from './format.ts';

/** A text of the catalogue by its key, filled in. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;
type Line = readonly [label: string, text: string];

/** Nothing that the recording says of force and direction is to be believed. */
export const isFaulty = ({ Doubts }: CrashFacts): boolean =>
  Doubts?.some(doubt => implausibleDoubts.includes(doubt)) ?? false;

/** A push that did not change the car's speed: it has no direction to show. */
export const isBump = (facts: CrashFacts): boolean =>
  facts.Doubts !== null &&
  !isFaulty(facts) &&
  !facts.Clipped &&
  facts.DeltaVKmh !== null &&
  facts.DeltaVKmh < crashFromKmh;

export const directionText = (facts: CrashFacts, say: Say): string => {
  const { DirectionDeg: degrees } = facts;
  if (isBump(facts)) return say('accident.facts.bump');
  if (degrees === null) return say('accident.facts.noDirection');
  const side = say(`accident.facts.sides.${sideOf(degrees)}`);
  return say('accident.facts.direction', { hour: clockHour(degrees), side });
};

/** Measured figures with their units; a dash for what is not known. */
export const figureLines = (facts: CrashFacts, say: Say, locale: Locale): readonly Line[] => {
  const figures = [
    ['peak', facts.PeakG, 2, 'g'],
    ['duration', facts.DurationMs, 0, 'ms'],
    ['deltaV', facts.DeltaVKmh, 1, 'kmh'],
    ['deltaVLongitudinal', facts.DeltaVLongitudinalKmh, 1, 'kmh'],
    ['speedBefore', facts.SpeedBeforeKmh, 0, 'kmh'],
    ['deltaVLateral', facts.DeltaVLateralKmh, 1, 'kmh'],
    ['speedAfter', facts.SpeedAfterKmh, 0, 'kmh'],
  ] as const;
  return figures.map(([key, value, decimals, unit]) => [
    say(`accident.facts.${key}`),
    value === null
      ? '—'
      : `${formatNumber(value, decimals, locale).replace('-', '−')} ${say(`accident.units.${unit}`)}`,
  ]);
};

/** How likely it was a crash and why, how sure its figures are, and what they may mean for people. */
export const judgementLines = (facts: CrashFacts, say: Say, locale: Locale): readonly Line[] => {
  const number = (value: number, decimals = 0) => formatNumber(value, decimals, locale);
  const judged = (key: string, values?: Record<string, string>) => say(`accident.facts.judged.${key}`, values);
  const percent = (share: number | null) =>
    share === null ? null : judged('percent', { percent: number(Math.min(99, Math.max(1, share * 100))) });
  const { DeltaVFromKmh: from, DeltaVToKmh: to, Impacts } = facts;
  const interval = () => {
    if (from === null) return null;
    if (to === null) return judged('atLeast', { from: number(from, 1) });
    return judged('between', { from: number(from, 1), to: number(to, 1) });
  };
  const windows = ([20, 50, 150] as const).flatMap(ms => {
    const kmh = facts[`DeltaV${ms}Kmh`];
    return kmh === null ? [] : [judged('within', { ms: String(ms), kmh: number(kmh, 1) })];
  });
  const several = (Impacts?.length ?? 0) > 1 ? (Impacts ?? []) : [];
  const lines: readonly (readonly [string, string | null])[] = [
    ['probability', percent(facts.CrashProbability)],
    ['reasons', (facts.CrashReasons ?? []).map(reason => judged(`because.${reason}`)).join('; ')],
    ['interval', interval()],
    ['windows', windows.join(', ')],
    [
      'impacts',
      several
        .map(({ AtMs, DeltaVKmh }) => judged('impact', { ms: number(AtMs), kmh: number(DeltaVKmh, 1) }))
        .join('; '),
    ],
    ['after', facts.StandsAfter === null ? null : judged(facts.StandsAfter ? 'stands' : 'drives')],
    ['injury', percent(facts.InjuryRisk)],
  ];
  return lines.flatMap(([key, text]) => (text ? [[judged(key), text] as const] : []));
};

/** Quality of the measurement: rate, range, clipping, filter, axes. */
export const deviceLines = (facts: CrashFacts, source: string, say: Say, locale: Locale): readonly Line[] => {
  const device = (key: string, values?: Record<string, string>) => say(`accident.device.${key}`, values);
  const unknown = device('unknown');
  const hertz = (value: number | null, otherwise: string) =>
    value === null ? otherwise : device('hz', { rate: formatNumber(value, 0, locale) });
  const method = () => {
    if (facts.PeakMethod === null) return unknown;
    if (/^CFC/i.test(facts.PeakMethod)) return device('filtered', { filter: facts.PeakMethod });
    return facts.PeakMethod === 'recorded samples' ? device('recorded') : facts.PeakMethod;
  };
  const { RangeG, PeakG, Frame } = facts;
  return [
    [device('source'), source === 'device' ? device('fromDevice') : source],
    [device('rate'), hertz(facts.RateHz, unknown)],
    [device('range'), RangeG === null ? unknown : device('plusMinus', { range: formatNumber(RangeG, 0, locale) })],
    [device('clipping'), PeakG === null ? unknown : device(facts.Clipped ? 'clipped' : 'notClipped')],
    [device('method'), method()],
    [device('bandwidth'), hertz(facts.BandwidthHz, device('unknownBandwidth'))],
    [device('frame'), Frame === null ? unknown : device(`frames.${Frame}`)],
  ];
};

/** What is unknown or doubtful about an impact's figures, a sentence each; the first is the heading of those after it. */
export const doubtSentences = (facts: CrashFacts, say: Say, locale: Locale): readonly string[] => {
  const told = (key: string, values?: Record<string, string>) => say(`accident.facts.${key}`, values);
  const ms = (value: number) => formatNumber(value, 0, locale);
  const doubts = [
    ...(facts.Doubts ?? []).map(doubt => told(`doubts.${doubt}`)),
    ...(facts.Clipped ? [told('clipped')] : []),
  ];
  const swung = facts.VelocityLeftShare !== null && facts.VelocityLeftShare < leftShareFrom;
  const { RecordedBeforeMs: before, RecordedAfterMs: after } = facts;
  return [
    ...(doubts.length > 0 ? [told(isFaulty(facts) ? 'implausible' : 'limited'), ...doubts] : []),
    ...(swung && !isBump(facts) && !isFaulty(facts) ? [told('shake')] : []),
    ...(before !== null && after !== null && facts.DeltaVKmh !== null
      ? [told('recorded', { before: ms(before), after: ms(after) })]
      : facts.Doubts === null
        ? [told('notJudged')]
        : []),
  ];
};
