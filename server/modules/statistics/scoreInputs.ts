import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/types.ts';
import { currentFormula, type Priors } from '../../domain/score/formula.ts';
import { type SourcePriors, samePriors } from '../../domain/score/source.ts';
import type { Sums } from '../../domain/score/sums.ts';
import { namedSumsSql } from './sumColumns.ts';

type Reader = Kysely<Database>;

export interface ObjectKey {
  readonly companyId: number;
  readonly objectId: string;
}

/** A time range in ms since 1970, end exclusive. */
export interface Window {
  readonly fromMs: number;
  readonly beforeMs: number;
}

/** First and last day on which a trip of a window may have begun by any local clock, 12 h behind UTC to 14 h ahead. */
export interface DayRange {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** Stored data of an object that is needed to recompute the days of a window. */
export interface ScoreInputs extends DayRange {
  readonly voucherId: number;
  /** Time zone of the company, which gives the day of trips whose local clock is unknown. */
  readonly zone: string;
  /** Time zone in which the stored days were counted. Null: no days yet. */
  readonly storedZone: string | null;
  /** Time ranges in which the device's data does not count. */
  readonly unscored: readonly (readonly [from: string, to: string | null])[];
  readonly priors: SourcePriors;
  /** Sums of all days outside the window. */
  readonly otherDays: Sums & { readonly days: number; readonly first: string | null; readonly last: string | null };
}

interface ScoreInputsRow extends Omit<ScoreInputs, 'priors' | 'otherDays' | 'unscored'>, Sums {
  readonly unscored: ScoreInputs['unscored'] | null;
  readonly priors: StoredPriors | null;
  readonly days: number;
  readonly first: string | null;
  readonly last: string | null;
}

/** Company means as stored: of all drivers together, and by source. Null by source: measured by an earlier release. */
export type StoredPriors = readonly [all: Priors, bySource: SourcePriors | null];

/** SQL of the company means (priors) that drivers' rates are shrunk towards. Null: not measured yet. */
export const priorsSql = (companyId: number) => sql`(select json_build_array(priors, priors_by_source) from score_prior
  where company_id = ${companyId} and formula = ${currentFormula.version} order by made_at desc limit 1)`;

export const toSourcePriors = (stored: StoredPriors | null): SourcePriors =>
  stored?.[1] ?? samePriors(stored?.[0] ?? currentFormula.priors);

/** Reads the data that is needed to recompute the days of a window. Undefined: no company has the object. */
export const readScoreInputs = async (
  db: Reader,
  { companyId, objectId }: ObjectKey,
  window: Window,
): Promise<ScoreInputs | undefined> => {
  const from = new Date(window.fromMs).toISOString();
  const last = new Date(window.beforeMs - 1).toISOString();
  const { rows } = await sql<ScoreInputsRow>`
    with span as (
      select object.voucher_id, company.time_zone as zone,
        (${from}::timestamptz at time zone 'UTC' - interval '12 hours')::date as first_day,
        (${last}::timestamptz at time zone 'UTC' + interval '14 hours')::date as last_day
      from monitored_object object join company on company.id = object.company_id
      where object.company_id = ${companyId} and object.object_id = ${objectId})
    select span.voucher_id as "voucherId", zone, first_day::text as "firstDay", last_day::text as "lastDay",
      (select score.time_zone from object_score score
        where score.company_id = ${companyId} and score.object_id = ${objectId}) as "storedZone",
      (select json_agg(json_build_array(period.from_at, period.to_at)) from device_period period
        where period.company_id = ${companyId} and period.voucher_id = span.voucher_id
          and period.object_id = ${objectId} and not period.scored) as unscored,
      ${priorsSql(companyId)} as priors, others.*
    from span cross join lateral (
      select ${sql.raw(namedSumsSql)}, count(*) as days, min(day)::text as first, max(day)::text as last from object_day
      where company_id = ${companyId} and object_id = ${objectId} and day not between first_day and last_day) others
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return { ...row, unscored: row.unscored ?? [], priors: toSourcePriors(row.priors), otherDays: row };
};
