import pg from 'pg';
import { summedNames } from '../../server/domain/score/sums.ts';
import { toSnakeCase } from '../../server/engine/table/define.ts';
import { manoeuvreCountNames } from '../../server/modules/statistics/storedFigures.ts';
import { addedColumns, countedTripsSql, speedColumn, tripSumsSql } from '../../server/modules/statistics/sumColumns.ts';

const added = addedColumns.map(([, column]) => column);
const kinds = manoeuvreCountNames.map(kind => [toSnakeCase(kind), kind] as const);

/** Days computed from the counted trips, each by the clock where the trip began. */
const daysOfTrips = `select object.company_id, object.object_id, local_day(start_at, utc_offset_ms, company.time_zone) as day,
    ${tripSumsSql}
  from ${countedTripsSql} join monitored_object object using (object_id) join company on company.id = object.company_id
  group by 1, 2, 3`;

const checks = {
  'days against their trips': `select company_id, object_id, day from (
      select company_id, object_id, day, ${added.join(', ')}, ${speedColumn} from object_day
      except select company_id, object_id, day, ${summedNames.map(name => `"${name}"`).join(', ')}, "maximumSpeedKmh"
        from (${daysOfTrips}) trips) more
    union all select company_id, object_id, day from (${daysOfTrips}) trips
      where not exists (select from object_day its where its.company_id = trips.company_id
        and its.object_id = trips.object_id and its.day = trips.day)`,
  'all time against its days': `select score.company_id, score.object_id from object_score score
    left join (select company_id, object_id, count(*) as number, min(day) as first, max(day) as last,
        ${added.map(column => `sum(${column})::bigint as ${column}`).join(', ')} from object_day group by 1, 2) its
      using (company_id, object_id)
    where (score.days, ${added.map(column => `score.${column}`).join(', ')})
        is distinct from (coalesce(number, 0), ${added.map(column => `coalesce(its.${column}, 0)`).join(', ')})
      or score.first_day is distinct from first or score.last_day is distinct from last`,
  'stretches against their days': `with its as (select company_id, object_id, size,
        date '1970-01-01' + (day - date '1970-01-01') / size * size as day, count(*)::int as days, max(day) as last_day,
        ${added.map(column => `sum(${column})::bigint as ${column}`).join(', ')}, max(${speedColumn}) as ${speedColumn}
      from object_day cross join (values (4), (16), (64)) as sizes (size) group by 1, 2, 3, 4),
    stored as (select ${['company_id', 'object_id', 'size', 'day', 'days', 'last_day', ...added, speedColumn].join(', ')} from object_stretch)
    select company_id, object_id, size, day from ((table its except table stored) union all (table stored except table its)) unlike`,
  'weekdays against their days': `with its as (select company_id, object_id, extract(isodow from day)::int as weekday,
        count(*)::int as days, ${added.map(column => `sum(${column})::bigint as ${column}`).join(', ')}, max(${speedColumn}) as ${speedColumn}
      from object_day group by 1, 2, 3),
    stored as (select company_id, object_id, weekday::int, days, ${[...added, speedColumn].join(', ')} from object_weekday)
    select company_id, object_id, weekday from ((table its except table stored) union all (table stored except table its)) unlike`,
  'days without all time': `select distinct company_id, object_id from object_day day where not exists (select
    from object_score score where score.company_id = day.company_id and score.object_id = day.object_id)`,
  'counts of trips against their manoeuvres': `select trip.object_id, trip.id from trip
    cross join lateral (select ${kinds.map(([column, kind]) => `count(*) filter (where kind = '${kind}') as ${column}`).join(', ')}
      from manoeuvre where manoeuvre.object_id = trip.object_id and manoeuvre.trip_id = trip.id) its
    where trip.braking is not null and (${kinds.map(([column]) => `trip.${column} <> its.${column}`).join(' or ')})`,
  'manoeuvres without a trip': `select object_id, trip_id from manoeuvre where not exists (select from trip
    where trip.object_id = manoeuvre.object_id and trip.id = manoeuvre.trip_id)`,
  'trips without a score': `select object_id, id from trip where night_ms is not null and not exists (select from trip_score
    where trip_score.object_id = trip.object_id and trip_score.trip_id = trip.id)`,
};

/**
 * Returns stored figures that do not follow from the trips, a few rows of each kind. Correct figures have none. The
 * function uses its own connection, because the program must not join days and trips, which are on different nodes.
 */
export const unsoundSums = async (databaseUrl: string): Promise<Record<string, unknown[]>> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const found: Record<string, unknown[]> = {};
  try {
    for (const [name, text] of Object.entries(checks)) {
      const { rows } = await client.query(`${text} limit 5`);
      if (rows.length > 0) found[name] = rows;
    }
  } finally {
    await client.end();
  }
  return found;
};
