import { csvRows } from './csvRows.ts';
import { firstRowsMax, proposeHeadings } from './headings.ts';
import type { ReadingChoice } from './table.ts';

const separators = [';', ',', '\t', '|'] as const;
/** Number of characters at the beginning of a text in which the separator is searched. */
export const sampleLength = 64 * 1024;

/**
 * Returns the most frequent of some counts, and how often it occurs. Of equally frequent counts, the greatest is
 * returned.
 */
const modeOfCounts = (counts: readonly number[]): { readonly count: number; readonly times: number } => {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  const [count = 0, most = 0] = [...times].sort(([a, aTimes], [b, bTimes]) => bTimes - aTimes || b - a)[0] ?? [];
  return { count, times: most };
};

export interface Separation {
  readonly separator: string;
  /** Number of separators in most rows. */
  readonly usualCount: number;
  readonly knownHeadingCount: number;
}

/**
 * Returns the separator with which the first rows contain most of the known headings.
 * Without known headings, returns the separator that most often gives rows with the same number of values.
 */
export const detectSeparation = (
  text: string,
  { known }: Pick<ReadingChoice, 'known'>,
  declaredSeparator?: string,
): Separation => {
  const sample = text.slice(0, sampleLength);
  const candidates = (declaredSeparator === undefined ? separators : [declaredSeparator]).map(separator => {
    const rows: { row: number; cells: readonly string[] }[] = [];
    for (const { cells } of csvRows(sample, separator)) {
      if (cells.some(cell => cell.trim() !== '')) rows.push({ row: rows.length + 1, cells });
      if (rows.length === 3 * firstRowsMax) break;
    }
    const { count, times } = modeOfCounts(rows.map(({ cells }) => cells.length).filter(length => length > 1));
    const knownHeadingCount = proposeHeadings(rows.slice(0, firstRowsMax), known).knownCount;
    return { separator, usualCount: Math.max(0, count - 1), knownHeadingCount, times, count };
  });
  const [best] = candidates.sort(
    (a, b) => b.knownHeadingCount - a.knownHeadingCount || b.times - a.times || b.count - a.count,
  );
  return best ?? { separator: ';', usualCount: 0, knownHeadingCount: 0 };
};
