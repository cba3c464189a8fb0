import { isFilled } from './formRows.ts';
import { firstRowsMax } from './headings.ts';
import { makeColumnSplitter } from './oneColumn.ts';
import {
  type AddRow,
  FileRefused,
  type FileTable,
  type ReadingChoice,
  type ReadingFault,
  TableBuilder,
} from './table.ts';

/** Summary of the first rows of a sheet, used to propose the sheet to import. */
interface SheetSummary {
  readonly knownCount: number;
  /** Number of rows below the headings, `countedRowsMax` at most. */
  readonly rows: number;
}

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly summarise: () => Promise<SheetSummary | undefined>;
  /** Reads the rows of the sheet. Returns the indexes of the hidden columns. */
  readonly readRows: (add: AddRow) => Promise<readonly number[]>;
}

/** Maximum number of sheets that are searched for headings. */
const summarisedSheetsMax = 50;
/** Maximum number of rows counted in a sheet that is not imported. */
export const countedRowsMax = 1000;
const namedSheetsMax = 100;

export const makeSheetSummariser = ({ known }: Pick<ReadingChoice, 'known'>) => {
  const table = new TableBuilder({ known, isWidthFixed: false });
  let [filledRows, furtherRows, isRefused] = [0, 0, false];
  const isEnough = () => isRefused || furtherRows >= countedRowsMax;
  const add: AddRow = (row, cells, faults) => {
    if (isEnough()) return;
    if (filledRows > firstRowsMax) {
      if (cells.some(isFilled)) furtherRows += 1;
      return;
    }
    try {
      table.add(row, cells, faults);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      // A sheet that is refused does not make the whole file refused, because another sheet may be the one to import.
      isRefused = true;
    }
    if (cells.some(isFilled)) filledRows += 1;
  };
  const summarise = (): SheetSummary | undefined =>
    isRefused ? undefined : { rows: Math.min(countedRowsMax, table.rows + furtherRows), knownCount: table.knownCount };
  return { add, isEnough, look: summarise };
};

/**
 * Returns the sheet with the most known headings, among those with rows below the headings. Of several such sheets,
 * returns the first.
 */
const proposeSheet = (summaries: ReadonlyMap<Sheet, SheetSummary | undefined>): Sheet | undefined => {
  let [best, most] = [undefined as Sheet | undefined, -1];
  for (const [sheet, summary] of summaries)
    if (summary && summary.rows > 0 && summary.knownCount > most) [best, most] = [sheet, summary.knownCount];
  return best;
};

/**
 * Reads the rows of the chosen sheet, or of the most likely visible one. Without a visible sheet, all sheets count as
 * visible: programs that write workbooks make this error, and a spreadsheet shows such sheets all the same.
 * `allSheets`: first the sheet that the workbook shows when opened.
 */
export const readSheets = async (
  allSheets: readonly Sheet[],
  choice: ReadingChoice,
  since1904 = false,
): Promise<FileTable> => {
  const visibleSheets = allSheets.filter(({ isHidden }) => !isHidden);
  const sheets = visibleSheets.length > 0 ? visibleSheets : allSheets;
  const hiddenNames = allSheets.filter(each => !sheets.includes(each)).map(({ name }) => name);
  const chosenSheet = sheets.find(({ name }) => name === choice.sheet);
  if (choice.sheet !== undefined && !chosenSheet) throw new FileRefused('NO_SUCH_SHEET');
  const summaries = new Map<Sheet, SheetSummary | undefined>();
  if (sheets.length > 1)
    for (const each of sheets.slice(0, summarisedSheetsMax)) summaries.set(each, await each.summarise());
  // If no sheet can be read, the first sheet is read, so that its error is the reason for refusing the file.
  const sheet = chosenSheet ?? proposeSheet(summaries) ?? sheets[0];
  if (!sheet) throw new FileRefused('TABLE_EMPTY');
  const table = new TableBuilder({ ...choice, isWidthFixed: false, since1904 });
  const columnSplitter = makeColumnSplitter(choice, (row, cells, faults, isHidden) => {
    const hiddenRowFault: ReadingFault = { message: 'hiddenRow', grave: false };
    table.add(row, cells, isHidden && cells.some(isFilled) ? [...faults, hiddenRowFault] : faults);
  });
  const hiddenColumns = await sheet.readRows(columnSplitter.add);
  columnSplitter.end();
  const leftOutSheets = sheets
    .filter(each => each !== sheet && summaries.get(each)?.rows !== 0)
    .slice(0, namedSheetsMax);
  // The table may be in a hidden sheet, which the user does not see in the visible ones either.
  if (table.rows === 0 && hiddenNames.length > 0) throw new FileRefused('TABLE_HIDDEN');
  return table.end({
    Sheet: sheet.name,
    Sheets: sheets.map(({ name }) => name),
    LeftSheets: leftOutSheets.map(each => ({ Name: each.name, Rows: summaries.get(each)?.rows ?? null })),
    HiddenSheets: hiddenNames.slice(0, namedSheetsMax),
    HiddenColumns: [...hiddenColumns],
  });
};

/** Returns the text that stands for a formula whose value is not stored in the file: `=` and the formula. */
export const formulaText = (formula: string): string => `=${formula.slice(0, 200)}`;

export const formulaFault = (column: number): ReadingFault => ({
  column,
  message: 'formulaWithoutValue',
  grave: true,
});
