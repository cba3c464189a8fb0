import { type Kysely, sql } from 'kysely';
import type { TablePlacements } from '../tablePlacement.ts';

export const placements: TablePlacements = {
  trip_score: 'object',
  object_day: 'company',
  object_stretch: 'company',
  object_weekday: 'company',
  object_score: 'company',
  score_prior: 'company',
};
export const baseline = true;

/** Columns with sums of driving, for a trip, a day or a period. */
const sums = `
  trips integer not null default 0,
  distance_m bigint not null default 0,
  duration_ms bigint not null default 0,
  maximum_speed_kmh double precision,
  night_ms bigint not null default 0,
  rush_ms bigint not null default 0,
  idle_ms bigint not null default 0,
  context_ms bigint not null default 0,
  speed_squares bigint not null default 0,
  complication_m bigint not null default 0,
  urban_m bigint not null default 0,
  motorway_m bigint not null default 0,
  context_m bigint not null default 0,
  watched_m bigint not null default 0,
  sensed_m bigint not null default 0,
  acceleration integer not null default 0,
  braking integer not null default 0,
  cornering integer not null default 0,
  direction_change integer not null default 0,
  speeding integer not null default 0,
  bump integer not null default 0`;

/** Scores, and the sums of driving that they are computed from. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- One row for each trip and formula. parts are tenths of a point by name.
    create table trip_score (
      object_id text not null,
      trip_id bigint not null,
      formula smallint not null,
      score_tenths smallint,
      parts jsonb not null,
      primary key (object_id, trip_id, formula),
      foreign key (object_id, trip_id) references trip on delete cascade
    );

    -- Days are in the time zone of the object. A trip belongs to the day on which it begins.
    create table object_day (
      company_id bigint not null,
      object_id text not null,
      day date not null,
      ${sql.raw(sums)},
      primary key (company_id, object_id, day)
    );
    create index object_day_span on object_day (company_id, day);

    -- Sums of object_day over 4, 16 and 64 days, so that a long period is read from few rows.
    create table object_stretch (
      company_id bigint not null,
      object_id text not null,
      day date not null,
      ${sql.raw(sums)},
      size smallint not null,
      days integer not null,
      last_day date not null,
      primary key (company_id, object_id, size, day)
    );
    create index object_stretch_span on object_stretch (company_id, size, day);

    create table object_weekday (
      company_id bigint not null,
      object_id text not null,
      ${sql.raw(sums)},
      weekday smallint not null,
      days integer not null,
      primary key (company_id, object_id, weekday)
    );

    -- Sums of an object since its activation. Lists are sorted by these columns.
    create table object_score (
      company_id bigint not null,
      object_id text not null,
      voucher_id bigint not null,
      ${sql.raw(sums)},
      first_day date,
      last_day date,
      days integer not null default 0,
      formula smallint not null,
      score double precision,
      band text,
      worst text,
      -- Time zone in which the days were summed.
      time_zone text not null,
      primary key (company_id, object_id)
    );
    create index object_score_distance on object_score (company_id, distance_m, voucher_id);
    create index object_score_score on object_score (company_id, score, voucher_id);
    create index object_score_voucher on object_score (company_id, voucher_id);

    -- Means of a company’s drivers by part. The newest of a formula counts.
    create table score_prior (
      company_id bigint not null,
      formula smallint not null,
      made_at timestamptz(3) not null,
      priors jsonb not null,
      primary key (company_id, formula, made_at)
    );
  `.execute(db);
};
