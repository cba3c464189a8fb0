import type { Static } from 'typebox';
import type { CrashCurves, CrashMap, TripDetail, TripRow } from '../../../src/contract/shapes/telemetry.ts';
import type { Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError } from '../../errors.ts';
import { accelerationAround, speedAround, trackPoints } from './around.ts';
import * as repository from './repository.ts';
import { noteReading, type Window, windowsFor } from './whereabouts.ts';

export { sortFixes } from './merging.ts';
export {
  fixesOf,
  hasTelemetry,
  lastFixAt,
  longestBlockMs,
  readBlocks,
  readFixes,
  type StoredBlock,
  tripFigures,
} from './repository.ts';
export { type Window, windowsFor } from './whereabouts.ts';

/** Time shown on either side of a crash, ms. */
export const aroundCrashMs = 120_000;

const readAround = async (db: Db, companyId: number, id: number) => {
  const crash = await repository.readCrash(db, companyId, id);
  const zeroMs = Date.parse(crash.crashAt);
  const track = await repository.readFixes(db, crash.objectId, zeroMs - aroundCrashMs, zeroMs + aroundCrashMs + 1);
  return { ...crash, zeroMs, track };
};

export const crashMap = async (db: Db, companyId: number, id: number): Promise<CrashMap> => {
  const { crashAt, latitude, longitude, zeroMs, track } = await readAround(db, companyId, id);
  return { CrashDateTime: crashAt, Latitude: latitude, Longitude: longitude, Track: trackPoints(track, zeroMs) };
};

export const crashCurves = async (db: Db, companyId: number, id: number, points: number): Promise<CrashCurves> => {
  const { crashAt, objectId, gravity, zeroMs, track } = await readAround(db, companyId, id);
  const curve = await repository.readCrashCurve(db, objectId, id);
  return {
    CrashDateTime: crashAt,
    ...accelerationAround(curve, zeroMs, points, gravity),
    ...speedAround(track, zeroMs, points),
  };
};

export const listTrips = async (
  context: Pick<Context, 'db' | 'now'>,
  request: Pick<Request<'GET /api/v2/StatisticSummingTrip/list'>, 'caller' | 'change' | 'query'>,
): Promise<{ Items: TripRow[]; Total: number }> => {
  const { caller, query } = request;
  const { companyId } = caller;
  const { objectId, from, to, page = 1, pageSize = 25 } = query;
  const voucherId = await repository.voucherOf(context.db, companyId, objectId);
  const windows = await windowsFor(context, caller, objectId);
  await noteReading(context, request, { voucherId, objectId, what: `${from ?? '…'} – ${to ?? '…'}` });
  const asked = { companyId, objectId, from, to, limit: pageSize, offset: (page - 1) * pageSize, windows };
  const { rows, total } = await repository.readTripRows(context.db, asked);
  return { Items: rows, Total: total };
};

/** Of the trip what lies in the windows: the whole of it where there are none. */
const seenOf = (startMs: number, endMs: number, windows: readonly Window[] | undefined): Window => {
  if (!windows) return { fromMs: startMs, toMs: endMs };
  const seen = windows.find(({ fromMs, toMs }) => startMs <= toMs && endMs >= fromMs);
  if (!seen) throw new DomainError('CASE_NEEDED');
  return { fromMs: Math.max(startMs, seen.fromMs), toMs: Math.min(endMs, seen.toMs) };
};

export const readTrip = async (
  context: Pick<Context, 'db' | 'now'>,
  request: Pick<Request<'GET /api/v2/StatisticSummingTrip/{id}'>, 'caller' | 'change' | 'query' | 'params'>,
): Promise<Static<typeof TripDetail>> => {
  const { caller, query, params } = request;
  const { objectId } = query;
  const { db } = context;
  const voucherId = await repository.voucherOf(db, caller.companyId, objectId);
  const windows = await windowsFor(context, caller, objectId);
  const trip = await repository.readTripRow(db, objectId, params.id);
  const startMs = Date.parse(trip.DateTime);
  const { fromMs, toMs } = seenOf(startMs, startMs + Math.round(trip.DurationS * 1000), windows);
  await noteReading(context, request, { voucherId, objectId, what: trip.DateTime });
  const track = await repository.readFixes(db, objectId, fromMs, toMs + 1);
  const Track = trackPoints(track, startMs).map(
    ([offsetS, latitude, longitude, speedKmh]): [number, number, number, number] => [
      offsetS,
      latitude,
      longitude,
      speedKmh ?? 0,
    ],
  );
  return { ...trip, Track };
};
