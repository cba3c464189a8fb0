import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = { dossier: 'company', dossier_key: 'reference' };

/** Versions of the dossiers of accidents, and the key that signs them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table dossier (
      company_id bigint not null,
      accident_id bigint not null,
      number integer not null,
      -- Its file lies with its job and goes with it; the version stays.
      job_id bigint not null,
      author_id bigint not null,
      author_name text not null,
      locale text not null check (locale in ('ru', 'en')),
      time_zone text not null,
      created_at timestamptz(3) not null,
      -- SHA-256 of the case as it was: another version is made only when this is another.
      state_sha256 text not null,
      made_at timestamptz(3),
      manifest_sha256 text,
      key_sha256 text,
      pdf_bytes bigint,
      zip_bytes bigint,
      -- The PDF lies in the first parts of the file, the archive in those after them.
      pdf_parts integer,
      primary key (company_id, accident_id, number),
      foreign key (company_id, accident_id) references accident (company_id, id) on delete cascade
    );

    -- One for the installation: every process signs with it. Ed25519, PEM.
    create table dossier_key (
      id smallint primary key default 1 check (id = 1),
      public_key text not null,
      private_key text not null,
      made_at timestamptz(3) not null
    );
  `.execute(db);
};
