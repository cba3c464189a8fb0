import type { Locale } from '../contract/messages/index.ts';
import type { ExportCell } from './cell.ts';
import { cutText } from './graphemes.ts';

export interface SheetColumn {
  readonly label: string;
  /** Characters its longest value or its label takes, within reason. */
  readonly width: number;
  readonly align: 'start' | 'end';
}

/** What a file says of itself, beside its rows: a label and a text each. */
export type About = readonly (readonly [label: string, text: string])[];

/** What was on the screen, ready to be written: plain data, so that a worker can be given it. */
export interface Sheet {
  readonly title: string;
  readonly locale: Locale;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly ExportCell[])[];
  readonly about: About;
}

/** Characters beyond which a column wraps or is widened by hand. */
const widest = 40;
const textLength = (cell: ExportCell | undefined): number => (cell && 'text' in cell ? cell.text.length : 0);

export const widthOf = (label: string, rows: readonly (readonly ExportCell[])[], column: number): number =>
  Math.min(
    widest,
    rows.reduce((longest, row) => Math.max(longest, textLength(row[column])), label.length),
  );

/** Sheet names may not hold these, nor be longer than 31. */
export const sheetName = (title: string): string =>
  cutText(title.replace(/[\\/?*[\]:]+ ?/g, ' ').trim(), 31) || 'Sheet1';

export const aboutTitle: { readonly [L in Locale]: string } = { ru: 'О выгрузке', en: 'About' };
