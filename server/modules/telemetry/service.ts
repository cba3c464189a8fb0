import { implausibleDoubts } from '../../../src/contract/shapes/accident.ts';
import type { Reconstruction } from '../../../src/contract/shapes/reconstruction.ts';
import type { CrashCurves, CrashMap } from '../../../src/contract/shapes/telemetry.ts';
import { motionAfter } from '../../../src/resources/accidents/verdict.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { noFacts } from '../../domain/telemetry/noFacts.ts';
import { ignitionChanges, noAcceleration, speedAround, trackPoints } from './crashWindow.ts';
import { readFixes, runDrawImpact, runReconstructImpact } from './longRecordings.ts';
import { readOrientations } from './orientation.ts';
import * as repository from './repository.ts';

export { readCurrentAnomalies } from './anomalies.ts';
export { believedFixes } from './crashWindow.ts';
export { readFixes, runFindSighting, runWriteTrack } from './longRecordings.ts';
export { joinTracks, sortFixes } from './merging.ts';
export { readOrientations, type StoredOrientation, toVehicleSamples, turnedSamples } from './orientation.ts';
export { requireDateOrder } from './period.ts';
export {
  decodeFixes,
  findObjectsWithTelemetry,
  findVoucherId,
  longestBlockMs,
  readBlocks,
  readCrashBlock,
  readLastDataTime,
  readLastFixTime,
  readTripTimes,
  type StoredBlock,
} from './repository.ts';
export { manoeuvreFigures, roundedTo } from './roundedSql.ts';
export { clipToWindows, logPositionAccess, readVisibleWindows, type Window } from './whereabouts.ts';

/** Duration of the track and curve that are shown before a crash and after it, ms. */
export const aroundCrashMs = 120_000;

type ReadContext = Pick<Context, 'db' | 'workers'>;

const readCrashSurroundings = async ({ db, workers }: ReadContext, companyId: number, id: number) => {
  const crash = await repository.readCrash(db, companyId, id);
  const zeroMs = Date.parse(crash.crashAt);
  const [fromMs, toMs] = [zeroMs - aroundCrashMs, zeroMs + aroundCrashMs + 1];
  return { ...crash, zeroMs, track: await readFixes({ db, workers }, crash.objectId, fromMs, toMs) };
};

/** Stored data around a crash: the curve of its message, and the fixes. Worker threads call this function. */
export const readImpactRecord = async (db: Db, companyId: number, id: number) => {
  const { objectId, crashAt } = await repository.readCrash(db, companyId, id);
  const zeroMs = Date.parse(crashAt);
  const [fromMs, toMs] = [zeroMs - aroundCrashMs, zeroMs + aroundCrashMs + 1];
  const track = repository.decodeFixes(await repository.readBlocks(db, objectId, fromMs, toMs), fromMs, toMs);
  return { track, curve: await repository.readCrashCurve(db, objectId, id) };
};

export const readCrashMap = async (context: ReadContext, companyId: number, id: number): Promise<CrashMap> => {
  const { crashAt, latitude, longitude, zeroMs, track } = await readCrashSurroundings(context, companyId, id);
  return {
    CrashDateTime: crashAt,
    Latitude: latitude,
    Longitude: longitude,
    Track: trackPoints(track, zeroMs),
    Ignition: ignitionChanges(track, zeroMs),
  };
};

export const readCrashCurves = async (
  { db, workers }: ReadContext,
  companyId: number,
  id: number,
  points: number,
): Promise<CrashCurves> => {
  const { crashAt, objectId, gravity, zeroMs, track } = await readCrashSurroundings({ db, workers }, companyId, id);
  const block = await repository.readCrashBlock(db, objectId, id);
  return {
    CrashDateTime: crashAt,
    ...(block
      ? await runDrawImpact(workers, block.samples, { block: block.data, zeroMs, points, gravity })
      : noAcceleration),
    ...speedAround([track], zeroMs, points),
  };
};

/** Returns where and when the car came to rest, by the rule of the page's words. Null: it drove on. */
const restAfter = (points: CrashMap['Track']) => {
  const motion = motionAfter(points);
  if (motion.kind === 'unknown') return undefined;
  if (motion.kind === 'drove' || motion.continuedDriving) return null;
  const point = points.find(([atS]) => atS === motion.stopAfterS);
  return point && { atS: point[0], latitude: point[1], longitude: point[2] };
};

export const readReconstruction = async (
  { db, workers }: ReadContext,
  companyId: number,
  id: number,
): Promise<Reconstruction> => {
  const crash = await readCrashSurroundings({ db, workers }, companyId, id);
  const { crashAt, objectId, gravity, zeroMs, track } = crash;
  const facts = { ...noFacts(), ...crash.facts };
  const block = await repository.readCrashBlock(db, objectId, id);
  const orientations = await readOrientations(db, objectId);
  const orientation = orientations.findLast(({ fromMs }) => fromMs <= zeroMs) ?? orientations[0];
  return {
    CrashDateTime: crashAt,
    ...(await runReconstructImpact(workers, {
      track,
      block: block?.data ?? null,
      axes: orientation?.axes ?? null,
      gravity,
      facts,
      isFaulty: facts.Doubts?.some(doubt => implausibleDoubts.includes(doubt)) ?? false,
      impactMs: zeroMs,
      rest: restAfter(trackPoints(track, zeroMs)),
    })),
  };
};
