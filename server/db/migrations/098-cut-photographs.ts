import { type Kysely, sql } from 'kysely';

export const places = {};

/**
 * `cut`: the end of the file is missing. `upload_id`: a repeated `finish` of an upload is answered with its picture.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table accident_image add column cut boolean not null default false, add column upload_id uuid`.execute(
    db,
  );
};
