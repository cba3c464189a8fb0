import type { Static } from 'typebox';
import type { CrashCurves, CrashMap, TripDetail, TripRow } from '../../../src/contract/shapes/telemetry.ts';
import type { Db } from '../../db/connect.ts';
import { accelerationAround, speedAround, trackPoints } from './around.ts';
import * as repository from './repository.ts';

export { sortFixes } from './merging.ts';
export {
  fixesOf,
  lastFixAt,
  longestBlockMs,
  readBlocks,
  readFixes,
  type StoredBlock,
  tripFigures,
} from './repository.ts';

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
  const { crashAt, objectId, zeroMs, track } = await readAround(db, companyId, id);
  const curve = await repository.readCrashCurve(db, objectId, id);
  return {
    CrashDateTime: crashAt,
    ...accelerationAround(curve, zeroMs, points),
    ...speedAround(track, zeroMs, points),
  };
};

export interface TripsQuery {
  readonly objectId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

export const listTrips = async (
  db: Db,
  companyId: number,
  { objectId, from, to, page = 1, pageSize = 25 }: TripsQuery,
): Promise<{ Items: TripRow[]; Total: number }> => {
  await repository.requireObject(db, companyId, objectId);
  const asked = { companyId, objectId, from, to, limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await repository.readTripRows(db, asked);
  return { Items: rows, Total: total };
};

export const readTrip = async (
  db: Db,
  companyId: number,
  objectId: string,
  id: number,
): Promise<Static<typeof TripDetail>> => {
  await repository.requireObject(db, companyId, objectId);
  const trip = await repository.readTripRow(db, objectId, id);
  const startMs = Date.parse(trip.DateTime);
  const endMs = startMs + Math.round(trip.DurationS * 1000);
  const track = await repository.readFixes(db, objectId, startMs, endMs + 1);
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
