import { filterCfc } from '../../server/domain/telemetry/cfc.ts';
import { clip3Ms, hic } from '../../server/domain/telemetry/hic.ts';
import type { Sheet } from '../recordings/recording.ts';
import type { Figure } from './figure.ts';
import type { CrashReference, Truth } from './folder.ts';

const rateOf = ({ rows }: Sheet): number =>
  Math.round((rows.length - 1) / (Number(rows[rows.length - 1]!.t_s) - Number(rows[0]!.t_s)));

/** Returns the resultant of a part of a dummy, g. Null if a channel is missing. */
const resultantOf = (sheet: Sheet, place: string, cfc: number): Float64Array | null => {
  const names = ['x', 'y', 'z'].map(axis => `${place}_${axis}`);
  if (names.some(name => !(name in sheet.rows[0]!))) return null;
  const [x, y, z] = names.map(name =>
    filterCfc(
      Float64Array.from(sheet.rows, row => Number(row[name])),
      rateOf(sheet),
      cfc,
    ),
  );
  return x!.map((value, i) => Math.hypot(value, y![i]!, z![i]!));
};

interface Comparison {
  readonly name: string;
  readonly ours: number;
  readonly official: number;
}

const comparisonsOf = (sheet: Sheet, reference: CrashReference): Comparison[] =>
  Object.entries(reference.official ?? {}).flatMap(([occupant, values]) => {
    const place = occupant.startsWith('driver') ? 'driver' : 'pass';
    const rateHz = rateOf(sheet);
    const compared: Comparison[] = [];
    const head = resultantOf(sheet, `${place}_head`, 1000);
    if (head && values.HIC) {
      const windowMs = (values.T2_ms ?? 15) - (values.T1_ms ?? 0) > 15.5 ? 36 : 15;
      compared.push({
        name: `HIC${windowMs} ${occupant}`,
        ours: hic(head, rateHz, windowMs).value,
        official: values.HIC,
      });
    }
    const chest = resultantOf(sheet, `${place}_chest`, 180);
    if (chest && values.chest_3ms_clip_g)
      compared.push({
        name: `3 ms clip ${occupant}`,
        ours: clip3Ms(chest, rateHz),
        official: values.chest_3ms_clip_g,
      });
    return compared;
  });

/**
 * Compares filter and integral with the laboratory's published values. The values are few and exact, so there is no
 * interval.
 */
export const crashTestFigures = ({ crashTests, references }: Truth): Figure[] =>
  crashTests.flatMap(({ file, sheet }) => {
    const reference = references.find(one => one.file === file);
    if (!reference) return [];
    return comparisonsOf(sheet, reference).map(({ name, ours, official }): Figure => {
      const off = Math.abs(ours / official - 1) * 100;
      return {
        subject: `${name}, ${file.replace(/\..*$/, '')}`,
        figure: 'off the official value',
        unit: '%',
        count: 1,
        value: off,
        low: null,
        high: null,
        floor: null,
        target: '≤ 1 %',
        met: off <= 1,
        note: `ours ${ours.toFixed(2)}, official ${official}`,
      };
    });
  });
