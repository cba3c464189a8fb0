import type { Location } from '../../../src/contract/shapes/rawLog.ts';
import type { Context, HandlersOf, RowStream } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { firstIndexFrom } from '../../domain/telemetry/positions.ts';
import { markSuspectFixes } from '../../domain/telemetry/suspectFixes.ts';
import { invalid, notFound } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { listAnomalies } from './anomalies.ts';
import { readDriveCurves } from './driveCurves.ts';
import { listEvents } from './events.ts';
import { readFixes } from './longRecordings.ts';
import { openPeriod } from './period.ts';
import { readLog } from './rawLog.ts';
import { readVoucherId } from './repository.ts';
import { readCrashCurves, readCrashMap, readReconstruction } from './service.ts';
import type { Window } from './whereabouts.ts';

interface RequestedObject {
  readonly objectId?: string | undefined;
  readonly voucherId?: number | undefined;
}

/**
 * Returns the id of the object that a query names, or the present object of the voucher that it names. A given id is
 * not checked here, because the later read checks it. Throws 404 if both are given and do not match.
 */
const readRequestedObject = async (
  db: Db,
  companyId: number,
  { objectId, voucherId }: RequestedObject,
): Promise<string> => {
  if (voucherId === undefined) {
    if (objectId === undefined) throw invalid({ field: 'objectId', message: 'required' });
    return objectId;
  }
  if (objectId !== undefined) {
    if ((await readVoucherId(db, companyId, objectId)) !== voucherId) throw notFound();
    return objectId;
  }
  const voucher = await db
    .selectFrom('voucher')
    .select('object_id')
    .where('company_id', '=', companyId)
    .where('id', '=', voucherId)
    .executeTakeFirstOrThrow(notFound);
  return voucher.object_id;
};

type ReadContext = Pick<Context, 'db' | 'workers'>;

/**
 * Duration of the time range that one batch of fixes covers, ms. An hour at 1 Hz is read in a few milliseconds. Between
 * two batches the server holds no fixes, only the time ranges still to be read.
 */
const batchMs = 3_600_000;
/**
 * Additional time that is read before and after a batch of fixes, ms. A jump is recognised by the fixes on both sides.
 */
const marginMs = 60_000;

const roundOrNull = (value: number): number | null => (Number.isNaN(value) ? null : Number(value.toFixed(1)));

const readBatch = async (context: ReadContext, objectId: string, { fromMs, toMs }: Window): Promise<Location[]> => {
  const track = await readFixes(context, objectId, fromMs - marginMs, toMs + marginMs);
  const { timeMs, latitude, longitude, speedKmh, courseDeg } = track;
  const { reasons } = markSuspectFixes(track, Number.POSITIVE_INFINITY);
  const rows: Location[] = [];
  for (let i = firstIndexFrom(timeMs, fromMs); i < timeMs.length && timeMs[i]! < toMs; i++)
    if (reasons[i] === 0)
      rows.push([timeMs[i]!, latitude[i]!, longitude[i]!, roundOrNull(speedKmh[i]!), roundOrNull(courseDeg[i]!)]);
  return rows;
};

/**
 * Streams the fixes of an object without suspect ones, an hour at a time, as fast as the client reads. Hours without
 * fixes are skipped. The first fixes are read before the return, so that a database error precedes the first byte.
 */
const streamLocations = async (
  { streams, ...context }: ReadContext & Pick<Context, 'streams'>,
  objectId: string,
  windows: readonly Window[],
  signal: AbortSignal,
): Promise<RowStream> => {
  const remaining = windows.map(({ fromMs, toMs }) => ({ fromMs, toMs }));
  const read = async (): Promise<Location[]> => {
    for (let window = remaining[0]; window && !signal.aborted; window = remaining[0]) {
      const toMs = Math.min(window.toMs, window.fromMs + batchMs);
      const rows = await readBatch(context, objectId, { fromMs: window.fromMs, toMs });
      window.fromMs = toMs;
      if (toMs >= window.toMs) remaining.shift();
      if (rows.length > 0) return rows;
    }
    return [];
  };
  let firstRows: Location[] | undefined = await read();
  return {
    sendTimeoutMs: streams.sendTimeoutMs,
    next: async () => {
      const rows = firstRows ?? (await read());
      firstRows = undefined;
      return rows;
    },
    close: async () => {
      remaining.length = 0;
    },
  };
};

/** Adds the id of the object to a request that names an object or a voucher. */
const resolveObject = async <R extends { readonly caller: Caller; readonly query: RequestedObject }>(
  { db }: Context,
  request: R,
): Promise<R & { readonly query: { readonly objectId: string } }> => {
  const objectId = await readRequestedObject(db, request.caller.companyId, request.query);
  return { ...request, query: { ...request.query, objectId } };
};

/** Number of points of a drawn curve, for clients that do not give the width of their drawing. */
const defaultPoints = 2000;

export const telemetryHandlers = (
  context: Context,
): HandlersOf<
  | 'GET /api/crashes/map/{id}'
  | 'GET /api/crashes/curves/{id}'
  | 'GET /api/v2/Accident/{id}/reconstruction'
  | 'GET /api/v2/Anomaly/history'
  | 'GET /api/locations'
  | 'GET /api/events'
  | 'GET /api/v2/ExoStory'
  | 'GET /api/v3/curves'
> => ({
  'GET /api/crashes/map/{id}': async ({ caller, params }) => readCrashMap(context, caller.companyId, params.id),
  'GET /api/crashes/curves/{id}': async ({ caller, params, query }) =>
    readCrashCurves(context, caller.companyId, params.id, query.points ?? defaultPoints),
  'GET /api/v2/Accident/{id}/reconstruction': async ({ caller, params }) =>
    readReconstruction(context, caller.companyId, params.id),
  'GET /api/v2/Anomaly/history': async request => {
    const { caller, query } = await resolveObject(context, request);
    return listAnomalies(context.db, caller.companyId, query);
  },
  'GET /api/locations': async request => {
    const { objectId } = (await resolveObject(context, request)).query;
    const windows = await openPeriod(context, request, objectId, request.query);
    return streamLocations(context, objectId, windows, request.signal);
  },
  'GET /api/events': async request => listEvents(context, await resolveObject(context, request)),
  'GET /api/v3/curves': async request => readDriveCurves(context, request),
  'GET /api/v2/ExoStory': async request => {
    const { objectId, page = 1, pageSize = 1000 } = (await resolveObject(context, request)).query;
    const windows = await openPeriod(context, request, objectId, request.query);
    return readLog(context, objectId, windows, { limit: pageSize, offset: (page - 1) * pageSize });
  },
});
