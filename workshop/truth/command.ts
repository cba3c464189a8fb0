import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { anomalyFigures } from './anomalies.ts';
import { crashFigures } from './crashes.ts';
import { crashTestFigures } from './crashTests.ts';
import { deltaVFigures } from './deltaVs.ts';
import { corruptionFigures, routeFigures } from './distances.ts';
import type { Figure } from './figure.ts';
import { readTruth } from './folder.ts';
import { manoeuvreFigures } from './manoeuvres.ts';
import { orientationFigures } from './orientations.ts';
import { printTable } from './printing.ts';
import { storageFigures } from './storage.ts';

const usage = 'Usage: npm run truth -- <folder> [--json] [--only <section>]';

const readArguments = (args: string[]) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean' }, only: { type: 'string' } },
  });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) throw new Error(usage);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder ${folder}.\n${usage}`);
  return { folder, json: values.json === true, only: values.only };
};

/**
 * `npm run truth -- <folder>`: measures on a folder's recordings how far the engine can be trusted; see docs/truth.md
 */
export const runTruth = async (args: string[]): Promise<void> => {
  const { folder, json, only } = readArguments(args);
  const truth = await readTruth(folder);
  const sections: readonly (readonly [string, () => Figure[]])[] = [
    ['distance', () => routeFigures(truth.drives, truth.routes)],
    ['corruptions', () => corruptionFigures(truth.drives)],
    ['manoeuvres', () => manoeuvreFigures(truth.drives, truth.earth, truth.labels)],
    ['orientation', () => orientationFigures(truth.drives)],
    ['anomalies', () => anomalyFigures(truth.drives)],
    ['crash tests', () => crashTestFigures(truth)],
    ['crash or not', () => crashFigures(truth)],
    ['storage', () => storageFigures(truth.drives)],
    ['delta-v', () => deltaVFigures(truth.crashTests.map(({ pulse }) => pulse))],
  ];
  const names = sections.map(([name]) => name);
  if (only !== undefined && !names.includes(only))
    throw new Error(`There is no section ${only}; there are: ${names.join(', ')}.`);
  const figures: Figure[] = [];
  for (const [name, measure] of sections) {
    if (only !== undefined && only !== name) continue;
    const startMs = performance.now();
    const found = measure();
    figures.push(...found);
    if (!json) printTable(name, found, (performance.now() - startMs) / 1000);
  }
  const missed = figures.filter(({ met }) => met === false).length;
  const open = figures.filter(({ value }) => value === null).length;
  if (json) console.log(JSON.stringify({ folder, figures, read: truth.read, unknown: truth.unknown }, null, 2));
  else {
    for (const { file, reason } of truth.unknown) console.log(`not read: ${file}: ${reason}`);
    console.log(`\n${figures.length} figures, ${missed} miss their target, of ${open} there is too little to say.`);
  }
  if (truth.read.length === 0)
    throw new Error(`${folder} has no recording that is known by its header: nothing was measured.`);
};
