import type { Locale } from '../../../src/contract/messages/index.ts';
import type { ScorePart } from '../../../src/contract/scoring.ts';
import type { DayFigures, ExplainedPart, ExplainedPeriodFigures } from '../../../src/contract/shapes/statistics.ts';
import { formatDay, formatDayOfYear, formatNumber, formatSpan } from '../../../src/schema/kinds/format.ts';
import type { Improvement } from '../../domain/score/improvement.ts';
import type { Document, Line } from '../dossier/service.ts';
import { counted, type Words, wordsByLocale } from './words.ts';

export interface ScoreData {
  readonly locale: Locale;
  readonly company: string;
  /** First and middle name. The page has no surname, phone or address. */
  readonly name: string;
  readonly car: string;
  readonly figures: ExplainedPeriodFigures & { readonly Score: number };
  readonly days: readonly DayFigures[];
  /** The next round score and what reaches it. Undefined: the score is 90 or more. */
  readonly improvement: Improvement | undefined;
  readonly expiresOn: string;
}

const eventNames = {
  braking: 'Braking',
  acceleration: 'Acceleration',
  cornering: 'Cornering',
  directionChange: 'DirectionChange',
} as const;
const isEvent = (kind: ScorePart): kind is keyof typeof eventNames => Object.hasOwn(eventNames, kind);

const maxCauses = 3;
const maxDays = 3;

/** The days with the most manoeuvres of a kind: `12.11 (4 раза), 03.11 (3 раза)`. Counts of one are left out. */
const worstDays = ({ days, locale }: ScoreData, kind: keyof typeof eventNames, { score, times }: Words): string => {
  const worst = days
    .map(day => ({ day: day.Date, count: day.Events[eventNames[kind]] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.day < b.day ? 1 : -1))
    .slice(0, maxDays);
  const dayText = (day: string) => formatDayOfYear(day, locale);
  return worst[0]?.count === 1
    ? score.on(worst.map(({ day }) => dayText(day)).join(', '))
    : score.mostOn(worst.map(({ day, count }) => `${dayText(day)} (${counted(count, times, locale)})`).join(', '));
};

const causeText = (data: ScoreData, { Kind, Count }: ExplainedPart, words: Words): string => {
  const { score } = words;
  if (Kind === 'night') return score.night(formatSpan(data.figures.NightDurationS ?? 0, data.locale));
  if (!isEvent(Kind) || !Count) return score.parts[Kind];
  return [score.parts[Kind], counted(Count, words.times, data.locale), worstDays(data, Kind, words)].join(', ');
};

/** Shortest night driving that the page names as a cause, seconds. With less, the cost comes from the company's mean. */
const leastNightS = 60;

/** Returns true if the driver caused the cost of a part. Otherwise the cost comes from the company's mean. */
const wasDriven = ({ figures }: ScoreData, { Kind, Count }: ExplainedPart): boolean =>
  Kind === 'night' ? (figures.NightDurationS ?? 0) >= leastNightS : Boolean(Count);

const costlyParts = (data: ScoreData) => {
  const costly = data.figures.Explanation.Parts.flatMap(part => (part.Cost ? [{ ...part, Cost: part.Cost }] : [])).sort(
    (a, b) => b.Cost - a.Cost,
  );
  return { costly, causes: costly.filter(part => wasDriven(data, part)).slice(0, maxCauses) };
};

/** Drafts a note to the driver: what cost most, on which days, and what helps. */
export const draftNote = (data: ScoreData): string => {
  const { figures, locale, name } = data;
  const words = wordsByLocale[locale];
  const { note, advice } = words.score;
  const { causes } = costlyParts(data);
  if (causes.length === 0) return note.clean(name);
  return [
    note.intro(name, formatDay(figures.From, locale), formatDay(figures.To, locale)),
    ...causes.map(part => `— ${causeText(data, part, words)}`),
    causes.flatMap(({ Kind }) => advice[Kind] ?? []).join(' '),
    note.end,
  ]
    .filter(Boolean)
    .join('\n');
};

const causeLines = (data: ScoreData, words: Words, points: (value: number) => string): Line[] => {
  const { costly, causes } = costlyParts(data);
  const lines = causes.map((part): Line => [words.points(points(part.Cost)), causeText(data, part, words)]);
  const restTenths = costly
    .filter(part => !causes.includes(part))
    .reduce((sum, { Cost }) => sum + Math.round(Cost * 10), 0);
  return restTenths > 0 ? [...lines, [words.points(points(restTenths / 10)), words.score.rest]] : lines;
};

export interface DriverNote {
  readonly text: string;
  readonly author: string;
}

/** Composes the page that explains a score: what cost most, on which days, and what the next round score takes. */
export const composeScorePage = (data: ScoreData, note?: DriverNote): Document => {
  const { locale, figures, improvement } = data;
  const words = wordsByLocale[locale];
  const { score } = words;
  const points = (value: number) => formatNumber(value, 1, locale);
  const lines = causeLines(data, words, points);
  const target = improvement && formatNumber(improvement.targetTenths / 10, 0, locale);
  const interval =
    figures.ScoreLow === null || figures.ScoreHigh === null
      ? []
      : [score.interval(points(figures.ScoreLow), points(figures.ScoreHigh))];
  const changes = improvement?.changes ?? [];
  return {
    locale,
    title: score.title(points(figures.Score)),
    subtitle: score.subtitle(
      data.name,
      data.car,
      formatDay(figures.From, locale),
      formatDay(figures.To, locale),
      counted(figures.TripsCount ?? 0, words.trips, locale),
      formatNumber(figures.DistanceKm ?? 0, 0, locale),
    ),
    footerText: words.footer(data.company, data.expiresOn),
    pageText: words.page,
    sections: [
      ...(note
        ? [{ kind: 'lines', title: score.note.title(note.author), lines: [], notes: note.text.split('\n') } as const]
        : []),
      {
        kind: 'lines',
        title: score.why,
        lines,
        notes: [lines.length > 0 ? score.start(points(100 - figures.Score)) : score.clean, ...interval],
      },
      target === undefined
        ? { kind: 'lines', title: score.enough, lines: [] }
        : {
            kind: 'lines',
            title: score.target(target),
            lines: changes.map(({ kind, count, countWanted }) => [
              score.parts[kind],
              score.instead(counted(countWanted, words.times, locale), String(count)),
            ]),
            notes: [
              changes.length > 0 ? score.same(target).replace(/:$/, '.') : score.far(target),
              ...changes.flatMap(({ kind }) => score.advice[kind] ?? []),
            ],
          },
      { kind: 'lines', title: score.know, lines: [], notes: score.notes },
    ],
  };
};
