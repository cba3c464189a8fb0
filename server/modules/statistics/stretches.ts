import { CompiledQuery, type Kysely } from 'kysely';
import { Values } from '../../db/sqlText.ts';
import type { Database } from '../../db/types.ts';
import { countDays, type Period } from './object.ts';
import type { DayRange, ObjectKey } from './scoreInputs.ts';
import { replacedColumnsSql, sumColumns, sumTerms } from './sumColumns.ts';

/**
 * Lengths of stretches, days. A stretch is a group of consecutive days whose sums are stored. Each length is a multiple
 * of the one before.
 */
const stretchDays = [4, 16, 64] as const;
export const longestStretchDays = stretchDays[2];

const sumColumnNames = sumColumns.join(', ');
const epochSql = `date '1970-01-01'`;
/**
 * SQL of the first day of a stretch of `size` days. `stretchStartSql`: of the stretch that contains the day.
 * `nextStretchStartSql`: of the first stretch that begins on the day or later.
 */
export const stretchStartSql = (day: string, size: number | string): string =>
  `(${epochSql} + (${day} - ${epochSql}) / ${size} * ${size})`;
const nextStretchStartSql = (day: string, size: number): string => stretchStartSql(`(${day} + ${size - 1})`, size);

/**
 * SQL condition over `object_score`: all driving days of the object lie in the period. The object's all-time sums then
 * equal its sums of the period. They are stored as one row, or as one row for each weekday.
 */
export const drivenOnlyWithinSql = ({ from, to }: Period): string => `(first_day >= ${from} and last_day <= ${to})`;

/**
 * Minimum length of a period, days, from which objects that drove only within the period are looked up separately.
 * Shorter periods contain too few such objects. 183 days are half a contract year.
 */
const longPeriodDays = 183;
export const isLongPeriod = ({ from, to }: Period): boolean => countDays(from, to) >= longPeriodDays;

/**
 * SQL of rows that add up to a company's days of a period: columns of sums, `object_id`, `days` and `last_day`.
 * Uses the longest stretches inside the period, and shorter ones down to days at both ends. A year takes at most 23
 * rows for an object.
 * `usesTotals`: reads a single row for each object that drove only within the period. This saves time for long periods
 * only.
 */
export const periodRowsSql = (company: string, { from, to }: Period, usesTotals = false): string => {
  const scoreRowsSql = `object_score where company_id = ${company}`;
  const onlyWithinSql = drivenOnlyWithinSql({ from, to });
  const othersSql = usesTotals ? ' and object_id in (select object_id from others)' : '';
  const allSizes = [1, ...stretchDays];
  const queries = allSizes.flatMap((size, n) => {
    const longerSize = allSizes[n + 1];
    // Selects stretches of this size, from the first that begins in the period to the last that ends in it.
    const first = size === 1 ? from : nextStretchStartSql(from, size);
    const end = size === 1 ? `(${to} + 1)` : stretchStartSql(`(${to} + 1)`, size);
    const selectSql =
      size === 1
        ? `select object_id, ${sumColumnNames}, 1 as days, day as last_day from object_day where company_id = ${company}${othersSql}`
        : `select object_id, ${sumColumnNames}, days, last_day from object_stretch where company_id = ${company} and size = ${size}${othersSql}`;
    if (longerSize === undefined) return [`${selectSql} and day >= ${first} and day < ${end}`];
    // Leaves out days that a longer stretch in the period contains. If no longer stretch fits into the period, the
    // first of the two queries takes all days.
    const [longFirst, longEnd] = [nextStretchStartSql(from, longerSize), stretchStartSql(`(${to} + 1)`, longerSize)];
    return [
      `${selectSql} and day >= ${first} and day < case when ${longFirst} < ${longEnd} then ${longFirst} else ${end} end`,
      `${selectSql} and day >= ${longEnd} and day < case when ${longFirst} < ${longEnd} then ${end} else ${longEnd} end`,
    ];
  });
  if (usesTotals)
    queries.unshift(`select object_id, ${sumColumnNames}, days, last_day from ${scoreRowsSql} and ${onlyWithinSql}`);
  return `(${usesTotals ? `with others as materialized (select object_id from ${scoreRowsSql} and not ${onlyWithinSql})` : ''}
      ${queries.join('\n      union all ')})`;
};

/**
 * SQL that computes the sums of stretches again from their days. `condition`: SQL over `day` and `size` that selects
 * the days. Rows are written in order of time, because they are read in this order.
 */
export const stretchSumsSql = (condition: string): string => `
  insert into object_stretch (company_id, object_id, size, day, days, last_day, ${sumColumnNames})
  select company_id, object_id, size, ${stretchStartSql('day', 'size')}, count(*), max(day), ${sumTerms}
  from object_day cross join (values ${stretchDays.map(size => `(${size})`).join(', ')}) as sizes (size)
  where ${condition} group by 1, 2, 3, 4 order by 3, 4
  on conflict (company_id, object_id, size, day) do update set ${replacedColumnsSql('days', 'last_day', ...sumColumns)}`;

/** Recomputes the stretches that contain days of a window. Runs in the transaction that changed the days. */
export const writeStretches = async (
  db: Kysely<Database>,
  { companyId, objectId }: ObjectKey,
  { firstDay, lastDay }: DayRange,
): Promise<void> => {
  const values = new Values();
  const objectSql = `company_id = ${values.add(companyId)}::bigint and object_id = ${values.add(objectId)}::text`;
  const [first, last] = [firstDay, lastDay].map(day => `${values.add(day)}::date`) as [string, string];
  const longest = stretchDays[stretchDays.length - 1]!;
  const windowSql = (size: string | number) =>
    `day >= ${stretchStartSql(first, size)} and day < ${stretchStartSql(last, size)} + ${size}::integer`;
  const text = `with made as (${stretchSumsSql(`${objectSql} and ${windowSql(longest)} and ${windowSql('size')}`)} returning size, day)
    delete from object_stretch gone where ${objectSql} and ${windowSql('size')}
      and not exists (select from made where made.size = gone.size and made.day = gone.day)`;
  await db.executeQuery(CompiledQuery.raw(text, values.list));
};
