import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = {
  // `local` for the same reasons as sessions.
  retired_token: 'local',
};

/** Invitations of accounts, the operator of an accident, exchanged tokens, and the log of position accesses. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- Until the owner has come by the link: null.
    alter table account add column invited_at timestamptz(3);

    -- Whose case it is, from the moment they take it; who finished it, and when. A reopened one has no end.
    alter table accident add column operator_id bigint;
    alter table accident add column finished_at timestamptz(3);
    create index accident_operator on accident (company_id, operator_id, finished_at) where operator_id is not null;

    create index accident_locked on accident (company_id, locked_by) where locked_by is not null;

    -- Tokens that were exchanged for a fresh one. One that is used after its time tells of a copy in strange hands.
    create table retired_token (
      token_hash bytea primary key,
      session_id bigint not null references session (id) on delete cascade,
      dead_at timestamptz(3) not null
    );
    create index retired_token_session on retired_token (session_id);

    -- When somebody's reading of an object's whereabouts was last written down in the audit.
    create table whereabouts_reading (
      company_id bigint not null,
      account_id bigint not null,
      object_id text not null,
      read_at timestamptz(3) not null,
      primary key (company_id, account_id, object_id)
    );

    update accident set operator_id = moved.actor_id, finished_at = moved.at
      from (
        select distinct on (company_id, entity_id) company_id, entity_id, actor_id, at from audit
        where entity = 'accident' and action = 'move' order by company_id, entity_id, id desc) moved
      where accident.company_id = moved.company_id and accident.id = moved.entity_id and accident.status <> 'opened';
  `.execute(db);

  // Separate statements, because a cluster does not join a replicated table with a local one.
  const { rows: invited } = await sql<{ id: number }>`
    select distinct account_id as id from account_link where purpose = 'invite' and used_at is null`.execute(db);
  await sql`update account set invited_at = created_at
    where id = any(${invited.map(({ id }) => id)}::bigint[]) and last_seen_at is null`.execute(db);

  // The list contains every account that can sign in, managers too.
  const { rows: companies } = await sql<{ company_id: number; total: number }>`
    select company_id, count(*) as total from account group by company_id`.execute(db);
  await sql`delete from row_total where list = 'operators'`.execute(db);
  for (const { company_id, total } of companies)
    await sql`insert into row_total (company_id, list, bucket, slot, total)
      values (${company_id}, 'operators', '', 0, ${total})`.execute(db);
};
