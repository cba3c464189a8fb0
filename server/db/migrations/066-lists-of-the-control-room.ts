import { type Kysely, sql } from 'kysely';

export const places = {};

/**
 * Indexes for lists behind figures of the control room: outcomes by model, cases of one operator or of none, first
 * calls. With a million accidents such a list was too costly.
 * Each index has the list's filter and the order of the queue, so that neither total nor first page reads the table.
 * Models are compared by their search key, which the index contains.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    drop index accident_outcome;
    create index accident_outcome on accident (company_id, crash_at, search_key(device_model))
      include (device_model, status_of_road_accident_id, queue_place, id) where status = 'closed';
    drop index accident_contacted;
    create index accident_contacted on accident (company_id, status, first_contact_at)
      include (crash_at, queue_place, id) where first_contact_at is not null;
    create index accident_of_operator on accident (company_id, status, operator_id, queue_place, id);
  `.execute(db);
};
