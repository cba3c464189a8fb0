import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = {
  company: 'reference',
  platform_key: 'reference',
  account: 'reference',
  // Every sign-in writes here, and every active person once a minute. In a reference table each write would wait for
  // all nodes and for all other writes.
  session: 'local',
  sign_in_failure: 'local',
};

/** Companies, accounts, their sessions, and the keys of device platforms. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create extension if not exists pg_trgm;

    -- One spelling for search: capitals, Ё as Е, letters that look alike in both alphabets as Latin ones, no spaces or
    -- hyphens. Column and query go through the same function, so "а 123 вс-77" finds A123BC77. Letter by letter, because
    -- upper() knows Cyrillic only in some locales of a server.
    create function search_key(value text) returns text
      language sql immutable parallel safe strict
      as $$ select translate(value,
        'абвгдеёжзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyzЁАВЕКМНОРСТУХ -.,()+/',
        'AБBГДEEЖЗИЙKЛMHOПPCTYФXЦЧШЩЪЫЬЭЮЯABCDEFGHIJKLMNOPQRSTUVWXYZEABEKMHOPCTYX') $$;

    create table company (
      id bigint generated always as identity primary key,
      name text not null unique,
      time_zone text not null default 'Europe/Moscow',
      created_at timestamptz(3) not null default now()
    );

    create table platform_key (
      key_hash bytea primary key,
      company_id bigint not null references company,
      name text not null,
      created_at timestamptz(3) not null default now(),
      revoked_at timestamptz(3)
    );

    create table account (
      id bigint generated always as identity primary key,
      company_id bigint not null references company,
      email text not null,
      full_name text not null,
      occupation text not null default '',
      phone text not null default '',
      roles text[] not null,
      password_hash text not null,
      locale text not null default 'ru',
      blocked_at timestamptz(3),
      last_seen_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      version integer not null default 1,
      search text generated always as (search_key(full_name || ' ' || email || ' ' || phone)) stored
    );
    create unique index account_email on account (lower(email));
    create index account_company_name on account (company_id, full_name, id);

    create table session (
      token_hash bytea primary key,
      account_id bigint not null references account,
      company_id bigint not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      ended_at timestamptz(3)
    );
    create index session_account on session (account_id, expires_at);

    -- Failed sign-ins per login and address, so that every server process counts the same tries.
    create table sign_in_failure (
      key text primary key,
      tries integer not null,
      window_ends_at timestamptz(3) not null
    );
  `.execute(db);
};
