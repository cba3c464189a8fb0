import type * as shapes from '../../../src/contract/shapes/statistics.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import type { Priors } from '../../domain/score/formula.ts';
import { noSums } from '../../domain/score/sums.ts';
import { explained, explanationOf, figuresOf } from './figures.ts';
import {
  addDays,
  daysBetween,
  daysFrom,
  daysOfMonth,
  type Period,
  periodOf,
  type RequestedObject,
  type Subject,
  subjectOf,
} from './object.ts';
import { type Grouping, readImpacts, readPriors, readSpan, readSums, readUncounted } from './reading.ts';

type Whose = { readonly companyId: number };
type Asked = RequestedObject & { readonly from?: string | undefined; readonly to?: string | undefined };
type Reading = Pick<Context, 'db' | 'now'>;

export const resolveQuery = async ({ db, now }: Reading, caller: Whose, query: Asked) => {
  const subject = await subjectOf(db, caller, query, now());
  return { subject, period: periodOf(query, subject.today) };
};

/** Figures of a driver in a period. The score uses the company means and needs a minimum distance. */
export const periodFigures = async (db: Db, subject: Subject, period?: Period): Promise<shapes.Figures> => {
  const [{ sums, impacts, counted }, priors] = await Promise.all([
    readSpan(db, subject, period),
    readPriors(db, subject.companyId),
  ]);
  return figuresOf(sums, { impacts, explained: explained(sums, priors, counted) });
};

/** Figures of one day. The score uses this day alone. */
export const dayFigures = async (db: Db, subject: Subject, date: string): Promise<shapes.Figures> => {
  const { sums, impacts, counted } = await readSpan(db, subject, { from: date, to: date });
  return figuresOf(sums, { impacts, explained: explained(sums, null, counted) });
};

const grouped = async (db: Db, subject: Subject, by: Grouping, period?: Period) => {
  const [sums, impacts, uncounted] = await Promise.all([
    readSums(db, subject, by, period),
    readImpacts(db, subject, by, period),
    readUncounted(db, subject, by, period),
  ]);
  return {
    driven: [...new Set([...sums.keys(), ...uncounted])].sort(),
    figures: (key: string, priors: Priors | null) => {
      const found = sums.get(key) ?? noSums;
      return figuresOf(found, {
        impacts: impacts.get(key) ?? 0,
        explained: explained(found, priors, !uncounted.has(key)),
      });
    },
  };
};

/** One row for each day, including days without trips. */
export const listDays = async (db: Db, subject: Subject, period: Period): Promise<shapes.DayFigures[]> => {
  const { figures } = await grouped(db, subject, 'day', period);
  return daysFrom(period.from, period.to).map(date => ({ Date: date, ...figures(date, null) }));
};

/** The Monday of a day's week. */
const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** One row for each week, cut to the period, including weeks without trips. Each score uses its week alone. */
export const listWeeks = async (db: Db, subject: Subject, period: Period): Promise<shapes.WeekFigures[]> => {
  const { figures } = await grouped(db, subject, 'week', period);
  const first = mondayOf(period.from);
  // Counts the weeks instead of comparing dates, because dates after the year 9999 do not sort as texts.
  const days = daysBetween(first, period.to);
  return Array.from({ length: Math.ceil(days / 7) }, (_, week) => {
    const monday = addDays(first, week * 7);
    const From = week === 0 ? period.from : monday;
    const To = days < (week + 1) * 7 ? period.to : addDays(monday, 6);
    return { From, To, ...figures(monday, null) };
  });
};

const nextMonth = (month: string): string => addDays(daysOfMonth(month).to, 1).slice(0, 7);

/** One row for each month from the first one with a trip to the last. */
export const listMonths = async (db: Db, subject: Subject): Promise<shapes.MonthFigures[]> => {
  const { driven, figures } = await grouped(db, subject, 'month');
  const priors = await readPriors(db, subject.companyId);
  const last = driven.at(-1);
  const rows: shapes.MonthFigures[] = [];
  for (let Month = driven[0]; last !== undefined && Month !== undefined && Month <= last; Month = nextMonth(Month))
    rows.push({ Month, ...figures(Month, priors) });
  return rows;
};

/**
 * One row for each weekday of the period, from Monday on. The score uses the company means, because several days are
 * added up.
 */
export const listWeekdays = async (db: Db, subject: Subject, period: Period): Promise<shapes.WeekdayFigures[]> => {
  const [{ figures }, priors] = await Promise.all([
    grouped(db, subject, 'weekday', period),
    readPriors(db, subject.companyId),
  ]);
  return [1, 2, 3, 4, 5, 6, 7].map(Weekday => ({ Weekday, ...figures(String(Weekday), priors) }));
};

/** Figures of a period, the parts of its score, and the period of equal length before it. */
export const explainPeriod = async (db: Db, subject: Subject, period: Period): Promise<shapes.PeriodExplained> => {
  const priors = await readPriors(db, subject.companyId);
  const { sums, impacts, counted } = await readSpan(db, subject, period);
  const score = explained(sums, priors, counted);
  const days = daysBetween(period.from, period.to);
  const before = { from: addDays(period.from, -days), to: addDays(period.from, -1) };
  return {
    From: period.from,
    To: period.to,
    ...figuresOf(sums, { impacts, explained: score }),
    Explanation: explanationOf(sums, score),
    Previous: { From: before.from, To: before.to, ...(await periodFigures(db, subject, before)) },
  };
};

export const flatPeriod = async (db: Db, subject: Subject, period: Period): Promise<shapes.PeriodFlat> => {
  const { sums, impacts, counted } = await readSpan(db, subject, period);
  const score = explained(sums, await readPriors(db, subject.companyId), counted);
  const figures = figuresOf(sums, { impacts, explained: score });
  return {
    ObjectId: subject.objectId,
    From: period.from,
    To: period.to,
    TotalSummaryDistance: counted ? sums.distanceM : null,
    TotalDuration: figures.DurationS,
    TripsCount: figures.TripsCount,
    AverageSpeed: figures.AverageSpeed,
    MaximumSpeed: figures.MaximumSpeed,
    NightDuration: figures.NightDurationS,
    SpeedingDuration: figures.SpeedingDurationS,
    AccelerationCount: figures.Events.Acceleration,
    BrakingCount: figures.Events.Braking,
    CorneringCount: figures.Events.Cornering,
    DirectionChangeCount: figures.Events.DirectionChange,
    SpeedingCount: figures.Events.Speeding,
    BumpCount: figures.Events.Bump,
    Crashes: impacts,
    Complication: figures.Complication,
    TotalScore: figures.Score,
  };
};
