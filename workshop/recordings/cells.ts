import { BrokenFile } from './recording.ts';

type Row = Readonly<Record<string, string>>;

export const gravityMs2 = 9.80665;
export const kmhPerMph = 1.609344;

const numberIn = (row: Row, column: string, line: number): number => {
  const text = row[column]?.trim() ?? '';
  const value = text === '' ? Number.NaN : Number(text);
  if (text !== '' && !Number.isFinite(value)) throw new BrokenFile(`row ${line}: ${column} is "${text}"`);
  return value;
};

/** Returns functions that read the numbers and moments of one row of a file. `line` is for error messages. */
export const cellsOf = (row: Row, line: number) => {
  const number = (column: string): number => {
    const value = numberIn(row, column, line);
    if (Number.isNaN(value)) throw new BrokenFile(`row ${line}: ${column} is empty`);
    return value;
  };
  return {
    number,
    /** Returns the number in a column, or NaN if the cell is empty. */
    maybe: (column: string): number => numberIn(row, column, line),
    moment: (column: string): number => {
      const ms = Date.parse(row[column] ?? '');
      if (Number.isNaN(ms)) throw new BrokenFile(`row ${line}: ${column} is "${row[column] ?? ''}"`);
      return ms;
    },
  };
};
export type Cells = ReturnType<typeof cellsOf>;

/** Returns the line number of a row in its file. The header is line 1. */
export const lineOf = (index: number): number => index + 2;

export const isoOf = (ms: number): string => new Date(Math.round(ms)).toISOString();

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * Returns the rounded value, or undefined if it is outside the range that the webhook accepts. An invalid secondary
 * value, such as a speed, must not cost the fix.
 */
export const within = (value: number, low: number, high: number, digits: number): number | undefined =>
  value >= low && value <= high ? rounded(value, digits) : undefined;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/** Returns rows grouped by a column's value, in order of first occurrence. */
export const groupRows = (rows: readonly Row[], column: string): Map<string, { row: Row; line: number }[]> => {
  const groups = new Map<string, { row: Row; line: number }[]>();
  for (const [i, row] of rows.entries()) {
    const key = row[column]?.trim() ?? '';
    if (key === '') throw new BrokenFile(`row ${lineOf(i)}: ${column} is empty`);
    const group = groups.get(key) ?? [];
    group.push({ row, line: lineOf(i) });
    groups.set(key, group);
  }
  return groups;
};
