import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = { object_stretch: 'company' };

/**
 * Sums of four, sixteen and sixty-four days of an object, counted from 1970-01-01. Any period consists of a few such
 * stretches and a few days.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table object_stretch (like object_day including defaults);
    alter table object_stretch
      add column size smallint not null,
      add column days integer not null,
      add column last_day date not null,
      add primary key (company_id, object_id, size, day);
    create index object_stretch_span on object_stretch (company_id, size, day);

    -- A drive that is sent again is known in whatever pieces; a digest knew the same piece only.
    drop index position_block_digest;
    alter table position_block drop column digest, add column marks bigint[];
    -- Entered at once: what waits for it would be entered by one of the messages, and hold that up.
    create index position_block_marks on position_block using gin (marks) with (fastupdate = off);
  `.execute(db);
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'object_day'
      and column_name not in ('company_id', 'object_id', 'day', 'maximum_speed_kmh') order by ordinal_position`.execute(
    db,
  );
  const names = rows.map(({ name }) => name);
  await sql`
    insert into object_stretch (company_id, object_id, size, day, days, last_day, maximum_speed_kmh, ${sql.raw(names.join(', '))})
    select company_id, object_id, size, date '1970-01-01' + (day - date '1970-01-01') / size * size, count(*), max(day),
      max(maximum_speed_kmh), ${sql.raw(names.map(name => `sum(${name})`).join(', '))}
    from object_day cross join (values (4), (16), (64)) as sizes (size) group by 1, 2, 3, 4`.execute(db);
};
