import { type Kysely, sql } from 'kysely';
import type { TablePlacements } from '../tablePlacement.ts';

export const placements: TablePlacements = { accident_decision: 'company' };

/** Adds the last decision about each case, with the values before it, so that its author can undo it at once. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table if not exists accident_decision (
      company_id bigint not null,
      accident_id bigint not null,
      author_id bigint not null,
      at timestamptz(3) not null,
      -- Version of the case right after the decision. A later version means that somebody has changed the case since.
      version integer not null,
      -- Columns of the case and reminders of planned calls before the decision.
      former jsonb not null,
      -- The call that was logged by the decision.
      call_id bigint,
      primary key (company_id, accident_id),
      foreign key (company_id, accident_id) references accident
    )`.execute(db);
};
