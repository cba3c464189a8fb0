import { importColumnsMax } from '../../../../src/contract/limits.ts';
import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import { isFilled } from './formRows.ts';
import { type AddRow, FileRefused, type ReadingFault } from './table.ts';

/**
 * Maximum number of merged ranges over several rows. A sheet of 50,000 rows has fewer, so more are an attack on the
 * memory.
 */
const rangesMax = 200_000;

interface MergedRange {
  /** Index of the first column of the range, from 0. */
  readonly column: number;
  readonly lastColumn: number;
  readonly lastRow: number;
}

export class MergedRanges {
  readonly #byRow = new Map<number, MergedRange[]>();
  #count = 0;

  add(firstRow: number, lastRow: number, column: number, lastColumn: number): void {
    if (!(lastRow > firstRow) || column >= importColumnsMax) return;
    this.#count += 1;
    if (this.#count > rangesMax) throw new FileRefused('TABLE_TOO_LARGE');
    const rangesOfRow = this.#byRow.get(firstRow);
    if (rangesOfRow) rangesOfRow.push({ column, lastColumn, lastRow });
    else this.#byRow.set(firstRow, [{ column, lastColumn, lastRow }]);
  }

  startingAt(row: number): readonly MergedRange[] {
    return this.#byRow.get(row) ?? [];
  }
}

interface MergedValue extends MergedRange {
  readonly cell: FileCell;
  readonly fault: ReadingFault | undefined;
}

/**
 * Returns the function `add` extended: each row gets the values of its merged ranges. A file stores such a value in the
 * first row of the range only.
 * A row without a value of its own gets none, because a range may also span blank rows.
 * A value that the file stores below another one in a range is kept, with a warning: a spreadsheet hides such a value.
 */
export const withMergedValues = (ranges: MergedRanges, add: AddRow): AddRow => {
  const activeValues = new Map<number, MergedValue>();
  return (row, cells, faults, isHidden) => {
    const [filledCells, filledFaults] = [[...cells], [...faults]];
    for (const [column, { lastRow, lastColumn, cell, fault }] of activeValues) {
      if (row > lastRow) activeValues.delete(column);
      else if (cells.some(isFilled)) {
        for (let at = column; at <= Math.min(lastColumn, cells.length - 1); at += 1)
          if (isFilled(cells[at]) && cells[at] !== cell)
            filledFaults.push({ column: at, message: 'hiddenByMerging', grave: false });
        if (isFilled(cells[column])) continue;
        while (filledCells.length < column) filledCells.push(null);
        filledCells[column] = cell;
        if (fault) filledFaults.push(fault);
      }
    }
    for (const range of ranges.startingAt(row))
      activeValues.set(range.column, {
        ...range,
        cell: cells[range.column] ?? null,
        fault: faults.find(each => each.column === range.column),
      });
    add(row, filledCells, filledFaults, isHidden);
  };
};
