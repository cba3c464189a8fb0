import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import { csvRows } from './csvRows.ts';
import { isFilled } from './formRows.ts';
import { firstRowsMax } from './headings.ts';
import { detectSeparation } from './separator.ts';
import type { AddRow, ReadingChoice, ReadingFault } from './table.ts';

/** Minimum number of known headings in a text that prove that the text is a whole row of values. */
const knownHeadingsMin = 2;

/**
 * Joins the lines of a text with blanks.
 * Each line is trimmed alone, because a regular expression over the text would start again at each blank.
 */
const joinLines = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .join(' ');
/** Returns the text of a row that has a single value, in the first column. Undefined: the row has other values. */
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
 * The rows of a small table are kept until `end` is called, which then decides and adds them.
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
    // A row with several values shows that the table has several columns, so no more rows are collected. In most files
    // the first row shows this.
    const isSingle = !cells.some(isFilled) || singleText(cells) !== undefined;
    firstRows.push([row, cells, faults, isHidden]);
    if (!isSingle || firstRows.length === firstRowsMax) end();
  };
  return { add: addOrCollect, end };
};
