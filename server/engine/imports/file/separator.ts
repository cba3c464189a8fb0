import { csvRows } from './csvRows.ts';
import { firstRowsMax, proposeHeadings } from './headings.ts';
import type { ReadingChoice } from './table.ts';

const separators = [';', ',', '\t', '|'] as const;
/** Length of the beginning of a text that is searched. */
export const sampleLength = 64 * 1024;

/** Returns the most frequent count, and how often it occurs. Of equally frequent counts, the greatest. */
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
  /** Number of known headings in the first rows if this separator splits them. */
  readonly knownHeadingCount: number;
}

/**
 * The separator with which the first rows contain most of the known headings. Without known headings, the one that
 * gives the same number of values most often.
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
