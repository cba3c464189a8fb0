import type { ExportTask } from '../engine/exports/input.ts';
import { packError } from './errors.ts';

/*
 * Functions that worker threads run, by the names that workers.ts uses. Each is loaded on first use, because most
 * threads run only one of them.
 */
type Work = (task: never) => unknown;
const later =
  <Name extends string>(load: () => Promise<{ readonly [name in Name]: Work }>, name: Name): Work =>
  async task => {
    try {
      return await (await load())[name](task);
    } catch (error) {
      throw packError(error);
    }
  };

const ingest = () => import('../modules/ingest/worker.ts');
export const beginIngest = later(ingest, 'begin');
export const read = later(ingest, 'read');
export const share = later(ingest, 'share');
export const cut = later(ingest, 'cut');
export const drives = later(ingest, 'drives');
export const judge = later(ingest, 'judge');
export const upright = later(ingest, 'upright');
export const isRepeat = later(ingest, 'isRepeat');
export const setStepsAside = later(ingest, 'setStepsAside');
const telemetry = () => import('../modules/telemetry/thread.ts');
export const drawImpact = later(telemetry, 'drawImpact');
export const cutCurve = later(telemetry, 'cutCurve');
export const mergeBlocks = later(telemetry, 'mergeBlocks');
export const drawSpeeds = later(telemetry, 'drawSpeeds');
export const writeTrack = later(telemetry, 'writeTrack');
export const findSightingIn = later(telemetry, 'findSightingIn');
export const drawHeatmap = later(() => import('../modules/statistics/heatmap.ts'), 'drawHeatmap');
export const writeExport = later(async () => {
  const [work, { tables }] = await Promise.all([import('../engine/exports/thread.ts'), import('../tables.ts')]);
  return { writeExport: (task: ExportTask) => work.writeExport(tables, task) };
}, 'writeExport');
export const readImport = later(() => import('../engine/imports/thread.ts'), 'readImport');
export const writeDossier = later(() => import('../modules/dossier/thread.ts'), 'writeDossier');
