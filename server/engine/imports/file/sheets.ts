import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import { firstRowsMax } from './headings.ts';
import { withSplitColumn } from './oneColumn.ts';
import {
  type AddRow,
  FileRefused,
  type FileTable,
  type ReadingChoice,
  type ReadingFault,
  TableMaker,
} from './table.ts';

/** Summary of the first rows of a sheet, used to propose the sheet to import. */
interface Look {
  /** Number of known headings among the first rows. */
  readonly known: number;
  /** Number of rows below the headings, `countedMax` at most. */
  readonly rows: number;
}

/** A visible sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  /** Undefined: its rows cannot be read. */
  readonly look: () => Promise<Look | undefined>;
  /** Returns the indexes of the hidden columns. */
  readonly read: (add: AddRow) => Promise<readonly number[]>;
}

/** Maximum number of sheets that are searched for headings, and named when they are left out. */
const lookedAtMax = 50;
/** Maximum number of rows counted in a sheet that is not imported. */
export const countedMax = 1000;
const namesMax = 100;

const isFilled = (cell: FileCell): boolean => cell !== null && String(cell).trim() !== '';

/** Searches the first rows of a sheet for known headings, and counts its rows. */
export const makeLook = ({ known }: Pick<ReadingChoice, 'known'>) => {
  const table = new TableMaker({ known, isWidthFixed: false });
  let [filled, further, isRefused] = [0, 0, false];
  const isEnough = () => isRefused || further >= countedMax;
  const add: AddRow = (row, cells, faults) => {
    if (isEnough()) return;
    if (filled > firstRowsMax) {
      if (cells.some(isFilled)) further += 1;
      return;
    }
    try {
      table.add(row, cells, faults);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      // A refused sheet is no reason to refuse the file, because another sheet may be the one to import.
      isRefused = true;
    }
    if (cells.some(isFilled)) filled += 1;
  };
  const look = (): Look | undefined =>
    isRefused ? undefined : { rows: Math.min(countedMax, table.rows + further), known: table.known };
  return { add, isEnough, look };
};

/** Returns the sheet with the most known headings, among those with rows below the headings. Of several, the first. */
const proposedOf = (looks: ReadonlyMap<Sheet, Look | undefined>): Sheet | undefined => {
  let [best, most] = [undefined as Sheet | undefined, -1];
  for (const [sheet, look] of looks) if (look && look.rows > 0 && look.known > most) [best, most] = [sheet, look.known];
  return best;
};

/**
 * Rows of the chosen sheet, or of the most likely one. `sheets`: the visible sheets, with the one at which the workbook
 * opens first. `hidden`: names of the others.
 */
export const readSheets = async (
  sheets: readonly Sheet[],
  hidden: readonly string[],
  choice: ReadingChoice,
  since1904 = false,
): Promise<FileTable> => {
  const chosen = sheets.find(({ name }) => name === choice.sheet);
  if (choice.sheet !== undefined && !chosen) throw new FileRefused('NO_SUCH_SHEET');
  const looks = new Map<Sheet, Look | undefined>();
  if (sheets.length > 1) for (const each of sheets.slice(0, lookedAtMax)) looks.set(each, await each.look());
  // If no sheet can be read, the first one gives the reason.
  const sheet = chosen ?? proposedOf(looks) ?? sheets[0];
  if (!sheet) throw new FileRefused('TABLE_EMPTY');
  const table = new TableMaker({ ...choice, isWidthFixed: false, since1904 });
  const split = withSplitColumn(choice, (row, cells, faults, isHidden) => {
    const remark: ReadingFault = { message: 'hiddenRow', grave: false };
    table.add(row, cells, isHidden && cells.some(isFilled) ? [...faults, remark] : faults);
  });
  const hiddenColumns = await sheet.read(split.add);
  split.end();
  const left = sheets.filter(each => each !== sheet && looks.get(each)?.rows !== 0).slice(0, namesMax);
  return table.end({
    Sheet: sheet.name,
    Sheets: sheets.map(({ name }) => name),
    LeftSheets: left.map(each => ({ Name: each.name, Rows: looks.get(each)?.rows ?? null })),
    HiddenSheets: hidden.slice(0, namesMax),
    HiddenColumns: [...hiddenColumns],
  });
};

/** Returns the text shown for a formula whose value is not stored in the file. */
export const formulaText = (formula: string): string => `=${formula.slice(0, 200)}`;

export const formulaFault = (column: number): ReadingFault => ({
  column,
  message: 'formulaWithoutValue',
  grave: true,
});
