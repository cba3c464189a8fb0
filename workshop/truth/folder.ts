import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type CurveSamples, curveSamplesOf } from '../../server/domain/telemetry/curves.ts';
import { listFiles, readHeader, readSheet } from '../recordings/files.ts';
import { findRecordings, readRecordings } from '../recordings/reading.ts';
import type { Sheet } from '../recordings/recording.ts';
import { type Drive, driveOf } from './drives.ts';
import {
  type EarthStretch,
  earthColumns,
  earthStretchesOf,
  type Label,
  labelColumns,
  labelsOf,
  shakenColumns,
  shakenCurveOf,
} from './labelled.ts';
import type { Route } from './routes.ts';

/** Figures of one crash test that the laboratory published. */
export interface CrashReference {
  readonly file?: string;
  readonly official?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Content of a folder of recordings. If the folder lacks a kind of content, the collection for that kind is empty. */
export interface Truth {
  readonly drives: Drive[];
  readonly routes: Map<string, Route>;
  /** Crash tests: the channels, and the pulse in vehicle axes. */
  readonly crashTests: { readonly file: string; readonly sheet: Sheet; readonly pulse: CurveSamples }[];
  readonly references: CrashReference[];
  readonly labels: Label[];
  readonly earth: EarthStretch[];
  /** Recordings of shaken devices, without fixes. `staged`: the recording has staged accidents at unknown times. */
  readonly shaken: { readonly file: string; readonly curve: CurveSamples; readonly staged: boolean }[];
  readonly read: string[];
  /** Files without readable content, and the reasons. */
  readonly unknown: { readonly file: string; readonly reason: string }[];
}

/** Name of a file with staged accidents. The columns are those of a recording without any. */
const stagedName = /(^|_)crash(_|\.)/;

const hasAll = (header: readonly string[], columns: readonly string[]): boolean =>
  columns.every(column => header.includes(column));

const addRoutes = ({ rows }: Sheet, routes: Map<string, Route>): void => {
  const groups = new Map<string, Sheet['rows'][number][]>();
  for (const row of rows) {
    const track = row.track ?? '';
    const group = groups.get(track);
    if (group) group.push(row);
    else groups.set(track, [row]);
  }
  for (const [track, nodes] of groups) {
    nodes.sort((a, b) => Number(a.seq) - Number(b.seq));
    routes.set(track, {
      latitude: Float64Array.from(nodes, ({ lat }) => Number(lat)),
      longitude: Float64Array.from(nodes, ({ lon }) => Number(lon)),
    });
  }
};

/**
 * Reads a file that is no recording: routes, labels, signals without fixes. Returns true if the file was recognised.
 */
const readBeside = async (folder: string, file: string, truth: Truth): Promise<boolean> => {
  const path = join(folder, file);
  if (file.endsWith('.json')) {
    const tests: unknown = JSON.parse(await readFile(path, 'utf8'));
    const crashTest = Object.values(tests as Record<string, CrashReference | null>).filter(
      (test): test is CrashReference => typeof test === 'object' && test !== null && 'official' in test,
    );
    truth.references.push(...crashTest);
    return crashTest.length > 0;
  }
  const { header } = await readHeader(path);
  if (!header) return false;
  if (hasAll(header, ['track', 'seq', 'lat', 'lon'])) addRoutes(await readSheet(path), truth.routes);
  else if (hasAll(header, labelColumns)) truth.labels.push(...labelsOf(await readSheet(path)));
  else if (hasAll(header, earthColumns)) truth.earth.push(...earthStretchesOf(await readSheet(path)));
  else if (hasAll(header, shakenColumns))
    truth.shaken.push({ file, curve: shakenCurveOf(await readSheet(path)), staged: stagedName.test(basename(file)) });
  else return false;
  return true;
};

/** Reads all files of a folder, recognised by their headers. An unreadable file is listed and stops nothing. */
export const readTruth = async (folder: string): Promise<Truth> => {
  const truth: Truth = {
    drives: [],
    routes: new Map(),
    crashTests: [],
    references: [],
    labels: [],
    earth: [],
    shaken: [],
    read: [],
    unknown: [],
  };
  for (const found of await findRecordings(folder, await listFiles(folder))) {
    try {
      if (found.kind === 'companion') {
        if (!found.used) throw new Error('the recording it belongs to is not here');
      } else if (found.kind === 'recordings') {
        for (const recording of await readRecordings(folder, found)) {
          const drive = driveOf(recording);
          if (recording.crash) {
            const sheet = await readSheet(join(folder, found.file));
            truth.crashTests.push({ file: basename(found.file), sheet, pulse: curveSamplesOf(recording.crash.curve) });
          } else truth.drives.push(drive);
        }
      } else if (!(await readBeside(folder, found.file, truth))) throw new Error(found.reason);
      truth.read.push(found.file);
    } catch (error) {
      truth.unknown.push({ file: found.file, reason: (error as Error).message });
    }
  }
  return truth;
};
