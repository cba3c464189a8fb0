import { type RawBuilder, sql } from 'kysely';
import type { EventRow } from '../../../src/contract/shapes/rawLog.ts';
import type { Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { requireOrder } from './period.ts';
import * as repository from './repository.ts';
import { manoeuvreFigures, roundedTo } from './roundedSql.ts';
import { noteReading, type Window, windowsFor } from './whereabouts.ts';

type Asked = Request<'GET /api/events'>;

const iso = (ms: number): string => new Date(ms).toISOString();

interface Bounds {
  readonly companyId: number;
  readonly objectId: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly windows: readonly Window[] | undefined;
}

/** SQL conditions on a column with a time: days in the company's time zone, and times that the caller may see. */
const within = ({ companyId, from, to, windows }: Bounds, start: string): RawBuilder<unknown> => {
  const column = sql.raw(start);
  const zone = sql`(select time_zone from company where id = ${companyId})`;
  const seen = windows?.map(({ fromMs, toMs }) => sql`${column} between ${iso(fromMs)} and ${iso(toMs)}`);
  return sql`
    ${from ? sql`and ${column} >= (${from}::date)::timestamp at time zone ${zone}` : sql``}
    ${to ? sql`and ${column} < (${to}::date + 1)::timestamp at time zone ${zone}` : sql``}
    ${seen ? sql`and ((${sql.join(seen, sql`) or (`)}))` : sql``}`;
};

/** Manoeuvres and faults are stored under the object, impacts under the company. They are merged here. */
const ofObject = (bounds: Bounds): RawBuilder<unknown> => sql`(
  select 'manoeuvre' as "Type", id as "Id", kind as "Kind", start_at as "Start", end_at as "End", ${manoeuvreFigures}, trip_id as "TripId",
    null::bigint as "AccidentId", null::text as "State", '' as "Code"
  from manoeuvre where object_id = ${bounds.objectId} ${within(bounds, 'start_at')}
  union all
  select 'alarm', id, kind, at, at, null, null, ${roundedTo(1, 'speed_kmh')}, ${roundedTo(6, 'latitude')},
    ${roundedTo(6, 'longitude')}, null, null, null, code
  from device_alarm where object_id = ${bounds.objectId} ${within(bounds, 'at')}
  union all
  select 'anomaly', id, kind, from_at, to_at, null, null, null, null, null, null, accident_id, state, ''
  from anomaly where object_id = ${bounds.objectId} ${within(bounds, 'from_at')}) as happened`;

const impacts = async (db: Db, bounds: Bounds): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select 'impact' as "Type", id as "Id", case kind when 'crash' then 'impact' else kind end as "Kind", crash_at as "Start", crash_at as "End",
      ${roundedTo(3, 'maximum_acceleration_g')} as "PeakG", null::float8 as "MeanG",
      ${roundedTo(1, "(facts->>'SpeedBeforeKmh')")} as "Speed", ${roundedTo(6, 'latitude')} as "Latitude",
      ${roundedTo(6, 'longitude')} as "Longitude", null::bigint as "TripId", id as "AccidentId", null::text as "State", '' as "Code"
    from accident where company_id = ${bounds.companyId} and object_id = ${bounds.objectId} ${within(bounds, 'crash_at')}
    order by crash_at, id`.execute(db);
  return rows;
};

/** Events of a car, in order of time. */
export const listEvents = async (
  context: Pick<Context, 'db' | 'now'>,
  request: Pick<Asked, 'caller' | 'change'> & { readonly query: Asked['query'] & { readonly objectId: string } },
): Promise<{ Items: EventRow[]; Total: number }> => {
  const { db } = context;
  const { caller, query } = request;
  const { objectId, from, to, page = 1, pageSize = 1000 } = query;
  const { companyId } = caller;
  requireOrder(query);
  const voucherId = await repository.voucherOf(db, companyId, objectId);
  const windows = await windowsFor(context, caller, objectId);
  await noteReading(context, request, { voucherId, objectId, what: `${from ?? '…'} – ${to ?? '…'}` });
  const bounds = { companyId, objectId, from, to, windows };
  const crashes = await impacts(db, bounds);
  const counted = await sql<{ total: number }>`select count(*) as total from ${ofObject(bounds)}`.execute(db);
  const before = (page - 1) * pageSize;
  // Merging with impacts moves other events back by at most `crashes.length` positions. So this many earlier events are
  // read too.
  const skipped = Math.max(0, before - crashes.length);
  const { rows } = await sql<EventRow>`select * from ${ofObject(bounds)}
    order by "Start", "Type", "Id" limit ${before - skipped + pageSize} offset ${skipped}::bigint`.execute(db);
  const first = rows[0]?.Start;
  // Impacts earlier than the first event that was read come before it in the merged list. They are only counted, unless
  // no event was skipped.
  const passed = skipped === 0 || first === undefined ? 0 : crashes.filter(({ Start }) => Start < first).length;
  const merged = [...rows, ...crashes.slice(passed)].sort((a, b) =>
    a.Start < b.Start ? -1 : a.Start > b.Start ? 1 : 0,
  );
  const at = before - skipped - passed;
  return { Items: merged.slice(at, at + pageSize), Total: Number(counted.rows[0]?.total ?? 0) + crashes.length };
};
