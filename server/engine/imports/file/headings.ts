import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import { headingKey, type KnownHeadings, resembledField } from '../../../../src/schema/headingText.ts';
import { readDateText } from '../../../../src/schema/kinds/dateText.ts';
import { isEmail } from '../../../../src/schema/kinds/email.ts';
import { isCarPlate } from '../../../../src/schema/kinds/plate.ts';
import { judgeVin } from '../../../../src/schema/kinds/vin.ts';

/** Number of rows at the beginning of a table that are searched for headings. Rows without values do not count. */
export const firstRowsMax = 30;
/** Maximum number of rows with group headings above the headings. */
const groupRowsMax = 2;
/** Rows of titles have fewer values than this share of the fullest row. */
const fullShare = 0.6;

interface Row {
  readonly row: number;
  readonly cells: readonly FileCell[];
}

export interface ProposedHeadings {
  /** Index of the heading row among the given rows. -1: no headings, because the first full row holds data. */
  readonly at: number;
  /** Number of fields whose headings the row has. A similar heading counts half. Zero: no row has a known heading. */
  readonly known: number;
}

const textOf = (cell: FileCell | undefined): string => (cell === null || cell === undefined ? '' : String(cell).trim());
const filledIn = ({ cells }: Row): number => cells.filter(cell => textOf(cell) !== '').length;

/**
 * Headings of the columns if this row holds them. An empty heading is taken from the rows directly above.
 * Merged cells keep the text in one cell only, and "Order no." may span the row of group headings.
 */
export const headingsAt = (rows: readonly Row[], at: number): readonly string[] => {
  const headings = (rows[at]?.cells ?? []).map(textOf);
  for (let above = at - 1; above >= Math.max(0, at - groupRowsMax); above -= 1) {
    const group = rows[above] as Row;
    if (group.row !== (rows[above + 1] as Row).row - 1 || filledIn(group) < 2) break;
    for (const [column, cell] of group.cells.entries())
      if (column < headings.length && headings[column] === '') headings[column] = textOf(cell);
  }
  return headings;
};

/** Minimum share of digits in a number, a phone or a code. A heading such as "Phone 2" has fewer. */
const digitShare = 0.4;

/** Longest text that is looked at for a date or a code. */
const valueMax = 80;

/** Whether a cell has a value that cannot be a heading: a number, a date, a phone, a code. */
const isValue = (cell: FileCell | undefined): boolean => {
  if (typeof cell === 'number' || typeof cell === 'boolean') return true;
  const text = textOf(cell);
  const digits = text.match(/\d/g)?.length ?? 0;
  if (digits >= 5 && digits >= digitShare * text.length) return true;
  if (text.length > valueMax) return false;
  return (
    isEmail(text) ||
    isCarPlate(text) ||
    judgeVin(text) !== 'malformed' ||
    !('fault' in readDateText(text, { now: new Date(0) }))
  );
};

/** Number of known headings that make a row with values a heading row. */
const surelyKnown = 2;

/** Proposes the heading row among the first rows of a table: the one with most of the known headings. */
export const proposeHeadings = (rows: readonly Row[], known: KnownHeadings): ProposedHeadings => {
  const exact = new Map(known);
  const resembled = new Map<string, string | undefined>();
  const worthOf = (headings: readonly string[]): number => {
    const worth = new Map<string, number>();
    for (const heading of headings) {
      const field = exact.get(headingKey(heading));
      if (field !== undefined) worth.set(field, 1);
      else if (heading !== '') {
        if (!resembled.has(heading)) resembled.set(heading, resembledField(heading, known));
        const like = resembled.get(heading);
        if (like !== undefined && !worth.has(like)) worth.set(like, 0.5);
      }
    }
    return [...worth.values()].reduce((sum, each) => sum + each, 0);
  };
  const filled = rows.map(filledIn);
  const fullest = Math.max(0, ...filled);
  const worths = rows.map((row, at) => {
    // A title is a single text, whatever words it has.
    if (fullest > 1 && (filled[at] ?? 0) < 2) return 0;
    const own = worthOf(row.cells.map(textOf));
    // A name or a street in a row of data may be a known heading too.
    if (own < surelyKnown && row.cells.some(isValue)) return 0;
    // Headings spread over several rows count only if this row has a known one. A row without any may hold data.
    return own === 0 ? 0 : Math.max(own, worthOf(headingsAt(rows, at)));
  });
  const most = Math.max(0, ...worths);
  if (most > 0) return { at: worths.indexOf(most), known: most };
  const first = filled.findIndex(count => count >= Math.max(1, fullShare * fullest));
  return { at: rows[first]?.cells.some(isValue) ? -1 : Math.max(0, first), known: 0 };
};
