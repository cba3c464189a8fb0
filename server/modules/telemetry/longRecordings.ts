import type { Kysely } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import type { Workers } from '../../threads/workers.ts';
import { readBlocks, type StoredBlock } from './repository.ts';
import {
  type BlocksInWindow,
  type CurveCut,
  cutCurve,
  drawImpact,
  findSightingIn,
  type ImpactDrawing,
  mergeBlocks,
  reduceSpeeds,
  type SightingTask,
  type SpeedSeriesTask,
  type TrackTask,
  writeTrack,
} from './thread.ts';

/** Above this number of samples or fixes a worker thread reads them, because the work would block the event loop. */
const fewSamples = 20_000;

/** Above this number of fixes a worker thread reads and serialises them, which takes longer than drawing. */
const fewWritten = 5000;

type Runs = Pick<Workers, 'run'>;

interface Reader {
  readonly db: Kysely<Database>;
  readonly workers: Runs;
}

const samplesOf = (blocks: readonly StoredBlock[]): number => blocks.reduce((sum, { samples }) => sum + samples, 0);

export const drawImpactOf = async (workers: Runs, samples: number, task: ImpactDrawing) =>
  samples > fewSamples ? workers.run<typeof drawImpact>('modules/telemetry/drawImpact', task) : drawImpact(task);

export const cutCurveOf = async (workers: Runs, samples: number, task: CurveCut) =>
  samples > fewSamples ? workers.run<typeof cutCurve>('modules/telemetry/cutCurve', task) : cutCurve(task);

export const reduceSpeedsOf = async (workers: Runs, task: SpeedSeriesTask) =>
  samplesOf(task.windows.flatMap(({ blocks }) => blocks)) > fewSamples
    ? workers.run<typeof reduceSpeeds>('modules/telemetry/reduceSpeeds', task)
    : reduceSpeeds(task);

export const fixesWithin = async (workers: Runs, task: BlocksInWindow) =>
  samplesOf(task.blocks) > fewSamples
    ? workers.run<typeof mergeBlocks>('modules/telemetry/mergeBlocks', task)
    : mergeBlocks(task);

/** Fixes of an object with `fromMs` ≤ time < `toMs`. A worker thread decodes a day of fixes. */
export const readFixes = async (
  { db, workers }: Reader,
  objectId: string,
  fromMs: number,
  toMs: number,
): Promise<Track> => fixesWithin(workers, { blocks: await readBlocks(db, objectId, fromMs, toMs), fromMs, toMs });

/** JSON of the points of a track. */
export const writeTrackOf = async (workers: Runs, task: TrackTask): Promise<Uint8Array> =>
  samplesOf(task.windows.flatMap(({ blocks }) => blocks)) > fewWritten
    ? workers.run<typeof writeTrack>('modules/telemetry/writeTrack', task)
    : writeTrack(task);

export const findSightingOf = async (workers: Runs, task: SightingTask) =>
  samplesOf(task.blocks) > fewWritten
    ? workers.run<typeof findSightingIn>('modules/telemetry/findSightingIn', task)
    : findSightingIn(task);
