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
  type ReconstructionTask,
  type reconstructImpact,
  reduceSpeeds,
  type SightingTask,
  type SpeedSeriesTask,
  type TrackTask,
  writeTrack,
} from './thread.ts';

/** Above this number of samples or fixes a worker thread reads them, because the work would block the event loop. */
const workerThresholdSamples = 20_000;

/**
 * Above this number of fixes a worker thread reads the fixes and serialises them as JSON. The serialising takes longer
 * than reducing them for a drawing.
 */
const workerThresholdWrittenFixes = 5000;

type WorkerRunner = Pick<Workers, 'run'>;

interface Reader {
  readonly db: Kysely<Database>;
  readonly workers: WorkerRunner;
}

const countSamples = (blocks: readonly StoredBlock[]): number => blocks.reduce((sum, { samples }) => sum + samples, 0);

export const runDrawImpact = async (workers: WorkerRunner, samples: number, task: ImpactDrawing) =>
  samples > workerThresholdSamples
    ? workers.run<typeof drawImpact>('modules/telemetry/drawImpact', task)
    : drawImpact(task);

/** Runs in a worker thread whatever the length: the smoothing alone takes about 20 ms. */
export const runReconstructImpact = (workers: WorkerRunner, task: ReconstructionTask) =>
  workers.run<typeof reconstructImpact>('modules/telemetry/reconstructImpact', task);

export const runCutCurve = async (workers: WorkerRunner, samples: number, task: CurveCut) =>
  samples > workerThresholdSamples ? workers.run<typeof cutCurve>('modules/telemetry/cutCurve', task) : cutCurve(task);

export const runReduceSpeeds = async (workers: WorkerRunner, task: SpeedSeriesTask) =>
  countSamples(task.windows.flatMap(({ blocks }) => blocks)) > workerThresholdSamples
    ? workers.run<typeof reduceSpeeds>('modules/telemetry/reduceSpeeds', task)
    : reduceSpeeds(task);

export const runMergeBlocks = async (workers: WorkerRunner, task: BlocksInWindow) =>
  countSamples(task.blocks) > workerThresholdSamples
    ? workers.run<typeof mergeBlocks>('modules/telemetry/mergeBlocks', task)
    : mergeBlocks(task);

/** Fixes of an object with `fromMs` ≤ time < `toMs`. A worker thread decodes a day of fixes. */
export const readFixes = async (
  { db, workers }: Reader,
  objectId: string,
  fromMs: number,
  toMs: number,
): Promise<Track> => runMergeBlocks(workers, { blocks: await readBlocks(db, objectId, fromMs, toMs), fromMs, toMs });

export const runWriteTrack = async (workers: WorkerRunner, task: TrackTask): Promise<Uint8Array> =>
  countSamples(task.windows.flatMap(({ blocks }) => blocks)) > workerThresholdWrittenFixes
    ? workers.run<typeof writeTrack>('modules/telemetry/writeTrack', task)
    : writeTrack(task);

export const runFindSighting = async (workers: WorkerRunner, task: SightingTask) =>
  countSamples(task.blocks) > workerThresholdWrittenFixes
    ? workers.run<typeof findSightingIn>('modules/telemetry/findSightingIn', task)
    : findSightingIn(task);
