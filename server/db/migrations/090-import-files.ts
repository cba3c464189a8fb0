import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = { import_file: 'company' };

/** An import keeps its file while it is open: another encoding, row of headings or sheet is read from it. */
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
  // How the file was read; null: by an earlier release, which kept no file.
  await sql`alter table import add column reading jsonb`.execute(db);
};
