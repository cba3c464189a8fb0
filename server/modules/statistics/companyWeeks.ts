import type { ControlRoomScores } from '../../../src/contract/calls/controlRoom.ts';
import type { ScoreSource } from '../../../src/contract/scoring.ts';
import { wallClock } from '../../../src/schema/kinds/zone.ts';
import type { Context } from '../../context.ts';
import { createQueryRunner } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import { type SingleSource, type SourcePriors, singleSources } from '../../domain/score/source.ts';
import type { Sums } from '../../domain/score/sums.ts';
import type { Caller } from '../../transaction.ts';
import { explainSums } from './figures.ts';
import { addDays } from './object.ts';
import { readPriors } from './reading.ts';
import { sourceSql } from './scoreSql.ts';
import { columnSumsSql, namedSumsSql, speedColumn } from './sumColumns.ts';

const weekCount = 12;
const daysPerWeek = 7;

interface WeekRow extends Sums {
  readonly week: number;
  readonly source: ScoreSource | null;
  readonly drivers: number;
}

/** Returns the source by which most drivers were measured, over all weeks. Null: no source that can be compared. */
const mostUsedSource = (rows: readonly WeekRow[]): SingleSource | null => {
  const driversOf = (source: SingleSource): number =>
    rows.reduce((sum, row) => sum + (row.source === source ? row.drivers : 0), 0);
  const [most] = [...singleSources].sort((a, b) => driversOf(b) - driversOf(a));
  return most && driversOf(most) > 0 ? most : null;
};

const noScore = { Score: null, ScoreLow: null, ScoreHigh: null };

/**
 * Computes the score of all drivers together. It is not pulled towards the company means, because it is one. The width
 * of its interval is that of a driver with the same kilometres.
 */
const computeScore = (sums: Sums, priors: SourcePriors) => {
  const { scoreTenths: tenths } = explainSums(sums, null);
  if (tenths === null) return noScore;
  const { scoreTenths: center, lowTenths, highTenths } = explainSums(sums, priors);
  const hasInterval = center !== null && lowTenths !== null && highTenths !== null;
  return {
    Score: tenths / 10,
    ScoreLow: hasInterval ? Math.max(0, tenths - center + lowTenths) / 10 : null,
    ScoreHigh: hasInterval ? Math.min(1000, tenths - center + highTenths) / 10 : null,
  };
};

/**
 * The company's score for each week, over the kilometres of all vehicles of one source together. The last week ends
 * yesterday.
 */
export const readWeeklyScores = async (context: Context, caller: Caller): Promise<ControlRoomScores> => {
  const { companyId } = caller;
  const { time_zone: zone } = await context.db
    .selectFrom('company')
    .select('time_zone')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const lastDay = addDays(wallClock(context.now(), zone).slice(0, 10), -1);
  const firstDay = addDays(lastDay, 1 - weekCount * daysPerWeek);
  const values = new Values();
  const text = `select week, ${sourceSql} as source, ${namedSumsSql}, count(*) filter (where distance_m > 0)::int as drivers
    from (select (day - ${values.add(firstDay)}::date) / ${daysPerWeek} as week, object_id, ${columnSumsSql}, max(${speedColumn}) as ${speedColumn}
      from object_day where company_id = ${values.add(companyId)} and day between ${values.add(firstDay)}::date
        and ${values.add(lastDay)}::date group by 1, 2) driven
    group by 1, 2`;
  const rows = await createQueryRunner(context, caller)<WeekRow>({ text, values: values.list });
  const source = mostUsedSource(rows);
  const priors = await readPriors(context.db, companyId);
  return {
    Source: source,
    Weeks: Array.from({ length: weekCount }, (_, week) => {
      const row = rows.find(each => each.week === week && each.source === source);
      const From = addDays(firstDay, week * daysPerWeek);
      const To = addDays(From, daysPerWeek - 1);
      return { From, To, ...(row ? computeScore(row, priors) : noScore), Drivers: row?.drivers ?? 0 };
    }),
  };
};
