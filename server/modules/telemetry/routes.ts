import type { Context, HandlersOf } from '../../context.ts';
import { listAnomalies } from './anomalies.ts';
import { readDriveCurves } from './driveCurves.ts';
import { listEvents } from './events.ts';
import { streamLocations } from './locations.ts';
import { openPeriod } from './period.ts';
import { readLog } from './rawLog.ts';
import { crashCurves, crashMap } from './service.ts';

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
  'GET /api/crashes/map/{id}': async ({ caller, params }) => crashMap(context.db, caller.companyId, params.id),
  'GET /api/crashes/curves/{id}': async ({ caller, params, query }) =>
    crashCurves(context.db, caller.companyId, params.id, query.points ?? usualPoints),
  'GET /api/v2/Anomaly/history': async ({ caller, query }) => listAnomalies(context.db, caller.companyId, query),
  'GET /api/locations': async request => {
    const { objectId } = request.query;
    const windows = await openPeriod(context, request, objectId, request.query);
    return streamLocations(context, objectId, windows, request.signal);
  },
  'GET /api/events': async request => listEvents(context, request),
  'GET /api/v3/curves': async request => readDriveCurves(context, request),
  'GET /api/v2/ExoStory': async request => {
    const { objectId, page = 1, pageSize = 1000 } = request.query;
    const windows = await openPeriod(context, request, objectId, request.query);
    return readLog(context.db, objectId, windows, { limit: pageSize, offset: (page - 1) * pageSize });
  },
});
