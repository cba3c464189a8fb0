import { CompiledQuery, type Kysely } from 'kysely';
import { Values } from '../../db/sqlText.ts';
import type { Database } from '../../db/types.ts';
import type { Days, ObjectKey } from './life.ts';
import { daysBetween, type Period } from './object.ts';
import { replacedColumnsSql, sumColumns, sumTerms } from './sumColumns.ts';

/**
 * Lengths of stretches, days. A stretch is a group of consecutive days whose sums are stored. Each length is a multiple
 * of the one before.
 */
const sizes = [4, 16, 64] as const;

const names = sumColumns.join(', ');
const epoch = `date '1970-01-01'`;
/**
 * SQL of the first day of a stretch of `size` days. `startOf`: of the stretch that contains the day. `nextStart`: of
 * the first stretch that begins on the day or later.
 */
const startOf = (day: string, size: number | string): string => `(${epoch} + (${day} - ${epoch}) / ${size} * ${size})`;
const nextStart = (day: string, size: number): string => startOf(`(${day} + ${size - 1})`, size);

/**
 * SQL condition over `object_score`: all driving days of the object lie in the period. The object's all-time sums then
 * equal its sums of the period. They are stored as one row, or as one row for each weekday.
 */
export const wholeLife = ({ from, to }: Period): string => `(first_day >= ${from} and last_day <= ${to})`;

/**
 * Minimum length of a period, days, from which objects that drove only within the period are looked up separately.
 * Shorter periods contain too few such objects. 183 days are half a contract year.
 */
const longDays = 183;
export const isLongPeriod = ({ from, to }: Period): boolean => daysBetween(from, to) >= longDays;

/**
 * SQL of rows that add up to a company's days of a period: columns of sums, `object_id`, `days` and `last_day`.
 * Uses the longest stretches inside the period, and shorter ones down to days at both ends. A year takes at most 23
 * rows for an object.
 * `lives`: reads a single row for each object that drove only within the period. This saves time for long periods only.
 */
export const rowsOfPeriod = (company: string, { from, to }: Period, lives = false): string => {
  const score = `object_score where company_id = ${company}`;
  const whole = wholeLife({ from, to });
  const others = lives ? ' and object_id in (select object_id from others)' : '';
  const steps = [1, ...sizes];
  const pieces = steps.flatMap((size, n) => {
    const longer = steps[n + 1];
    // Stretches of this size, from the first that begins in the period to the last that ends in it.
    const first = size === 1 ? from : nextStart(from, size);
    const end = size === 1 ? `(${to} + 1)` : startOf(`(${to} + 1)`, size);
    const table =
      size === 1
        ? `select object_id, ${names}, 1 as days, day as last_day from object_day where company_id = ${company}${others}`
        : `select object_id, ${names}, days, last_day from object_stretch where company_id = ${company} and size = ${size}${others}`;
    if (longer === undefined) return [`${table} and day >= ${first} and day < ${end}`];
    // Leaves out days that a longer stretch in the period contains. If no longer stretch fits into the period, the
    // first query takes all days.
    const [longFirst, longEnd] = [nextStart(from, longer), startOf(`(${to} + 1)`, longer)];
    return [
      `${table} and day >= ${first} and day < case when ${longFirst} < ${longEnd} then ${longFirst} else ${end} end`,
      `${table} and day >= ${longEnd} and day < case when ${longFirst} < ${longEnd} then ${end} else ${longEnd} end`,
    ];
  });
  if (lives) pieces.unshift(`select object_id, ${names}, days, last_day from ${score} and ${whole}`);
  return `(${lives ? `with others as materialized (select object_id from ${score} and not ${whole})` : ''}
      ${pieces.join('\n      union all ')})`;
};

/**
 * SQL that computes the sums of stretches again from their days. `condition`: SQL over `day` and `size` that selects
 * the days. Rows are written in order of time, because they are read in this order.
 */
export const addedUpSql = (condition: string): string => `
  insert into object_stretch (company_id, object_id, size, day, days, last_day, ${names})
  select company_id, object_id, size, ${startOf('day', 'size')}, count(*), max(day), ${sumTerms}
  from object_day cross join (values ${sizes.map(size => `(${size})`).join(', ')}) as sizes (size)
  where ${condition} group by 1, 2, 3, 4 order by 3, 4
  on conflict (company_id, object_id, size, day) do update set ${replacedColumnsSql('days', 'last_day', ...sumColumns)}`;

/** Recomputes the stretches that contain days of a window. Runs in the transaction that changed the days. */
export const writeStretches = async (
  db: Kysely<Database>,
  { companyId, objectId }: ObjectKey,
  { firstDay, lastDay }: Days,
): Promise<void> => {
  const values = new Values();
  const whose = `company_id = ${values.add(companyId)}::bigint and object_id = ${values.add(objectId)}::text`;
  const [first, last] = [firstDay, lastDay].map(day => `${values.add(day)}::date`) as [string, string];
  const longest = sizes[sizes.length - 1]!;
  const within = (size: string | number) =>
    `day >= ${startOf(first, size)} and day < ${startOf(last, size)} + ${size}::integer`;
  const text = `with made as (${addedUpSql(`${whose} and ${within(longest)} and ${within('size')}`)} returning size, day)
    delete from object_stretch gone where ${whose} and ${within('size')}
      and not exists (select from made where made.size = gone.size and made.day = gone.day)`;
  await db.executeQuery(CompiledQuery.raw(text, values.list));
};
