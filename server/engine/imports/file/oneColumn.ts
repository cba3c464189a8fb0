import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import { csvRows } from './csvRows.ts';
import { firstRowsMax } from './headings.ts';
import { separationOf } from './separator.ts';
import type { AddRow, ReadingChoice, ReadingFault } from './table.ts';

/** Number of known headings that prove that a text is a row of values. */
const surelyKnown = 2;

const isFilled = (cell: FileCell | undefined): boolean =>
  cell !== null && cell !== undefined && String(cell).trim() !== '';
/**
 * Joins the lines of a text with blanks. Each line is trimmed alone, because a regular expression would search a long
 * run of blanks from each of them.
 */
const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .join(' ');
/** The text of a row with one value in the first column. Undefined: another row. */
const onlyText = (cells: readonly FileCell[]): string | undefined =>
  typeof cells[0] === 'string' && cells.findLastIndex(isFilled) === 0 ? inOneLine(cells[0]) : undefined;

const splitText = (text: string, separator: string): { cells: readonly string[]; faults: readonly ReadingFault[] } => {
  const [row] = csvRows(text, separator);
  return {
    cells: row?.cells ?? [],
    faults: row?.isUnclear ? [{ message: 'unclosedQuote', grave: true }] : [],
  };
};

/**
 * Splits the first column if it holds whole rows. That happens if Excel opened a file with another separator, or a
 * program quoted each line.
 * `end` decides about a table with few rows, and adds them.
 */
export const withSplitColumn = ({ known }: Pick<ReadingChoice, 'known'>, add: AddRow) => {
  const first: Parameters<AddRow>[] = [];
  let separator: string | undefined;
  let isDecided = false;
  const take: AddRow = (row, cells, faults, isHidden) => {
    const text = separator === undefined ? undefined : onlyText(cells);
    if (text === undefined || separator === undefined) return add(row, cells, faults, isHidden);
    const split = splitText(text, separator);
    add(row, split.cells, [...faults, ...split.faults], isHidden);
  };
  const end = (): void => {
    if (isDecided) return;
    isDecided = true;
    const texts = first.filter(([, cells]) => cells.some(isFilled)).map(([, cells]) => onlyText(cells));
    if (texts.length > 1 && texts.every(text => text !== undefined)) {
      const found = separationOf(texts.join('\n'), { known });
      if (found.worth >= surelyKnown) separator = found.separator;
    }
    for (const row of first) take(...row);
  };
  const split: AddRow = (row, cells, faults, isHidden) => {
    if (isDecided) return take(row, cells, faults, isHidden);
    // The first row with several values shows that the file is no single column. Most files need to wait for one row only.
    const isSingle = !cells.some(isFilled) || onlyText(cells) !== undefined;
    first.push([row, cells, faults, isHidden]);
    if (!isSingle || first.length === firstRowsMax) end();
  };
  return { add: split, end };
};
