import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = { import_file: 'company' };

/** Stores the file of an open import, so that another encoding, heading row or sheet can be read from it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table import_file (
      company_id bigint not null,
      import_id bigint not null,
      place integer not null,
      bytes bytea not null,
      primary key (company_id, import_id, place),
      foreign key (company_id, import_id) references import (company_id, id) on delete cascade
    )`.execute(db);
  await sql`alter table import_file alter column bytes set storage external`.execute(db);
  // Options with which the file was read. Null: an earlier release stored no file.
  await sql`alter table import add column reading jsonb`.execute(db);
};
