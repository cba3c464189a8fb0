import { type Kysely, sql } from 'kysely';

export const places = {};

const statements = [
  // The process that runs the job. Null: an earlier release started it.
  'alter table job add column process uuid',
  // Numbers of the attempts that count against the job. An attempt ended by an outage does not count.
  `alter table job add column failed_attempts integer[] not null default '{}'`,
];

/** Counts a job's own failures apart from attempts that an outage ended. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
