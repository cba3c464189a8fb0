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
import { storageFigures } from './storage.ts';

const shown = (value: number | null): string => {
  if (value === null) return '–';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(3);
};
const verdict = ({ met, value }: Figure): string =>
  value === null ? 'too few' : met === null ? '' : met ? 'met' : 'MISSED';

/** Prints one line per figure, with its note below. */
const printTable = (section: string, figures: readonly Figure[], seconds: number): void => {
  console.log(`\n${section} (${seconds.toFixed(1)} s)`);
  for (const figure of figures) {
    const { subject, figure: name, unit, count, value, low, high, floor, target, note } = figure;
    const interval = value === null ? '' : `[${shown(low)}, ${shown(high)}]`;
    const cells = [
      `  ${subject}: ${name}`.padEnd(76),
      `n ${count}`.padEnd(8),
      `${shown(value)} ${value === null ? '' : unit}`.padEnd(14),
      interval.padEnd(20),
      (floor === null ? '' : `floor ${shown(floor)}`).padEnd(16),
      (target ?? '').padEnd(18),
      verdict(figure),
    ];
    console.log(cells.join(' ').trimEnd());
    if (note) console.log(`      ${note}`);
  }
};

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
