import type * as shapes from '../../../src/contract/shapes/statistics.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { currentFormula } from '../../domain/score/formula.ts';
import { type Improvement, planImprovement } from '../../domain/score/improvement.ts';
import { priorsFor, type SourcePriors } from '../../domain/score/source.ts';
import { noSums } from '../../domain/score/sums.ts';
import { explainSums, explanationOf, figuresOf } from './figures.ts';
import {
  addDays,
  countDays,
  daysInPeriod,
  daysOfMonth,
  type Period,
  periodOf,
  type RequestedObject,
  readSubject,
  type Subject,
} from './object.ts';
import { type Grouping, readImpacts, readPeriodSums, readPriors, readSums, readUncountedGroups } from './reading.ts';

type CompanyRef = { readonly companyId: number };
type PeriodQuery = RequestedObject & { readonly from?: string | undefined; readonly to?: string | undefined };
type ReadContext = Pick<Context, 'db' | 'now'>;

export const resolveQuery = async ({ db, now }: ReadContext, caller: CompanyRef, query: PeriodQuery) => {
  const subject = await readSubject(db, caller, query, now());
  return { subject, period: periodOf(query, subject.today) };
};

/** Figures of a driver in a period. The score uses the company means and needs a minimum distance. */
export const periodFigures = async (db: Db, subject: Subject, period?: Period): Promise<shapes.Figures> => {
  const [{ sums, impacts, hasAllTrips }, priors] = await Promise.all([
    readPeriodSums(db, subject, period),
    readPriors(db, subject.companyId),
  ]);
  return figuresOf(sums, { impacts, score: explainSums(sums, priors, hasAllTrips) });
};

/** Figures of one day. The score uses neither other days nor the company means. */
export const dayFigures = async (db: Db, subject: Subject, date: string): Promise<shapes.Figures> => {
  const { sums, impacts, hasAllTrips } = await readPeriodSums(db, subject, { from: date, to: date });
  return figuresOf(sums, { impacts, score: explainSums(sums, null, hasAllTrips) });
};

const readGroupedFigures = async (db: Db, subject: Subject, grouping: Grouping, period?: Period) => {
  const [sums, impacts, uncounted] = await Promise.all([
    readSums(db, subject, grouping, period),
    readImpacts(db, subject, grouping, period),
    readUncountedGroups(db, subject, grouping, period),
  ]);
  return {
    driven: [...new Set([...sums.keys(), ...uncounted])].sort(),
    figures: (key: string, priors: SourcePriors | null) => {
      const groupSums = sums.get(key) ?? noSums;
      return figuresOf(groupSums, {
        impacts: impacts.get(key) ?? 0,
        score: explainSums(groupSums, priors, !uncounted.has(key)),
      });
    },
  };
};

/** One row for each day, including days without trips. */
export const listDays = async (db: Db, subject: Subject, period: Period): Promise<shapes.DayFigures[]> => {
  const { figures } = await readGroupedFigures(db, subject, 'day', period);
  return daysInPeriod(period.from, period.to).map(date => ({ Date: date, ...figures(date, null) }));
};

const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/**
 * One row for each week of the period, including weeks without trips. The first and the last week are cut to the
 * period. Each score uses its week alone.
 */
export const listWeeks = async (db: Db, subject: Subject, period: Period): Promise<shapes.WeekFigures[]> => {
  const { figures } = await readGroupedFigures(db, subject, 'week', period);
  const first = mondayOf(period.from);
  // Counts the weeks instead of comparing dates, because dates after the year 9999 do not sort as texts.
  const days = countDays(first, period.to);
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
  const { driven: groupKeys, figures } = await readGroupedFigures(db, subject, 'month');
  const priors = await readPriors(db, subject.companyId);
  const last = groupKeys.at(-1);
  const rows: shapes.MonthFigures[] = [];
  for (let Month = groupKeys[0]; last !== undefined && Month !== undefined && Month <= last; Month = nextMonth(Month))
    rows.push({ Month, ...figures(Month, priors) });
  return rows;
};

/**
 * One row for each weekday of the period, from Monday on. The score uses the company means, because several days are
 * added up.
 */
export const listWeekdays = async (db: Db, subject: Subject, period: Period): Promise<shapes.WeekdayFigures[]> => {
  const [{ figures }, priors] = await Promise.all([
    readGroupedFigures(db, subject, 'weekday', period),
    readPriors(db, subject.companyId),
  ]);
  return [1, 2, 3, 4, 5, 6, 7].map(Weekday => ({ Weekday, ...figures(String(Weekday), priors) }));
};

/** Figures of a period, the parts of its score, and the period of equal length before it. */
export const explainPeriod = async (
  db: Db,
  subject: Subject,
  period: Period,
): Promise<shapes.ExplainedPeriodFigures> => {
  const priors = await readPriors(db, subject.companyId);
  const { sums, impacts, hasAllTrips } = await readPeriodSums(db, subject, period);
  const score = explainSums(sums, priors, hasAllTrips);
  const days = countDays(period.from, period.to);
  const previous = { from: addDays(period.from, -days), to: addDays(period.from, -1) };
  return {
    From: period.from,
    To: period.to,
    ...figuresOf(sums, { impacts, score }),
    Explanation: explanationOf(sums, score),
    Previous: { From: previous.from, To: previous.to, ...(await periodFigures(db, subject, previous)) },
  };
};

/** Returns how many manoeuvres fewer over the same distance lift the score of a period to the target. */
export const planBetterScore = async (
  db: Db,
  subject: Subject,
  period: Period,
  targetTenths: number,
): Promise<Improvement> => {
  const { sums } = await readPeriodSums(db, subject, period);
  const priors = priorsFor(sums, await readPriors(db, subject.companyId));
  return planImprovement(sums, currentFormula, priors, targetTenths);
};

export const flattenPeriodFigures = async (
  db: Db,
  subject: Subject,
  period: Period,
): Promise<shapes.FlatPeriodFigures> => {
  const { sums, impacts, hasAllTrips } = await readPeriodSums(db, subject, period);
  const score = explainSums(sums, await readPriors(db, subject.companyId), hasAllTrips);
  const figures = figuresOf(sums, { impacts, score });
  return {
    ObjectId: subject.objectId,
    From: period.from,
    To: period.to,
    TotalSummaryDistance: hasAllTrips ? sums.distanceM : null,
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
