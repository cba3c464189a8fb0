import { type Kysely, sql } from 'kysely';

/** Notifications of finished exports and of handed-over cases, and the gender of a client. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- The contract has the list of kinds.
    alter table notification drop constraint notification_kind_check;
    -- How many were handed over.
    alter table notification add column cases integer;
    -- As descriptions keep a choice; empty: not known. It was a number that nothing read.
    alter table client alter column gender type text
      using case gender when 1 then 'male' when 2 then 'female' else '' end;
    alter table client alter column gender set default '', alter column gender set not null,
      add constraint client_gender check (gender in ('', 'male', 'female'));
  `.execute(db);
};
