import type { FileCell } from '../../../../src/kinds/fileCell.ts';
import { firstRowsMax } from './headings.ts';
import { FileRefused, type FileTable, type ReadingChoice, type ReadingFault, TableMaker } from './table.ts';

/** Takes a row of a sheet. */
export type AddRow = (row: number, cells: readonly FileCell[], faults: readonly ReadingFault[]) => void;

/** A visible sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  /** Known headings among its first rows. Absent: it has nothing but headings. */
  readonly known: () => Promise<number | undefined>;
  readonly read: (add: AddRow) => Promise<void>;
}

/** Sheets that are looked at for known headings. */
const lookedAtMax = 50;

/** Looks at the first rows of a sheet for known headings. */
export const makeLook = ({ known }: Pick<ReadingChoice, 'known'>) => {
  const table = new TableMaker({ known, isWidthFixed: false });
  let [rows, isRefused] = [0, false];
  const isEnough = () => isRefused || rows > firstRowsMax;
  const add: AddRow = (row, cells, faults) => {
    if (isEnough()) return;
    try {
      table.add(row, cells, faults);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      // Another sheet may be the one to import.
      isRefused = true;
    }
    if (cells.some(cell => cell !== null && String(cell).trim() !== '')) rows += 1;
  };
  return { add, isEnough, known: () => (isRefused || !table.hasRows ? undefined : table.known) };
};

/** The sheet that has most of the known headings, with rows below them; the first one of several. */
const proposeSheet = async (sheets: readonly Sheet[]): Promise<Sheet | undefined> => {
  let [best, most] = [undefined as Sheet | undefined, -1];
  for (const sheet of sheets.slice(0, lookedAtMax)) {
    const known = await sheet.known();
    if (known !== undefined && known > most) [best, most] = [sheet, known];
  }
  return best;
};

/**
 * Rows of the sheet that is chosen, else of the one that is most likely meant. `sheets`: the one that the workbook opens at
 * is the first.
 */
export const readSheets = async (
  sheets: readonly Sheet[],
  choice: ReadingChoice,
  since1904 = false,
): Promise<FileTable> => {
  const chosen = sheets.find(({ name }) => name === choice.sheet);
  if (choice.sheet !== undefined && !chosen) throw new FileRefused('NO_SUCH_SHEET');
  // Where no sheet can be read, the first one says why.
  const sheet = chosen ?? (sheets.length > 1 ? await proposeSheet(sheets) : undefined) ?? sheets[0];
  if (!sheet) throw new FileRefused('TABLE_EMPTY');
  const table = new TableMaker({ ...choice, isWidthFixed: false, since1904 });
  await sheet.read((row, cells, faults) => table.add(row, cells, faults));
  return table.end({ Sheet: sheet.name, Sheets: sheets.map(({ name }) => name) });
};

/** Returns the text shown for a formula whose value is not stored in the file. */
export const formulaText = (formula: string): string => `=${formula.slice(0, 200)}`;

export const formulaFault = (column: number): ReadingFault => ({
  column,
  message: 'formulaWithoutValue',
  grave: true,
});
