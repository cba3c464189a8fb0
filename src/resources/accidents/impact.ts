import { crashFromKmh, remainingShareFrom } from '../../contract/limits.ts';
import type { Locale } from '../../contract/messages/index.ts';
import { type CrashFacts, implausibleDoubts } from '../../contract/shapes/accident.ts';
import { formatNumber } from '../../schema/kinds/format.ts';
import { clockHour, sideOf } from './direction.ts';

/** Returns the text of a catalogue key with its values filled in. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;
export type Line = readonly [label: string, text: string];

/** Returns true if the recording is wrong, so that its force and direction must not be used. */
export const isFaulty = ({ Doubts }: CrashFacts): boolean =>
  Doubts?.some(doubt => implausibleDoubts.includes(doubt)) ?? false;

/** Returns true if the device recorded the impact, even if the recording is wrong. */
export const hasCurve = (facts: CrashFacts): boolean => facts.PeakG !== null || isFaulty(facts);

/** Returns true for a push that did not change the car's speed. A push has no direction to show. */
export const isBump = (facts: CrashFacts): boolean =>
  facts.Doubts !== null &&
  !isFaulty(facts) &&
  !facts.Clipped &&
  facts.DeltaVKmh !== null &&
  facts.DeltaVKmh < crashFromKmh;

/** Returns true if too little of the change of velocity remained after the impact. The sensor then only swung. */
export const isShake = ({ VelocityLeftShare: left }: CrashFacts): boolean => left !== null && left < remainingShareFrom;

/** Returns the direction of the force in words. */
export const directionText = (facts: CrashFacts, say: Translate): string => {
  const { DirectionDeg: degrees } = facts;
  if (isBump(facts)) return say('accident.facts.bump');
  if (degrees === null) return say('accident.facts.noDirection');
  const side = say(`accident.facts.sides.${sideOf(degrees)}`);
  return say('accident.facts.direction', { hour: clockHour(degrees), side });
};

/** Formats a probability in per cent, from 1 to 99, because no result is certain. */
export const percentText = (share: number, locale: Locale): string =>
  formatNumber(Math.min(99, Math.max(1, share * 100)), 0, locale);

/** A measured figure. `value` is undefined if unknown. */
export interface Figure {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly unit: string;
}

/** Returns the measured figures with their units. */
export const figuresOf = (facts: CrashFacts, say: Translate, locale: Locale): readonly Figure[] => {
  const figures = [
    ['peak', facts.PeakG, 2, 'g'],
    ['duration', facts.DurationMs, 0, 'ms'],
    ['deltaV', facts.DeltaVKmh, 1, 'kmh'],
    ['deltaVLongitudinal', facts.DeltaVLongitudinalKmh, 1, 'kmh'],
    ['speedBefore', facts.SpeedBeforeKmh, 0, 'kmh'],
    ['deltaVLateral', facts.DeltaVLateralKmh, 1, 'kmh'],
    ['speedAfter', facts.SpeedAfterKmh, 0, 'kmh'],
  ] as const;
  return figures.map(([name, value, decimals, unit]) => ({
    name,
    label: say(`accident.facts.${name}`),
    value: value === null ? undefined : formatNumber(value, decimals, locale).replace('-', '−'),
    unit: say(`accident.units.${unit}`),
  }));
};

/** Returns label and text of each measured figure. A dash stands for an unknown figure. */
export const figureLines = (facts: CrashFacts, say: Translate, locale: Locale): readonly Line[] =>
  figuresOf(facts, say, locale).map(({ label, value, unit }) => [label, value ? `${value} ${unit}` : '—']);

/** Returns lines about the probability of a crash, the uncertainty of the figures, and the injury risk. */
export const judgementLines = (facts: CrashFacts, say: Translate, locale: Locale): readonly Line[] => {
  const number = (value: number, decimals = 0) => formatNumber(value, decimals, locale);
  const judged = (key: string, values?: Record<string, string>) => say(`accident.facts.judged.${key}`, values);
  const percent = (share: number | null) =>
    share === null ? null : judged('percent', { percent: percentText(share, locale) });
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

/** Returns lines about the quality of the measurement: rate, range, clipping, filter, axes. */
export const deviceLines = (facts: CrashFacts, source: string, say: Translate, locale: Locale): readonly Line[] => {
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

/**
 * Returns texts about what is unknown or doubtful in the figures of an impact. Texts that do not apply are undefined or
 * empty.
 */
export const doubtsOf = (facts: CrashFacts, say: Translate, locale: Locale) => {
  const fact = (key: string, values?: Record<string, string>) => say(`accident.facts.${key}`, values);
  const ms = (value: number) => formatNumber(value, 0, locale);
  const faulty = isFaulty(facts);
  const doubts = [
    ...(facts.Doubts ?? []).map(doubt => fact(`doubts.${doubt}`)),
    ...(facts.Clipped ? [fact('clipped')] : []),
  ];
  const { RecordedBeforeMs: before, RecordedAfterMs: after } = facts;
  const recorded = () => {
    if (before !== null && after !== null && facts.DeltaVKmh !== null)
      return fact('recorded', { before: ms(before), after: ms(after) });
    return facts.Doubts === null ? fact('notJudged') : undefined;
  };
  return {
    faulty,
    heading: doubts.length > 0 ? fact(faulty ? 'implausible' : 'limited') : undefined,
    doubts,
    shake: isShake(facts) && !isBump(facts) && !faulty ? fact('shake') : undefined,
    recorded: recorded(),
  };
};

/** Returns the texts of `doubtsOf` as sentences, with the heading first. */
export const doubtSentences = (facts: CrashFacts, say: Translate, locale: Locale): readonly string[] => {
  const { heading, doubts, shake, recorded } = doubtsOf(facts, say, locale);
  return [heading, ...doubts, shake, recorded].filter(text => text !== undefined);
};
