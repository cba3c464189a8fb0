import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = { object_weekday: 'company' };

/** Sums of each object by weekday, over its whole life. 1 is Monday. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table object_weekday (like object_day including defaults);
    alter table object_weekday
      drop column day,
      add column weekday smallint not null,
      add column days integer not null,
      add primary key (company_id, object_id, weekday);
  `.execute(db);
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'object_day'
      and column_name not in ('company_id', 'object_id', 'day', 'maximum_speed_kmh') order by ordinal_position`.execute(
    db,
  );
  const names = rows.map(({ name }) => name);
  await sql`
    insert into object_weekday (company_id, object_id, weekday, days, maximum_speed_kmh, ${sql.raw(names.join(', '))})
    select company_id, object_id, extract(isodow from day), count(*), max(maximum_speed_kmh),
      ${sql.raw(names.map(name => `sum(${name})`).join(', '))}
    from object_day group by 1, 2, 3`.execute(db);
};
