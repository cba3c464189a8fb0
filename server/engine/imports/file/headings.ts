import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import {
  findHeadingField,
  type HeadingField,
  headingKey,
  type KnownHeadings,
} from '../../../../src/schema/headingText.ts';
import { parseDateText } from '../../../../src/schema/kinds/dateText.ts';
import { isEmail } from '../../../../src/schema/kinds/email.ts';
import { isCarPlate } from '../../../../src/schema/kinds/plate.ts';
import { vinValidity } from '../../../../src/schema/kinds/vin.ts';
import { trimmedText } from './formRows.ts';

/** Number of rows at the beginning of a table that are searched for headings. Rows without values do not count. */
export const firstRowsMax = 30;
/** Maximum number of rows with group headings above the headings. */
const groupRowsMax = 2;
/** A row with fewer values than this share of the fullest row is a title, not headings or data. */
const fullRowShare = 0.6;

interface Row {
  readonly row: number;
  readonly cells: readonly FileCell[];
}

export interface ProposedHeadings {
  /**
   * Index of the heading row among the given rows. -1: there are no headings, because the first full row holds data.
   */
  readonly at: number;
  /** Number of fields whose headings the row has. A similar heading counts half. Zero: no row has a known heading. */
  readonly knownCount: number;
}

const filledCount = ({ cells }: Row): number => cells.filter(cell => trimmedText(cell) !== '').length;

/** Returns the text of the group above each column. A merged cell of a file has its text in the first column only. */
const groupNames = ({ cells }: Row, columns: number): readonly string[] => {
  let name = '';
  return Array.from({ length: columns }, (_, column) => {
    name = trimmedText(cells[column]) || name;
    return name;
  });
};

/**
 * Returns the headings of the columns if this row is the heading row. An empty heading is taken from the rows directly
 * above.
 * Merged cells keep their text in one cell only. For example, "Order no." may span the heading row and the row of group
 * headings above.
 * A heading gets the name of its group if several columns have this heading, or if both together are the heading of
 * another field: `Number (Policy)`.
 */
export const headingsOfRow = (rows: readonly Row[], at: number, known: KnownHeadings): readonly string[] => {
  const ownHeadings = (rows[at]?.cells ?? []).map(trimmedText);
  const headings = [...ownHeadings];
  let groups: readonly string[] | undefined;
  for (let above = at - 1; above >= Math.max(0, at - groupRowsMax); above -= 1) {
    const group = rows[above] as Row;
    if (group.row !== (rows[above + 1] as Row).row - 1 || filledCount(group) < 2) break;
    groups ??= groupNames(group, headings.length);
    for (const [column, cell] of group.cells.entries())
      if (column < headings.length && headings[column] === '') headings[column] = trimmedText(cell);
  }
  if (!groups) return headings;
  const keys = ownHeadings.map(headingKey);
  return headings.map((heading, column) => {
    const [key, group = ''] = [keys[column] as string, groups[column]];
    if (key === '' || group === '' || headingKey(group) === key) return heading;
    const joined = `${heading} (${group})`;
    if (keys.indexOf(key) !== keys.lastIndexOf(key)) return joined;
    const joinedField = findHeadingField(joined, known)?.field;
    return joinedField !== undefined && joinedField !== findHeadingField(heading, known)?.field ? joined : heading;
  });
};

/** Minimum share of digits in a number, a phone or a code. In a heading such as "Phone 2" the share is smaller. */
const digitShareMin = 0.4;

/** Longest text that is looked at for a date or a code. */
const valueLengthMax = 80;

/** Whether a cell has a value that cannot be a heading: a number, a date, a phone, a code. */
const isValue = (cell: FileCell | undefined): boolean => {
  if (typeof cell === 'number' || typeof cell === 'boolean') return true;
  const text = trimmedText(cell);
  const digits = text.match(/\d/g)?.length ?? 0;
  if (digits >= 5 && digits >= digitShareMin * text.length) return true;
  if (text.length > valueLengthMax) return false;
  return (
    isEmail(text) ||
    isCarPlate(text) ||
    vinValidity(text) !== 'malformed' ||
    !('fault' in parseDateText(text, { now: new Date(0) }))
  );
};

/** Number of known headings from which a row is the heading row although it also has values such as numbers. */
const knownHeadingsMin = 2;

/** Proposes the heading row among the first rows of a table: the one with most of the known headings. */
export const proposeHeadings = (rows: readonly Row[], known: KnownHeadings): ProposedHeadings => {
  const foundFields = new Map<string, HeadingField | undefined>();
  const knownCountOf = (headings: readonly string[]): number => {
    const weightByField = new Map<string, number>();
    for (const heading of headings) {
      if (heading === '') continue;
      if (!foundFields.has(heading)) foundFields.set(heading, findHeadingField(heading, known));
      const found = foundFields.get(heading);
      if (found === undefined) continue;
      const weight = found.by === 'resemblance' ? 0.5 : 1;
      weightByField.set(found.field, Math.max(weight, weightByField.get(found.field) ?? 0));
    }
    return [...weightByField.values()].reduce((sum, weight) => sum + weight, 0);
  };
  const filledCounts = rows.map(filledCount);
  const filledMax = Math.max(0, ...filledCounts);
  const knownCounts = rows.map((row, at) => {
    // A title above the table is a single text, so it is no heading row, whatever words it has.
    if (filledMax > 1 && (filledCounts[at] ?? 0) < 2) return 0;
    const ownCount = knownCountOf(row.cells.map(trimmedText));
    // A name or a street in a row of data may equal a known heading. So one known heading beside values does not count.
    if (ownCount < knownHeadingsMin && row.cells.some(isValue)) return 0;
    // Headings spread over several rows count only if this row has a known heading itself. A row without one may hold
    // data.
    return ownCount === 0 ? 0 : Math.max(ownCount, knownCountOf(headingsOfRow(rows, at, known)));
  });
  const knownMax = Math.max(0, ...knownCounts);
  // A row of group headings may have as many known headings as the row of headings below it. A group is above several
  // headings, so it has empty cells between the names of the groups.
  const isGroupRow = (at: number): boolean =>
    rows[at + 1]?.row === (rows[at] as Row).row + 1 &&
    (knownCounts[at + 1] ?? 0) > 0 &&
    (filledCounts[at + 1] ?? 0) > (filledCounts[at] ?? 0) &&
    (rows[at] as Row).cells.findLastIndex(cell => trimmedText(cell) !== '') >= (filledCounts[at] ?? 0) &&
    !rows[at + 1]?.cells.some(isValue);
  if (knownMax > 0) {
    let at = knownCounts.indexOf(knownMax);
    while (isGroupRow(at)) at += 1;
    return { at, knownCount: knownMax };
  }
  const first = filledCounts.findIndex(count => count >= Math.max(1, fullRowShare * filledMax));
  return { at: rows[first]?.cells.some(isValue) ? -1 : Math.max(0, first), knownCount: 0 };
};
