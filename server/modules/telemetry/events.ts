import { type RawBuilder, sql } from 'kysely';
import type { EventRow } from '../../../src/contract/shapes/rawLog.ts';
import type { Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { carTime, companyZoneSql, crashTime, type LocalTime, withinLocalDaysSql } from '../../db/localDay.ts';
import { requireDateOrder } from './period.ts';
import * as repository from './repository.ts';
import { manoeuvreFigures, roundedTo } from './roundedSql.ts';
import { logPositionAccess, readVisibleWindows, type Window } from './whereabouts.ts';

type EventsRequest = Request<'GET /api/events'>;

const iso = (ms: number): string => new Date(ms).toISOString();

interface EventBounds {
  readonly companyId: number;
  readonly objectId: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly windows: readonly Window[] | undefined;
}

const timeConditionSql = ({ from, to, windows }: EventBounds, time: LocalTime): RawBuilder<unknown> => {
  const column = sql.raw(time.at);
  const visibleSql = windows?.map(({ fromMs, toMs }) => sql`${column} between ${iso(fromMs)} and ${iso(toMs)}`);
  return sql`
    ${withinLocalDaysSql(time, { from, to })}
    ${visibleSql ? sql`and ((${sql.join(visibleSql, sql`) or (`)}))` : sql``}`;
};

/**
 * Manoeuvres and faults of an object. Impacts are stored under the company, so another query reads them, and both lists
 * are merged.
 */
const objectEventsSql = (bounds: EventBounds): RawBuilder<unknown> => sql`(
  select 'manoeuvre' as "Type", id as "Id", kind as "Kind", start_at as "Start", end_at as "End", ${manoeuvreFigures}, trip_id as "TripId",
    null::bigint as "AccidentId", null::text as "State", '' as "Code", null::timestamptz as "StatedDateTime"
  from manoeuvre where object_id = ${bounds.objectId} ${timeConditionSql(bounds, carTime(bounds.companyId, 'manoeuvre', 'start_at'))}
  union all
  select 'alarm', id, kind, at, at, null, null, ${roundedTo(1, 'speed_kmh')}, ${roundedTo(6, 'latitude')},
    ${roundedTo(6, 'longitude')}, null, null, null, code, stated_at
  from device_alarm where object_id = ${bounds.objectId} ${timeConditionSql(bounds, carTime(bounds.companyId, 'device_alarm', 'at'))}
  union all
  select 'anomaly', id, kind, from_at, to_at, null, null, null, null, null, null, accident_id, state, '', stated_at
  from anomaly where object_id = ${bounds.objectId} ${timeConditionSql(bounds, carTime(bounds.companyId, 'anomaly', 'from_at'))}) as happened`;

const readImpacts = async (db: Db, bounds: EventBounds): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select 'impact' as "Type", id as "Id", case kind when 'crash' then 'impact' else kind end as "Kind", crash_at as "Start", crash_at as "End",
      ${roundedTo(3, 'maximum_acceleration_g')} as "PeakG", null::float8 as "MeanG",
      ${roundedTo(1, "(facts->>'SpeedBeforeKmh')")} as "Speed", ${roundedTo(6, 'latitude')} as "Latitude",
      ${roundedTo(6, 'longitude')} as "Longitude", null::bigint as "TripId", id as "AccidentId", null::text as "State", '' as "Code",
      (facts->>'StatedDateTime')::timestamptz as "StatedDateTime"
    from accident where company_id = ${bounds.companyId} and object_id = ${bounds.objectId} ${timeConditionSql(bounds, crashTime(companyZoneSql(bounds.companyId)))}
    order by crash_at, id`.execute(db);
  return rows;
};

/** Events of a car, in order of time. */
export const listEvents = async (
  context: Pick<Context, 'db' | 'now'>,
  request: Pick<EventsRequest, 'caller' | 'change'> & {
    readonly query: EventsRequest['query'] & { readonly objectId: string };
  },
): Promise<{ Items: EventRow[]; Total: number }> => {
  const { db } = context;
  const { caller, query } = request;
  const { objectId, from, to, page = 1, pageSize = 1000 } = query;
  const { companyId } = caller;
  requireDateOrder(query);
  const voucherId = await repository.readVoucherId(db, companyId, objectId);
  const windows = await readVisibleWindows(context, caller, objectId);
  await logPositionAccess(context, request, { voucherId, objectId, description: `${from ?? '…'} – ${to ?? '…'}` });
  const bounds = { companyId, objectId, from, to, windows };
  const crashes = await readImpacts(db, bounds);
  const totals = await sql<{ total: number }>`select count(*) as total from ${objectEventsSql(bounds)}`.execute(db);
  const offset = (page - 1) * pageSize;
  // Merging with impacts shifts other events in the list by at most `crashes.length` positions. So this many earlier
  // events are read too.
  const skippedCount = Math.max(0, offset - crashes.length);
  const { rows } = await sql<EventRow>`select * from ${objectEventsSql(bounds)}
    order by "Start", "Type", "Id" limit ${offset - skippedCount + pageSize} offset ${skippedCount}::bigint`.execute(
    db,
  );
  const first = rows[0]?.Start;
  // Impacts before the first event that was read stand on earlier pages, so they are only counted. If no event was
  // skipped, such impacts belong to the merged list.
  const passedCount =
    skippedCount === 0 || first === undefined ? 0 : crashes.filter(({ Start }) => Start < first).length;
  const merged = [...rows, ...crashes.slice(passedCount)].sort((a, b) =>
    a.Start < b.Start ? -1 : a.Start > b.Start ? 1 : 0,
  );
  const startIndex = offset - skippedCount - passedCount;
  return {
    Items: merged.slice(startIndex, startIndex + pageSize),
    Total: Number(totals.rows[0]?.total ?? 0) + crashes.length,
  };
};
