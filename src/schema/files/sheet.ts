import type { Locale } from '../../contract/messages/index.ts';
import type { ExportCell } from '../kinds/cell.ts';
import { cutText } from '../kinds/graphemes.ts';

export interface SheetColumn {
  readonly label: string;
  /** Width of the column in characters: that of its longest value or its label, at most `maxColumnWidthCh`. */
  readonly width: number;
  readonly align: 'start' | 'end';
}

/** Lines in an exported file that tell its origin, such as list and time. Each has a label and a text. */
export type OriginLines = readonly (readonly [label: string, text: string])[];

/**
 * A list as shown on screen, ready to be written to a file. It is plain data, so that it can be sent to a web worker.
 */
export interface Sheet {
  readonly title: string;
  readonly locale: Locale;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly ExportCell[])[];
  readonly originLines: OriginLines;
}

/** Maximum initial width of a column in an exported file, characters. Longer texts wrap. */
const maxColumnWidthCh = 40;
const textLength = (cell: ExportCell | undefined): number => (cell && 'text' in cell ? cell.text.length : 0);

export const columnWidthCh = (label: string, rows: readonly (readonly ExportCell[])[], column: number): number =>
  Math.min(
    maxColumnWidthCh,
    rows.reduce((longest, row) => Math.max(longest, textLength(row[column])), label.length),
  );

/**
 * Returns a title as a name for a worksheet. Such a name has at most 31 characters and none of those in the pattern
 * below.
 */
export const sheetName = (title: string): string =>
  cutText(title.replace(/[\\/?*[\]:]+ ?/g, ' ').trim(), 31) || 'Sheet1';

/** Matches characters that XML cannot hold, and a carriage return, which an XML parser reads as a line feed. */
const notInXml = /(?![\t\n\x7F-\x9F])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
const characterEscape = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/**
 * Returns a text with the escapes of workbooks, from which Excel and LibreOffice restore the same text (ECMA-376,
 * ST_Xstring). A vertical tab becomes `_x000B_`. The underscore of a text that looks like an escape becomes `_x005F_`.
 */
export const escapeWorkbookText = (text: string): string =>
  text.replace(/_(?=x[0-9a-fA-F]{4}_)/g, characterEscape).replace(notInXml, characterEscape);

export const originSheetTitle: { readonly [L in Locale]: string } = { ru: 'О выгрузке', en: 'About' };
