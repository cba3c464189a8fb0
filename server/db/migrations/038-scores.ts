import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = {
  trip_score: 'object',
  object_day: 'company',
  object_score: 'company',
  score_prior: 'company',
};

/** Columns of the sums of driving (server/domain/score/sums.ts). */
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

/**
 * Stores facts and scores of trips by object, and sums of days and of whole lives by company. Lists and comparisons of a
 * company therefore read one placement.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table trip
      -- Null: cut before anybody looked.
      add column night_ms integer,
      add column rush_ms integer,
      add column idle_ms integer,
      add column speed_squares bigint,
      add column complication smallint,
      add column urban_m integer,
      add column motorway_m integer,
      -- By what manoeuvres were looked for: positions, or acceleration too. Null: nobody did.
      add column watched_by text check (watched_by in ('positions', 'acceleration')),
      add column acceleration integer,
      add column braking integer,
      add column cornering integer,
      add column direction_change integer,
      add column speeding integer,
      add column bump integer,
      -- Not while the voucher was suspended.
      add column scored boolean not null default true,
      add column notes text not null default '',
      add column excluded_at timestamptz(3),
      add column exclusion_reason text,
      add constraint trip_exclusion check ((excluded_at is null) = (exclusion_reason is null));

    -- One row for each formula a trip was scored with; parts are tenths of a point by name.
    create table trip_score (
      object_id text not null,
      trip_id bigint not null,
      formula smallint not null,
      score_tenths smallint,
      parts jsonb not null,
      primary key (object_id, trip_id, formula),
      foreign key (object_id, trip_id) references trip (object_id, id) on delete cascade
    );

    -- Days are those of the object's time zone; a trip belongs to the day it begins on.
    create table object_day (
      company_id bigint not null,
      object_id text not null,
      day date not null,
      ${sql.raw(sums)},
      primary key (company_id, object_id, day)
    );
    create index object_day_span on object_day (company_id, day);

    -- An object since its activation. Each company's list is sorted by these.
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
      -- Of the days: the company's when they were summed.
      time_zone text not null,
      primary key (company_id, object_id)
    );
    create index object_score_voucher on object_score (company_id, voucher_id);
    create index object_score_score on object_score (company_id, score, voucher_id);
    create index object_score_distance on object_score (company_id, distance_m, voucher_id);

    -- Means of a company's drivers by part, as a recomputing has found them; the newest of a formula counts.
    create table score_prior (
      company_id bigint not null,
      formula smallint not null,
      made_at timestamptz(3) not null,
      drivers integer not null,
      priors jsonb not null,
      primary key (company_id, formula, made_at)
    );
  `.execute(db);
};
