import { baselineFromMs, contactFromKmh, crashFromKmh, remainingShareFrom } from '../../contract/limits.ts';
import type { Locale } from '../../contract/messages/index.ts';
import type { CrashFacts } from '../../contract/shapes/accident.ts';
import { implausibleDoubts, severities } from '../../contract/states.ts';
import { verdictDefaults } from '../../contract/verdict.ts';
import { formatNumber } from '../../schema/kinds/format.ts';
import { clockHour, sideOf } from './direction.ts';
import { reporterText } from './reporter.ts';
import type { Verdict } from './verdicts.ts';

/** Returns the text of the catalogue for a key, with the given values filled in. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;
export type Line = readonly [label: string, text: string];

/** Names of the facts that the verdict follows from. Lists read only these. */
export const verdictFactNames = [
  'Doubts',
  'Rollover',
  'TurnedDeg',
  'PeakG',
  'Clipped',
  'DeltaVKmh',
  'VelocityLeftShare',
  'SpeedBeforeKmh',
  'CrashProbability',
  'CrashReasons',
] as const satisfies readonly (keyof CrashFacts)[];
type VerdictFacts = Pick<CrashFacts, (typeof verdictFactNames)[number]>;

/** Returns true if the recording is wrong, so that its force and direction must not be used. */
export const isFaulty = ({ Doubts }: Pick<CrashFacts, 'Doubts'>): boolean =>
  Doubts?.some(doubt => implausibleDoubts.includes(doubt)) ?? false;

/** Returns true if the device recorded the impact, even if the recording is wrong. */
export const hasCurve = (facts: CrashFacts): boolean => facts.PeakG !== null || isFaulty(facts);

/** Returns true if gravity turned after the impact: the car rolled over, or the device came loose. */
export const isTurned = ({ TurnedDeg }: Pick<CrashFacts, 'TurnedDeg'>): boolean => (TurnedDeg ?? 0) > 0;

const isProbable = ({ CrashProbability }: VerdictFacts): boolean =>
  (CrashProbability ?? 0) >= verdictDefaults.crashFromShare;

/** Returns true if the recording shows nothing but braking or a bend, and a crash is improbable. */
export const isBrakingOnly = ({ CrashReasons, CrashProbability: probability }: VerdictFacts): boolean =>
  (CrashReasons?.includes('braked') ?? false) && probability !== null && probability <= verdictDefaults.noneToShare;

/**
 * Returns true if the impact was only a push that did not change the car's speed. Such a push has no direction to show.
 * Braking is no push. A car that falls off a lift is no push: it is probably a crash.
 */
export const isBump = (facts: VerdictFacts): boolean =>
  facts.Doubts !== null &&
  !isFaulty(facts) &&
  !isTurned(facts) &&
  !isBrakingOnly(facts) &&
  !facts.Clipped &&
  facts.DeltaVKmh !== null &&
  facts.DeltaVKmh < crashFromKmh &&
  !isProbable(facts);

/**
 * Returns true if the car kept too little of its change of velocity after the impact. The sensor has then only swung.
 */
export const isShake = (facts: VerdictFacts): boolean =>
  !isTurned(facts) &&
  !isBrakingOnly(facts) &&
  !isProbable(facts) &&
  facts.VelocityLeftShare !== null &&
  facts.VelocityLeftShare < remainingShareFrom;

/** Returns true if the car stood before the impact. */
export const stoodBefore = ({ SpeedBeforeKmh }: Pick<CrashFacts, 'SpeedBeforeKmh'>): boolean =>
  SpeedBeforeKmh !== null && SpeedBeforeKmh < verdictDefaults.standsBelowKmh;

/** Whether the car's velocity changed and nothing explains it: contacts at 3 to 8 km/h are often real, however improbable. */
const mayBeContact = ({ DeltaVKmh, CrashReasons }: VerdictFacts): boolean =>
  (DeltaVKmh ?? 0) >= contactFromKmh && !CrashReasons?.some(reason => reason === 'droveOn' || reason === 'braked');

/** Returns the key of the answer. */
export const verdictKey = (facts: VerdictFacts, isFromDevice: boolean): Verdict => {
  if (isFaulty(facts)) return 'faulty';
  if (facts.Rollover) return 'rollover';
  if (facts.PeakG === null) return isFromDevice ? 'noCurve' : 'reported';
  if (facts.CrashReasons?.includes('fell')) return 'fell';
  if (isBump(facts) && !mayBeContact(facts)) return stoodBefore(facts) ? 'knock' : 'bump';
  if (isShake(facts)) return 'shake';
  const { CrashProbability: probability } = facts;
  // The car drove on with a turned device. A crash that loosened the device is still possible.
  if (probability === null) return isTurned(facts) && facts.Rollover === false ? 'handled' : 'unknown';
  if (isProbable(facts)) return facts.CrashReasons?.includes('pushed') ? 'pushed' : 'crash';
  return probability <= verdictDefaults.noneToShare && !mayBeContact(facts) ? 'none' : 'unclear';
};

/** Returns the direction of the impact's force, degrees. Null: unknown, or so uncertain that no side is excluded. */
export const shownDirectionDeg = ({ DirectionDeg, DirectionErrorDeg }: CrashFacts): number | null =>
  (DirectionErrorDeg ?? 0) >= verdictDefaults.directionWithinDeg ? null : DirectionDeg;

/** Returns the direction of the impact's force in words. */
export const directionText = (facts: CrashFacts, translate: Translate): string => {
  const degrees = shownDirectionDeg(facts);
  if (isBump(facts)) return translate(`accident.facts.${stoodBefore(facts) ? 'knock' : 'bump'}`);
  if (facts.Rollover && degrees === null) return translate('accident.facts.rollover');
  if (degrees === null) return translate('accident.facts.noDirection');
  const side = translate(`accident.facts.sides.${sideOf(degrees)}`);
  return translate('accident.facts.direction', { hour: clockHour(degrees), side });
};

/** The figure that the class of an impact follows from, with the lower bounds of the classes minor and major. */
export interface SeverityScale {
  readonly unit: 'kmh' | 'g';
  readonly value: number | null;
  readonly minorFrom: number;
  readonly majorFrom: number;
}

/**
 * Returns the scale by which an impact was classed: delta-v, or the peak if there is no delta-v. Earlier releases
 * classed by the peak too.
 */
export const severityScaleOf = (facts: CrashFacts): SeverityScale =>
  facts.DeltaVKmh === null || facts.MinorFromKmh === null || facts.MajorFromKmh === null
    ? { unit: 'g', value: facts.PeakG, minorFrom: facts.MinorFromG, majorFrom: facts.MajorFromG }
    : { unit: 'kmh', value: facts.DeltaVKmh, minorFrom: facts.MinorFromKmh, majorFrom: facts.MajorFromKmh };

/** Returns true if the recording shows only a part of the impact, so that its delta-v is a lower bound. */
export const isDeltaVAtLeast = ({ DeltaVFromKmh, DeltaVToKmh }: CrashFacts): boolean =>
  DeltaVFromKmh !== null && DeltaVToKmh === null;

/** Returns a delta-v, with the sign ≥ if it is a lower bound. */
export const deltaVText = (kmh: number, isAtLeast: boolean, locale: Locale): string =>
  `${isAtLeast ? '≥ ' : ''}${formatNumber(kmh, 1, locale)}`;

/** Returns the figure of an impact with its unit: delta-v, or the peak in g without one. Empty: neither is known. */
export const impactFigureText = (
  deltaVKmh: number | null,
  peakG: number | null,
  translate: Translate,
  locale: Locale,
  isAtLeast = false,
): string => {
  const unitText = (unit: string) => translate(`accident.units.${unit}`);
  if (deltaVKmh !== null)
    return `${translate('accident.facts.deltaVShort')} ${deltaVText(deltaVKmh, isAtLeast, locale)} ${unitText('kmh')}`;
  return peakG === null ? '' : `${formatNumber(peakG, 2, locale)} ${unitText('g')}`;
};

/**
 * Returns the key of the text about the severity of an impact. An improbable crash has no severity, and neither has a
 * wrong recording.
 */
export const severityKey = (facts: CrashFacts): string => {
  if (facts.Severity) return `accident.severity.${facts.Severity}`;
  if (isFaulty(facts)) return 'accident.severity.unreliable';
  const isImprobable = facts.CrashProbability !== null && facts.CrashProbability <= verdictDefaults.noneToShare;
  return `accident.severity.${isImprobable ? 'improbable' : 'unknown'}`;
};

/** Returns the name of the reason if the class is not the one of the scale. Undefined: the scale decided. */
const severityReason = (facts: CrashFacts): 'rollover' | 'returned' | 'hidden' | 'lost' | undefined => {
  const { unit, value, minorFrom, majorFrom } = severityScaleOf(facts);
  // Earlier releases classed by several figures and stored no reason.
  if (!facts.Severity || value === null || (unit === 'g' && facts.MinorFromKmh === null)) return undefined;
  const severityByScale = value < minorFrom ? 'mini' : value < majorFrom ? 'minor' : 'major';
  if (facts.Severity === severityByScale) return undefined;
  if (facts.Rollover) return 'rollover';
  if (severities.indexOf(facts.Severity) < severities.indexOf(severityByScale)) return 'returned';
  return facts.Severity === 'minor' && !facts.CrashReasons?.includes('lost') ? 'hidden' : 'lost';
};

/** Returns the bounds of the classes as a sentence, and a second sentence if something else decided the class. */
export const severityBoundsText = (facts: CrashFacts, translate: Translate, locale: Locale): string => {
  const { unit, minorFrom, majorFrom } = severityScaleOf(facts);
  const minor = formatNumber(minorFrom, 1, locale);
  const major = formatNumber(majorFrom, 1, locale);
  const boundsText = translate(`accident.facts.thresholds.${unit}`, { minor, major });
  const reason = severityReason(facts);
  return reason ? `${boundsText} ${translate(`accident.facts.otherClass.${reason}`)}` : boundsText;
};

/** Formats a probability in per cent, from 1 to 99, because no result is certain. */
export const percentText = (share: number, locale: Locale): string =>
  formatNumber(Math.min(99, Math.max(1, share * 100)), 0, locale);

/** Formats a number with a minus sign. A number that is rounded to zero has none. */
export const signedText = (value: number, decimals: number, locale: Locale): string =>
  formatNumber(Math.abs(value) * 10 ** decimals < 0.5 ? 0 : value, decimals, locale).replace('-', '−');

/**
 * The page shows the loss of speed by braking between two fixes around an impact if it is at least this large, km/h.
 */
const brakingFromKmh = 3;

/** A measured figure of an impact. `value` is undefined if the figure is unknown. */
export interface Figure {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly unit: string;
}

/** Returns the measured figures of an impact with their units. */
export const figuresOf = (facts: CrashFacts, translate: Translate, locale: Locale): readonly Figure[] => {
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
    label: translate(`accident.facts.${name}`),
    value: value === null ? undefined : signedText(value, decimals, locale),
    unit: translate(`accident.units.${unit}`),
  }));
};

/** Returns label and text of each measured figure. A dash stands for an unknown figure. */
export const figureLines = (facts: CrashFacts, translate: Translate, locale: Locale): readonly Line[] =>
  figuresOf(facts, translate, locale).map(({ label, value, unit }) => [label, value ? `${value} ${unit}` : '—']);

/** Returns the interval that contains the delta-v with a probability of 90 %. Null: unknown. */
export const deltaVIntervalText = (
  { DeltaVFromKmh: from, DeltaVToKmh: to }: CrashFacts,
  translate: Translate,
  locale: Locale,
): string | null => {
  if (from === null) return null;
  const [fromText, toText] = [from, to ?? 0].map(kmh => formatNumber(kmh, 1, locale)) as [string, string];
  return to === null
    ? translate('accident.facts.judged.atLeast', { from: fromText })
    : translate('accident.facts.judged.between', { from: fromText, to: toText });
};

/**
 * Returns lines of label and text about the probability of a crash, the uncertainty of the figures, and the injury
 * risk.
 */
export const assessmentLines = (facts: CrashFacts, translate: Translate, locale: Locale): readonly Line[] => {
  const numberText = (value: number, decimals = 0) => formatNumber(value, decimals, locale);
  const assessmentText = (key: string, values?: Record<string, string>) =>
    translate(`accident.facts.judged.${key}`, values);
  const percentLine = (share: number | null) =>
    share === null ? null : assessmentText('percent', { percent: percentText(share, locale) });
  const { Impacts } = facts;
  // Fixes around the impact show braking and rolling too, which the delta-v of the impact does not include.
  const brakingText = () => {
    const { SpeedBeforeKmh: before, SpeedAfterKmh: after, DeltaVLongitudinalKmh: along } = facts;
    if (before === null || after === null || along === null || isBump(facts)) return null;
    const brakedKmh = before - after + along;
    if (brakedKmh < brakingFromKmh) return null;
    const kmh = numberText(brakedKmh);
    // A car that was pushed is faster afterwards, so its speed did not fall.
    return after >= before
      ? assessmentText('slowedAfterPush', { kmh })
      : assessmentText('braked', { drop: numberText(before - after), kmh });
  };
  const injuryText = () => {
    const { InjuryRisk: risk, InjuryRiskLow: low, InjuryRiskHigh: high } = facts;
    if (risk === null) return null;
    const percent = percentText(risk, locale);
    if (low === null || high === null) return assessmentText('injuryAlone', { percent });
    return assessmentText('injuryBetween', { percent, low: percentText(low, locale), high: percentText(high, locale) });
  };
  const directionErrorText = () => {
    const { DirectionErrorDeg: deg } = facts;
    if (deg === null) return null;
    return deg >= verdictDefaults.directionWithinDeg
      ? assessmentText('anyDirection')
      : assessmentText('plusMinusDeg', { deg: numberText(deg) });
  };
  const windows = ([20, 50, 150] as const).flatMap(ms => {
    const speedChangeKmh = facts[`DeltaV${ms}Kmh`];
    return speedChangeKmh === null
      ? []
      : [assessmentText('within', { ms: String(ms), kmh: numberText(speedChangeKmh, 1) })];
  });
  const severalImpacts = (Impacts?.length ?? 0) > 1 ? (Impacts ?? []) : [];
  const lines: readonly (readonly [string, string | null])[] = [
    ['probability', percentLine(facts.CrashProbability)],
    ['reasons', (facts.CrashReasons ?? []).map(reason => assessmentText(`because.${reason}`)).join('; ')],
    ['interval', deltaVIntervalText(facts, translate, locale)],
    ['directionError', directionErrorText()],
    ['windows', windows.join(', ')],
    ['braking', brakingText()],
    [
      'impacts',
      severalImpacts
        .map(({ AtMs, DeltaVKmh }) => assessmentText('impact', { ms: numberText(AtMs), kmh: numberText(DeltaVKmh, 1) }))
        .join('; '),
    ],
    ['after', facts.StandsAfter === null ? null : assessmentText(facts.StandsAfter ? 'stands' : 'drives')],
    ['injury', injuryText()],
  ];
  return lines.flatMap(([key, text]) => (text ? [[assessmentText(key), text] as const] : []));
};

/** Returns lines of label and text about the quality of a recording: rate, range, clipping, filter, axes. */
export const deviceLines = (
  facts: CrashFacts,
  source: string,
  translate: Translate,
  locale: Locale,
): readonly Line[] => {
  const deviceText = (key: string, values?: Record<string, string>) => translate(`accident.device.${key}`, values);
  const unknownText = deviceText('unknown');
  const hertzText = (value: number | null, fallback: string) =>
    value === null ? fallback : deviceText('hz', { rate: formatNumber(value, 0, locale) });
  const methodText = () => {
    if (facts.PeakMethod === null) return unknownText;
    if (/^CFC/i.test(facts.PeakMethod)) return deviceText('filtered', { filter: facts.PeakMethod });
    return facts.PeakMethod === 'recorded samples' ? deviceText('recorded') : facts.PeakMethod;
  };
  const { RangeG, PeakG, Frame } = facts;
  return [
    [deviceText('source'), source === 'device' ? deviceText('fromDevice') : reporterText(source, locale)],
    [deviceText('rate'), hertzText(facts.RateHz, unknownText)],
    [
      deviceText('range'),
      RangeG === null ? unknownText : deviceText('plusMinus', { range: formatNumber(RangeG, 0, locale) }),
    ],
    [deviceText('clipping'), PeakG === null ? unknownText : deviceText(facts.Clipped ? 'clipped' : 'notClipped')],
    [deviceText('method'), methodText()],
    [deviceText('bandwidth'), hertzText(facts.BandwidthHz, deviceText('unknownBandwidth'))],
    [deviceText('frame'), Frame === null ? unknownText : deviceText(`frames.${Frame}`)],
  ];
};

/**
 * Returns texts about what is unknown or doubtful in the figures of an impact. Texts that do not apply are undefined or
 * empty.
 */
export const doubtTexts = (facts: CrashFacts, translate: Translate, locale: Locale) => {
  const factText = (key: string, values?: Record<string, string>) => translate(`accident.facts.${key}`, values);
  const millisecondsText = (value: number) => formatNumber(value, 0, locale);
  const faulty = isFaulty(facts);
  const turnTexts = () => {
    if (facts.CrashReasons?.includes('fell')) return [factText('fell')];
    if (!isTurned(facts)) return [];
    const deg = formatNumber(facts.TurnedDeg ?? 0, 0, locale);
    const key = facts.Rollover === null ? 'turnedStanding' : facts.Rollover ? 'turnedOver' : 'deviceTurned';
    const texts = [factText(key, { deg })];
    return facts.DeltaVKmh === null ? [...texts, factText('axesTurned')] : texts;
  };
  const isRestRecorded = (facts.RecordedBeforeMs ?? 0) >= baselineFromMs;
  const doubts = [
    ...turnTexts(),
    ...(facts.Doubts ?? []).map(doubt =>
      doubt === 'clockWrong' && facts.StatedDateTime
        ? factText('statedTime', { time: facts.StatedDateTime.replace('T', ' ').slice(0, -5) })
        : factText(`doubts.${doubt === 'zeroUnknown' && isRestRecorded ? 'zeroMoved' : doubt}`),
    ),
    ...(facts.Clipped ? [factText('clipped')] : []),
  ];
  const { RecordedBeforeMs: before, RecordedAfterMs: after } = facts;
  const recordedText = () => {
    if (before !== null && after !== null && facts.DeltaVKmh !== null)
      return factText('recorded', { before: millisecondsText(before), after: millisecondsText(after) });
    return facts.Doubts === null ? factText('notJudged') : undefined;
  };
  return {
    faulty,
    heading: doubts.length > 0 ? factText(faulty ? 'implausible' : 'limited') : undefined,
    doubts,
    shake: isShake(facts) && !isBump(facts) && !faulty ? factText('shake') : undefined,
    recorded: recordedText(),
  };
};

/** Returns the texts of `doubtTexts` as sentences, with the heading at the beginning. */
export const doubtSentences = (facts: CrashFacts, translate: Translate, locale: Locale): readonly string[] => {
  const { heading, doubts, shake, recorded } = doubtTexts(facts, translate, locale);
  return [heading, ...doubts, shake, recorded].filter(text => text !== undefined);
};
