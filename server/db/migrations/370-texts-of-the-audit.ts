import { type Kysely, sql } from 'kysely';

export const placements = {};

/** Texts of the audit have keys of their own group since this release. Keeps those that an installation has changed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update ui_text set key = substr(key, 7) where key like 'frame.audit.%'`.execute(db);
};
