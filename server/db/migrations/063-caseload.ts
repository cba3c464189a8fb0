import { type Kysely, sql } from 'kysely';

export const places = {};

/**
 * Indexes from which the figures of the control room are read without the table. Of a million accidents they cover tens
 * of thousands, each on another page.
 * "Next case" skips no cases that wait for a later call.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create index accident_load on accident (company_id, operator_id, next_call_at)
      where status = 'opened' and finished_at is null;
    create index accident_outcome on accident (company_id, crash_at)
      include (device_model, status_of_road_accident_id) where status = 'closed';
    create index accident_ready on accident (company_id, queue_place, id)
      where status = 'opened' and next_call_at is null;

    drop index accident_contacted;
    create index accident_contacted on accident (company_id, first_contact_at) include (status, crash_at)
      where first_contact_at is not null;
    drop index accident_finished;
    create index accident_finished on accident (company_id, finished_at) include (status, operator_id)
      where finished_at is not null;
  `.execute(db);
};
