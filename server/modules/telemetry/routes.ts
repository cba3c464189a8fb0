import type { Context, HandlersOf } from '../../context.ts';
import type { Caller } from '../../transaction.ts';
import { listAnomalies } from './anomalies.ts';
import { readDriveCurves } from './driveCurves.ts';
import { listEvents } from './events.ts';
import { streamLocations } from './locations.ts';
import { type ObjectAsked, objectAsked } from './objectAsked.ts';
import { openPeriod } from './period.ts';
import { readLog } from './rawLog.ts';
import { crashCurves, crashMap } from './service.ts';

/** Adds the object to a request that names an object or a voucher. */
const ofObject = async <R extends { readonly caller: Caller; readonly query: ObjectAsked }>(
  { db }: Context,
  request: R,
): Promise<R & { readonly query: { readonly objectId: string } }> => {
  const objectId = await objectAsked(db, request.caller.companyId, request.query);
  return { ...request, query: { ...request.query, objectId } };
};

/** Default for clients that do not give the width of their drawing. */
const usualPoints = 2000;

export const telemetryHandlers = (
  context: Context,
): HandlersOf<
  | 'GET /api/crashes/map/{id}'
  | 'GET /api/crashes/curves/{id}'
  | 'GET /api/v2/Anomaly/history'
  | 'GET /api/locations'
  | 'GET /api/events'
  | 'GET /api/v2/ExoStory'
  | 'GET /api/v3/curves'
> => ({
  'GET /api/crashes/map/{id}': async ({ caller, params }) => crashMap(context, caller.companyId, params.id),
  'GET /api/crashes/curves/{id}': async ({ caller, params, query }) =>
    crashCurves(context, caller.companyId, params.id, query.points ?? usualPoints),
  'GET /api/v2/Anomaly/history': async request => {
    const { caller, query } = await ofObject(context, request);
    return listAnomalies(context.db, caller.companyId, query);
  },
  'GET /api/locations': async request => {
    const { objectId } = (await ofObject(context, request)).query;
    const windows = await openPeriod(context, request, objectId, request.query);
    return streamLocations(context, objectId, windows, request.signal);
  },
  'GET /api/events': async request => listEvents(context, await ofObject(context, request)),
  'GET /api/v3/curves': async request => readDriveCurves(context, request),
  'GET /api/v2/ExoStory': async request => {
    const { objectId, page = 1, pageSize = 1000 } = (await ofObject(context, request)).query;
    const windows = await openPeriod(context, request, objectId, request.query);
    return readLog(context, objectId, windows, { limit: pageSize, offset: (page - 1) * pageSize });
  },
});
