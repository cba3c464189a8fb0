import { type Kysely, sql } from 'kysely';
import { crashTime, localDaySql, tripTime, withinLocalDaysSql } from '../../db/localDay.ts';
import type { Database } from '../../db/types.ts';
import type { SourcePriors } from '../../domain/score/source.ts';
import { noSums, type Sums } from '../../domain/score/sums.ts';
import type { Period, Subject } from './object.ts';
import { priorsSql, type StoredPriors, toSourcePriors } from './scoreInputs.ts';
import { namedSumsSql } from './sumColumns.ts';

type Reader = Kysely<Database>;

export interface GroupSums extends Sums {
  readonly key: string;
}

const groupKeySql = {
  whole: `''`,
  day: 'day::text',
  /** The Monday of the week that contains the day. */
  week: `date_trunc('week', day)::date::text`,
  month: `to_char(day, 'YYYY-MM')`,
  weekday: 'extract(isodow from day)::int::text',
} as const;
export type Grouping = keyof typeof groupKeySql;

/** Sums of an object's days by group key. A group without trips is missing. */
export const readSums = async (
  db: Reader,
  { companyId, objectId }: Subject,
  grouping: Grouping,
  period?: Period,
): Promise<ReadonlyMap<string, Sums>> => {
  const periodSql = period ? sql`and day between ${period.from} and ${period.to}` : sql``;
  const { rows } =
    await sql<GroupSums>`select ${sql.raw(groupKeySql[grouping])} as key, ${sql.raw(namedSumsSql)} from object_day
    where company_id = ${companyId} and object_id = ${objectId} ${periodSql} group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ key, ...sums }) => [key, sums]));
};

/** SQL condition over `accident`: a device measured an impact that was not rejected and is no duplicate. */
export const impactConditionSql = `maximum_acceleration_g is not null and status <> 'notvalid' and duplicate_of_id is null`;

export const readImpacts = async (
  db: Reader,
  { companyId, objectId, voucherId, zone }: Subject,
  grouping: Grouping,
  period?: Period,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ key: string; impacts: number }>`
    select ${sql.raw(groupKeySql[grouping])} as key, count(*) as impacts from
      (select ${localDaySql(crashTime(zone))} as day from accident
        where company_id = ${companyId} and voucher_id = ${voucherId} and object_id = ${objectId}
          and ${sql.raw(impactConditionSql)} ${withinLocalDaysSql(crashTime(zone), period ?? {})}) impact
    group by 1`.execute(db);
  return new Map(rows.map(({ key, impacts }) => [key, impacts]));
};

/**
 * Returns the keys of groups with trips that no sum includes. These trips were cut before sums were introduced, and
 * have not been recomputed. Trips that are quarantined or excluded by a user are not meant.
 */
export const readUncountedGroups = async (
  db: Reader,
  { objectId, zone }: Pick<Subject, 'objectId' | 'zone'>,
  grouping: Grouping,
  period?: Period,
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ key: string }>`select distinct ${sql.raw(groupKeySql[grouping])} as key from
    (select ${localDaySql(tripTime(zone))} as day from trip where object_id = ${objectId} and rush_ms is null
      and quarantine_reason is null and excluded_at is null ${withinLocalDaysSql(tripTime(zone), period ?? {})}) uncounted`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
};

export interface PeriodSums {
  readonly sums: Sums;
  readonly impacts: number;
  /** False if trips exist that the sums do not include. */
  readonly hasAllTrips: boolean;
}

/** Returns the sums and impacts of a period, or of all time if no period is given. */
export const readPeriodSums = async (db: Reader, subject: Subject, period?: Period): Promise<PeriodSums> => {
  const [sums, impacts, uncounted] = await Promise.all([
    readSums(db, subject, 'whole', period),
    readImpacts(db, subject, 'whole', period),
    readUncountedGroups(db, subject, 'whole', period),
  ]);
  return { sums: sums.get('') ?? noSums, impacts: impacts.get('') ?? 0, hasAllTrips: !uncounted.has('') };
};

/** The company means (priors) that drivers' rates are shrunk towards. */
export const readPriors = async (db: Reader, companyId: number): Promise<SourcePriors> => {
  const { rows } = await sql<{ priors: StoredPriors | null }>`select ${priorsSql(companyId)} as priors`.execute(db);
  return toSourcePriors(rows[0]?.priors ?? null);
};
