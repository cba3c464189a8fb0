import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = {
  event_head: 'company',
  event: 'company',
  notification: 'company',
  message: 'company',
  message_read: 'company',
};

/** Events for the open streams, notifications, and the team chat. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- Number of a company's last event. Its row is held from the numbering to the commit, so that a company's events
    -- become visible in the order of their numbers, without gaps.
    create table event_head (
      company_id bigint primary key,
      last_id bigint not null
    );

    create table event (
      company_id bigint not null,
      id bigint not null,
      at timestamptz(3) not null,
      -- Null: for everybody in the company.
      account_id bigint,
      type text not null,
      data jsonb not null,
      primary key (company_id, id)
    );
    create index event_at on event (at);

    create table notification (
      company_id bigint not null,
      id bigint generated always as identity,
      account_id bigint not null,
      kind text not null check (kind in ('major', 'takenOver', 'reply', 'mention', 'call')),
      -- Shown from this moment on: a planned call is written down when it is planned.
      at timestamptz(3) not null,
      accident_id bigint,
      message_id bigint,
      actor_name text,
      text text,
      read_at timestamptz(3),
      primary key (company_id, id)
    );
    create index notification_own on notification (company_id, account_id, at desc, id desc);
    create index notification_unread on notification (company_id, account_id, at) where read_at is null;
    create index notification_call on notification (company_id, accident_id) where kind = 'call';
    create index notification_at on notification (at);

    create table message (
      company_id bigint not null,
      id bigint generated always as identity,
      -- 0: the company's own thread.
      accident_id bigint not null default 0,
      at timestamptz(3) not null,
      author_id bigint not null,
      author_name text not null,
      text text not null,
      reply_to_id bigint,
      primary key (company_id, id)
    );
    create index message_thread on message (company_id, accident_id, id desc);

    create table message_read (
      company_id bigint not null,
      account_id bigint not null,
      accident_id bigint not null,
      up_to bigint not null,
      primary key (company_id, account_id, accident_id)
    );
  `.execute(db);
};
