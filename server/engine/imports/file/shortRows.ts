/*
 * Rows of a text file with fewer values than headings. A line break inside a value without quotes makes two such rows
 * of one record. But some programs leave out empty values at the end of a row.
 */

/** Minimum share of the rows, and minimum number of rows, whose width is a habit of the program that wrote the file. */
const habitShareMin = 0.1;
const habitRowsMin = 2;
/** Minimum number of columns from which a row of a single value is no record. */
const columnsMin = 3;

export interface ShortRow {
  readonly at: number;
  /** True: a part of a broken record. False: perhaps only a row without its last values. */
  readonly grave: boolean;
}

/** Returns the index after the rows from `from` on that together are one record. Undefined: they are none. */
const endOfBrokenRecord = (widths: readonly number[], from: number, columns: number): number | undefined => {
  let [joined, at] = [1, from];
  // The parts of a broken value are counted in two rows, so each further row adds one value less than it has.
  while (joined < columns && at < widths.length && (widths[at] as number) < columns) {
    joined += (widths[at] as number) - 1;
    at += 1;
  }
  return joined === columns && at > from + 1 ? at : undefined;
};

/**
 * Returns the rows that are parts of a broken record, or may be. `widths`: number of values of each row, `columns`:
 * number of headings.
 */
export const findShortRows = (widths: readonly number[], columns: number): readonly ShortRow[] => {
  // If all rows are equally short, the last columns are empty in the whole file.
  if (new Set(widths).size === 1) return [];
  const brokenRecords: number[][] = [];
  const singleRows: number[] = [];
  for (let at = 0; at < widths.length; ) {
    const end = (widths[at] as number) < columns ? endOfBrokenRecord(widths, at, columns) : at + 1;
    if (end === undefined) singleRows.push(at);
    else if (end > at + 1) brokenRecords.push(Array.from({ length: end - at }, (_, index) => at + index));
    at = end ?? at + 1;
  }
  const singleWidths = new Set(singleRows.map(at => widths[at]));
  // Rows that fit together by chance have the width of other short rows.
  const isBrokenByChance = (rows: readonly number[]): boolean => rows.some(at => singleWidths.has(widths[at]));
  singleRows.push(...brokenRecords.filter(isBrokenByChance).flat());
  const rowsByWidth = new Map<number, number>();
  for (const at of singleRows) {
    const width = widths[at] as number;
    rowsByWidth.set(width, (rowsByWidth.get(width) ?? 0) + 1);
  }
  const isHabit = (at: number): boolean =>
    (rowsByWidth.get(widths[at] as number) ?? 0) >= Math.max(habitRowsMin, habitShareMin * widths.length);
  return [
    ...brokenRecords.filter(rows => !isBrokenByChance(rows)).flatMap(rows => rows.map(at => ({ at, grave: true }))),
    ...singleRows.filter(at => !isHabit(at)).map(at => ({ at, grave: widths[at] === 1 && columns >= columnsMin })),
  ];
};
