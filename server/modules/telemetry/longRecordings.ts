import type { Workers } from '../../workers.ts';
import type { StoredBlock } from './repository.ts';
import {
  type BlocksWithin,
  type CurveCut,
  cutCurve,
  drawImpact,
  drawSpeeds,
  type ImpactDrawing,
  mergeBlocks,
  type SpeedDrawing,
} from './thread.ts';

/** More samples or fixes than this block others noticeably: a worker thread reads them. */
const fewSamples = 20_000;

type Runs = Pick<Workers, 'run'>;

const samplesOf = (blocks: readonly StoredBlock[]): number => blocks.reduce((sum, { samples }) => sum + samples, 0);

export const drawImpactOf = async (workers: Runs, samples: number, task: ImpactDrawing) =>
  samples > fewSamples ? workers.run<typeof drawImpact>('drawImpact', task) : drawImpact(task);

export const cutCurveOf = async (workers: Runs, samples: number, task: CurveCut) =>
  samples > fewSamples ? workers.run<typeof cutCurve>('cutCurve', task) : cutCurve(task);

export const drawSpeedsOf = async (workers: Runs, task: SpeedDrawing) =>
  samplesOf(task.windows.flatMap(({ blocks }) => blocks)) > fewSamples
    ? workers.run<typeof drawSpeeds>('drawSpeeds', task)
    : drawSpeeds(task);

export const fixesWithin = async (workers: Runs, task: BlocksWithin) =>
  samplesOf(task.blocks) > fewSamples ? workers.run<typeof mergeBlocks>('mergeBlocks', task) : mergeBlocks(task);
