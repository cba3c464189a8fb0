import { type RawBuilder, sql } from 'kysely';

export interface LocalTime {
  /** SQL expression of the time whose local day is needed. */
  readonly at: string;
  /** SQL of the offset of the local clock from UTC at that time, ms. Null: unknown, so the company's zone gives the day. */
  readonly offset: string;
  /** Time zone of the company: a name, or SQL. */
  readonly zone: string | RawBuilder<unknown>;
}

/** Start of a trip, with the offset of the local clock that the trip's row stores. */
export const tripTime = (zone: LocalTime['zone']): LocalTime => ({ at: 'start_at', offset: 'utc_offset_ms', zone });
/** Time of a crash, with the offset of the local clock that the accident's row stores. */
export const crashTime = (zone: LocalTime['zone']): LocalTime => ({ at: 'crash_at', offset: 'utc_offset_ms', zone });

export const companyZoneSql = (companyId: number): RawBuilder<string> =>
  sql`(select time_zone from company where id = ${companyId})`;

/** A time of another table of the object. The last drive that began before gives the clock of the car. */
export const carTime = (companyId: number, table: string, column: string): LocalTime => ({
  at: `${table}.${column}`,
  offset: `(select drive.utc_offset_ms from trip drive where drive.object_id = ${table}.object_id
    and drive.start_at <= ${table}.${column} order by drive.start_at desc limit 1)`,
  zone: companyZoneSql(companyId),
});

/** SQL of the day by the clock where a drive began or a crash happened. */
export const localDaySql = ({ at, offset, zone }: LocalTime): RawBuilder<string> =>
  sql`local_day(${sql.raw(at)}, ${sql.raw(offset)}, ${zone})`;

/**
 * SQL conditions, each beginning with `and`: the local day is one of these days, both inclusive. Local clocks are 12 h
 * behind UTC to 14 h ahead, so the first condition of each bound may use an index on the time.
 */
export const withinLocalDaysSql = (
  time: LocalTime,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): RawBuilder<unknown> => {
  const at = sql.raw(time.at);
  return sql`${
    from === undefined
      ? sql``
      : sql`and ${at} >= (${from}::date - interval '14 hours') at time zone 'UTC' and ${localDaySql(time)} >= ${from}::date`
  } ${
    to === undefined
      ? sql``
      : sql`and ${at} < (${to}::date + interval '36 hours') at time zone 'UTC' and ${localDaySql(time)} <= ${to}::date`
  }`;
};
