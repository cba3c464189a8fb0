import { type Kysely, sql } from 'kysely';

export const places = {};

const statements = [
  // The process that has the job. Null: it was begun by an earlier release.
  'alter table job add column process uuid',
  // Numbers of the attempts that count against the job. An attempt that an outage ended is none of them.
  `alter table job add column failed_attempts integer[] not null default '{}'`,
];

/** Counts the attempts that a job spoiled itself apart from those that an outage ended. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
