import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import { csvRows } from './csvRows.ts';
import { firstRowsMax } from './headings.ts';
import { detectSeparation } from './separator.ts';
import type { AddRow, ReadingChoice, ReadingFault } from './table.ts';

/** Number of known headings that prove that a text is a row of values. */
const knownHeadingsMin = 2;

const isFilled = (cell: FileCell | undefined): boolean =>
  cell !== null && cell !== undefined && String(cell).trim() !== '';
/**
 * Joins the lines of a text with blanks. Each line is trimmed alone, because a regular expression would search a long
 * run of blanks from each of them.
 */
const joinLines = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .join(' ');
/** The text of a row with one value in the first column. Undefined: another row. */
const singleText = (cells: readonly FileCell[]): string | undefined =>
  typeof cells[0] === 'string' && cells.findLastIndex(isFilled) === 0 ? joinLines(cells[0]) : undefined;

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
export const makeColumnSplitter = ({ known }: Pick<ReadingChoice, 'known'>, add: AddRow) => {
  const firstRows: Parameters<AddRow>[] = [];
  let separator: string | undefined;
  let isDecided = false;
  const addSplit: AddRow = (row, cells, faults, isHidden) => {
    const text = separator === undefined ? undefined : singleText(cells);
    if (text === undefined || separator === undefined) return add(row, cells, faults, isHidden);
    const splitRow = splitText(text, separator);
    add(row, splitRow.cells, [...faults, ...splitRow.faults], isHidden);
  };
  const end = (): void => {
    if (isDecided) return;
    isDecided = true;
    const texts = firstRows.filter(([, cells]) => cells.some(isFilled)).map(([, cells]) => singleText(cells));
    if (texts.length > 1 && texts.every(text => text !== undefined)) {
      const separation = detectSeparation(texts.join('\n'), { known });
      if (separation.knownHeadingCount >= knownHeadingsMin) separator = separation.separator;
    }
    for (const row of firstRows) addSplit(...row);
  };
  const addOrCollect: AddRow = (row, cells, faults, isHidden) => {
    if (isDecided) return addSplit(row, cells, faults, isHidden);
    // The first row with several values shows that the file is no single column. Most files need to wait for one row
    // only.
    const isSingle = !cells.some(isFilled) || singleText(cells) !== undefined;
    firstRows.push([row, cells, faults, isHidden]);
    if (!isSingle || firstRows.length === firstRowsMax) end();
  };
  return { add: addOrCollect, end };
};
