import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = {
  // `local` for the same reasons as sessions.
  known_browser: 'local',
};

/** Marks the companies of demo mode, which can be closed. Stores the browsers that have signed in before. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- A demo company has accounts and keys whose secrets everybody can read. Nobody gets into a closed one.
    alter table company add column demo boolean not null default false;
    alter table company add column closed_at timestamptz(3);

    -- Those made before this column are told by the keys that came with them.
    update company set demo = true where id in (
      select company_id from platform_key where key_hash in (
        sha256('demo-platform-key'), sha256('other-platform-key'), sha256('recordings-platform-key')));

    -- One row for each account that signed in there. Only the hash of the browser's secret is kept.
    create table known_browser (
      token_hash bytea not null,
      account_id bigint not null references account,
      seen_at timestamptz(3) not null,
      primary key (token_hash, account_id)
    );
    create index known_browser_account on known_browser (account_id, seen_at);

    -- Counters of tries of every kind: the oldest go first, and none stays for good.
    create index sign_in_failure_end on sign_in_failure (window_ends_at);
  `.execute(db);
};
