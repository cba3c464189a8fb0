import { CompiledQuery, type Kysely } from 'kysely';
import { Values } from '../../db/sqlText.ts';
import type { Database } from '../../db/types.ts';
import type { DayRange, ObjectKey } from './scoreInputs.ts';
import { drivenOnlyWithinSql } from './stretches.ts';
import { replacedColumnsSql, shownColumnSumsSql, shownSql, speedColumn, sumColumns, sumTerms } from './sumColumns.ts';

/**
 * SQL of the weekday, 1 for Monday. Replaces `isodow`, which computes decimals and is too slow for all days of a
 * company.
 */
const weekdaySql = (day: string): string => `(((${day} - date '1970-01-05') % 7 + 7) % 7 + 1)`;

/**
 * SQL of a row for each object of a company and each weekday of a period, with the columns that comparisons show.
 * Objects that drove only within the period have stored rows. The query adds up the days of all other objects.
 */
export const periodWeekdaysSql = (company: string, from: string, to: string): string => {
  const objectsSql = (negation: string) => `object_id in (select object_id from object_score
    where company_id = ${company} and ${negation} ${drivenOnlyWithinSql({ from, to })})`;
  return `select weekday::integer, object_id, ${shownSql}, ${speedColumn} from object_weekday
      where company_id = ${company} and ${objectsSql('')}
    union all select ${weekdaySql('day')} as weekday, object_id, ${shownColumnSumsSql}, max(${speedColumn}) as ${speedColumn} from object_day
      where company_id = ${company} and day between ${from} and ${to} and ${objectsSql('not')} group by 1, 2`;
};

/**
 * SQL that computes the stored sums of weekdays again from their days. `condition`: SQL over `object_day` that selects
 * the days.
 */
export const weekdaySumsSql = (condition: string): string => `
  insert into object_weekday (company_id, object_id, weekday, days, ${sumColumns.join(', ')})
  select company_id, object_id, ${weekdaySql('day')}, count(*), ${sumTerms} from object_day
  where ${condition} group by 1, 2, 3
  on conflict (company_id, object_id, weekday) do update set ${replacedColumnsSql('days', ...sumColumns)}`;

/** Recomputes the weekday sums of a window. Runs in the transaction that changed the days. */
export const writeWeekdays = async (
  db: Kysely<Database>,
  { companyId, objectId }: ObjectKey,
  { firstDay, lastDay }: DayRange,
): Promise<void> => {
  const values = new Values();
  const objectSql = `company_id = ${values.add(companyId)}::bigint and object_id = ${values.add(objectId)}::text`;
  const [first, last] = [firstDay, lastDay].map(day => `${values.add(day)}::date`) as [string, string];
  const windowSql = (weekday: string) => `(${weekday} - ${weekdaySql(first)} + 7) % 7 <= ${last} - ${first}`;
  const text = `with made as (${weekdaySumsSql(`${objectSql} and ${windowSql(weekdaySql('day'))}`)} returning weekday)
    delete from object_weekday gone where ${objectSql} and ${windowSql('weekday')}
      and not exists (select from made where made.weekday = gone.weekday)`;
  await db.executeQuery(CompiledQuery.raw(text, values.list));
};
