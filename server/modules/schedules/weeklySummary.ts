import Type from 'typebox';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Static } from '../../../src/contract/static.ts';
import { confirmedStatuses } from '../../../src/contract/workStatuses.ts';
import { anomalies } from '../../../src/resources/anomalies.ts';
import { renewals } from '../../../src/resources/renewals.ts';
import { formatDay, formatNumber } from '../../../src/schema/kinds/format.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import { momentAt, wallClock } from '../../../src/schema/kinds/zone.ts';
import type { Context } from '../../context.ts';
import type { ExportInput } from '../../engine/exports/input.ts';
import { countRows } from '../../engine/exports/order.ts';
import type { LetterRow } from '../../mail/letters.ts';
import type { Caller } from '../../transaction.ts';
import { notConfirmedIds, oneMsBefore, readControlRoom, readOperatorWeek } from '../controlRoom/service.ts';
import { addDays, readWeeklyScores } from '../statistics/service.ts';

export const weeklySummaryKind = 'weeklySummary';
/** Input of the job that counts a weekly summary. */
export const SummaryInput = Type.Object({ Name: Type.String(), Locale: Type.Enum(['ru', 'en']) });
export type SummaryInput = Static<typeof SummaryInput>;

/** Days before the end of a contract from which the summary counts its renewal. */
const renewalDays = 30;

/** A number of records. `Count` null: it could not be counted in time. `Path`: list with exactly these records. */
interface CountedList {
  readonly Count: number | null;
  readonly Path: string;
}

/** Figures of the seven days that ended yesterday, and of the queue and the portfolio now. Null: not known. */
export interface WeeklySummary {
  readonly Company: string;
  readonly From: string;
  readonly To: string;
  /** Cases whose impact was in the week, by what has become of them. */
  readonly New: Readonly<Record<'Open' | 'Closed' | 'Confirmed' | 'NotConfirmed' | 'Mini', CountedList>>;
  readonly Queue: Readonly<Record<'Overdue' | 'Old' | 'Unreliable', CountedList>>;
  readonly Work: {
    readonly Closed: CountedList;
    readonly Calls: number;
    readonly MissedCalls: number;
    readonly HandlingMin: number | null;
    readonly FirstContactMin: number | null;
  };
  readonly Score: {
    readonly Value: number | null;
    readonly Low: number | null;
    readonly High: number | null;
    readonly Before: number | null;
    readonly Drivers: number;
    /** List of the vehicles that drove in the week and are measured by the same source. */
    readonly Path: string;
  };
  readonly Renewals: CountedList;
  readonly Silent: CountedList;
}

const listPath = (path: string, filter: object): string =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** Reads the summary with the rights of its owner. Each number is that of the desk or of the list to which it links. */
export const readWeeklySummary = async (context: Context, owner: Caller): Promise<WeeklySummary> => {
  const [room, { Weeks, Source }] = await Promise.all([
    readControlRoom(context, owner),
    readWeeklyScores(context, owner),
  ]);
  const [before, last] = Weeks.slice(-2) as [(typeof Weeks)[number], (typeof Weeks)[number]];
  const { From, To } = last;
  const { Total } = await readOperatorWeek(context, owner, From);
  const startIso = (day: string) => momentAt(`${day}T00:00:00`, room.TimeZone).toISOString();
  const week = { CrashDateTimeFrom: startIso(From), CrashDateTimeTo: oneMsBefore(startIso(addDays(To, 1))) };
  const count = async (
    path: string,
    list: Pick<ExportInput, 'Resource' | 'Split'>,
    Query: NonNullable<ExportInput['Query']>,
  ): Promise<CountedList> => ({
    Count: (await countRows(context, owner, { ...list, Query })) ?? null,
    Path: listPath(path, Query),
  });
  const countAccidents = (Split: string, filter: NonNullable<ExportInput['Query']> = {}) =>
    count(`/cabinet/accidents/${Split}/`, { Resource: 'accidents', Split }, { ...week, ...filter });
  const figure = ({ Count, List, Filter }: (typeof room)['Overdue']): CountedList => ({
    Count,
    Path: listPath(`/cabinet/accidents/${List}/`, Filter),
  });
  // An event with duplicates counts once.
  const closed = { DuplicateOfEmpty: true };
  const lastDay = wallClock(new Date(context.now().getTime() + renewalDays * dayMs), room.TimeZone).slice(0, 10);
  return {
    Company: owner.companyName,
    From,
    To,
    New: {
      Open: await countAccidents('opened'),
      Closed: await countAccidents('closed', closed),
      Confirmed: await countAccidents('closed', { ...closed, StatusOfRoadAccidentID: confirmedStatuses.join() }),
      NotConfirmed: await countAccidents('closed', { ...closed, StatusOfRoadAccidentID: notConfirmedIds.join() }),
      Mini: await countAccidents('notvalid'),
    },
    Queue: {
      Overdue: figure(room.Overdue),
      Old: figure(room.Waiting.at(-1) as (typeof room)['Overdue']),
      Unreliable: figure(room.Unreliable),
    },
    Work: {
      Closed: figure(Total.Closed),
      Calls: Total.Calls,
      MissedCalls: Total.MissedCalls,
      HandlingMin: Total.HandlingMin,
      FirstContactMin: room.FirstContact.MedianMin,
    },
    Score: {
      Value: last.Score,
      Low: last.ScoreLow,
      High: last.ScoreHigh,
      Before: before.Score,
      Drivers: last.Drivers,
      Path: listPath('/cabinet/scoring/', { from: From, to: To, DistanceKmFrom: 0.001, ...(Source && { Source }) }),
    },
    Renewals: await count(
      renewals.navigation.path,
      { Resource: renewals.name },
      {
        ContractEndDateTo: lastDay,
      },
    ),
    Silent: await count(anomalies.navigation.path, { Resource: anomalies.name }, { Kind: 'silence' }),
  };
};

const ru = {
  new: 'Новые аварии за неделю',
  all: 'Всего',
  open: 'Ещё не обработаны',
  closed: 'Обработаны',
  confirmed: 'из них подтверждены',
  notConfirmed: 'из них не подтверждены',
  mini: 'Мини-убытки',
  queue: 'В очереди сейчас',
  overdue: 'Просроченные звонки',
  old: 'Ждут больше суток',
  unreliable: 'Запись недостоверна',
  work: 'Работа за неделю',
  finished: 'Завершено аварий',
  handling: 'Обработка, медиана',
  firstContact: 'До первого звонка, медиана',
  calls: 'Звонки',
  missed: 'Обещали и не перезвонили',
  portfolio: 'Портфель',
  score: 'Балл за неделю',
  change: 'К прошлой неделе',
  drivers: 'Автомобилей с поездками',
  renewals: 'Договоры истекают за 30 дней',
  silent: 'Устройства без данных',
  minutes: (minutes: string) => `${minutes} мин`,
  interval: (low: string, high: string) => `интервал 90 %: ${low}–${high}`,
  noInterval: 'интервал неизвестен: пробега мало',
  none: {
    count: 'подсчёт занял слишком много времени',
    handling: 'не завершено ни одной аварии, которую брали в работу',
    firstContact: 'за семь дней не записано ни одного звонка',
    score: 'за неделю нет поездок, по которым считается балл',
    change: 'балла одной из двух недель нет',
  },
};
const en: typeof ru = {
  new: 'New accidents of the week',
  all: 'All',
  open: 'Still to be worked on',
  closed: 'Processed',
  confirmed: 'of them confirmed',
  notConfirmed: 'of them not confirmed',
  mini: 'Mini-losses',
  queue: 'In the queue now',
  overdue: 'Overdue calls',
  old: 'Waiting over 24 h',
  unreliable: 'Recording unreliable',
  work: 'Work of the week',
  finished: 'Accidents closed',
  handling: 'Handling, median',
  firstContact: 'Until the first call, median',
  calls: 'Calls',
  missed: 'Promised and not made',
  portfolio: 'Portfolio',
  score: 'Score of the week',
  change: 'Against the week before',
  drivers: 'Cars with trips',
  renewals: 'Contracts that end within 30 days',
  silent: 'Devices without data',
  minutes: minutes => `${minutes} min`,
  interval: (low, high) => `interval of 90 %: ${low}–${high}`,
  noInterval: 'interval not known: too few kilometres',
  none: {
    count: 'counting took too long',
    handling: 'no accident was closed that somebody had claimed',
    firstContact: 'no call was logged in seven days',
    score: 'no trips in the week that a score is computed from',
    change: 'one of the two weeks has no score',
  },
};
const wordsByLocale = { ru, en };

const sumOrNull = (lists: readonly CountedList[]): number | null =>
  lists.reduce<number | null>((sum, { Count }) => (sum === null || Count === null ? null : sum + Count), 0);

/** Formats a summary as the rows of a letter. An unknown figure is a dash with the reason. */
export const summaryRows = (summary: WeeklySummary, locale: Locale, publicUrl: string): LetterRow[] => {
  const words = wordsByLocale[locale];
  const { New, Queue, Work, Score, Renewals, Silent } = summary;
  const textOf = (value: number | null, reason: string, format: (value: number) => string) =>
    value === null ? `— (${reason})` : format(value);
  const whole = (value: number) => formatNumber(value, 0, locale);
  const tenths = (value: number) => formatNumber(value, 1, locale);
  const minutes = (value: number) => words.minutes(tenths(value));
  const counted = (label: string, { Count, Path }: CountedList): LetterRow => ({
    label,
    value: textOf(Count, words.none.count, whole),
    url: `${publicUrl}${Path}`,
  });
  const interval =
    Score.Low === null || Score.High === null
      ? words.noInterval
      : words.interval(tenths(Score.Low), tenths(Score.High));
  const change = Score.Value === null || Score.Before === null ? null : Score.Value - Score.Before;
  const signed = (value: number) => `${value > 0 ? '+' : ''}${tenths(Math.round(value * 10) / 10)}`;
  return [
    { heading: words.new },
    { label: words.all, value: textOf(sumOrNull([New.Open, New.Closed, New.Mini]), words.none.count, whole) },
    counted(words.open, New.Open),
    counted(words.closed, New.Closed),
    counted(words.confirmed, New.Confirmed),
    counted(words.notConfirmed, New.NotConfirmed),
    counted(words.mini, New.Mini),
    { heading: words.queue },
    counted(words.overdue, Queue.Overdue),
    counted(words.old, Queue.Old),
    counted(words.unreliable, Queue.Unreliable),
    { heading: words.work },
    counted(words.finished, Work.Closed),
    { label: words.handling, value: textOf(Work.HandlingMin, words.none.handling, minutes) },
    { label: words.firstContact, value: textOf(Work.FirstContactMin, words.none.firstContact, minutes) },
    { label: words.calls, value: whole(Work.Calls) },
    { label: words.missed, value: whole(Work.MissedCalls) },
    { heading: words.portfolio },
    {
      label: words.score,
      value: textOf(Score.Value, words.none.score, score => `${tenths(score)} (${interval})`),
      url: `${publicUrl}${Score.Path}`,
    },
    { label: words.change, value: textOf(change, words.none.change, signed) },
    { label: words.drivers, value: whole(Score.Drivers), url: `${publicUrl}${Score.Path}` },
    counted(words.renewals, Renewals),
    counted(words.silent, Silent),
  ];
};

export const summaryPeriod = ({ From, To }: WeeklySummary, locale: Locale): string =>
  `${formatDay(From, locale)} – ${formatDay(To, locale)}`;
