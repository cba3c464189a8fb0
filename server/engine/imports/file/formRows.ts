import type { FileCell } from '../../../../src/schema/files/fileCell.ts';

/*
 * Rows that a printed form has beside its data: repeated headings, numbers of columns, drawn lines, totals and
 * signatures.
 */

export type FormRowReason = 'headings' | 'numbering' | 'line';

export const trimmedText = (cell: FileCell | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell).trim();
export const isFilled = (cell: FileCell | undefined): cell is string | number | boolean => trimmedText(cell) !== '';
const filledTexts = (cells: readonly FileCell[]): readonly string[] =>
  cells.map(trimmedText).filter(text => text !== '');

/** Returns a text that is equal for rows with equal cells. Used to find repeated headings. */
export const rowKey = (cells: readonly FileCell[]): string => cells.map(trimmedText).join('\u0000').replace(/\0+$/, '');

/** Minimum number of cells in a row of column numbers. A shorter row may be data. */
const numberingCellsMin = 3;

/** Whether the row has the numbers of its columns: 1, 2, 3 and so on. `columns`: number of columns of a record. */
export const isNumbering = (cells: readonly FileCell[], columns: number): boolean => {
  const texts = filledTexts(cells);
  return (
    texts.length >= numberingCellsMin &&
    texts.length * 2 > columns &&
    texts.every((text, at) => text.replace(/^\((\d+)\)$|^(\d+)\.$/, '$1$2') === String(at + 1))
  );
};

/** Whether the row is a horizontal line drawn with characters: `-----+-----`. */
export const isDrawnLine = (cells: readonly FileCell[]): boolean => {
  const texts = filledTexts(cells);
  return texts.length > 0 && texts.every(text => /^[-=_+:|*~–—]{3,}$/.test(text));
};

const totalsWord = /^(?:итого|всего|(?:grand |sub)?totals?)/iu;
/**
 * Matches the text of a total after the word for totals, as in "Итого по филиалу" or "Всего: 12". "Итого Мария" does
 * not match, because it is a name.
 */
const textAfterTotals = /^(?:\s*$|\s*[:=.,;(/]|\s+[-–—=\d]|\s+\p{Ll}|\s+(?:ПО|ЗА|НА|FOR|BY)\s)/u;
/** Words that begin a signature. Each ends with its word, because "Директоренко" is a surname. */
const signatureWord =
  /^(?:исполнител[ьи]|руководител[ьи]|(?:ген(?:\.|еральный)? ?)?директор|(?:гл(?:\.|авный)? ?)?бухгалтер|ответственн(?:ый|ая|ое|ые)|начальник|подпис[ьи]|составил[аи]?|проверил[аи]?|утвердил[аи]?|согласован[оа]?|сдал[аи]?|принял[аи]?|м\. ?п\.|дата (?:печати|формирования|составления|выгрузки)|(?:отч[её]т )?сформирован[оа]?|страница \d+|prepared by|approved by|signature|signed by|printed (?:on|at|by)|generated (?:on|at|by)|page \d+)(?![\p{L}\p{N}])/iu;
const signatureLine = /^_{3,}$/;

/** Whether a text begins a row of totals, as "Итого" does. */
export const isTotalsText = (text: string): boolean => {
  const [word] = totalsWord.exec(text.trim()) ?? [];
  return word !== undefined && textAfterTotals.test(text.trim().slice(word.length));
};

/** Maximum number of values beside the words of a signature. A record has more. */
const signatureCellsMax = 3;

interface Row {
  readonly cells: readonly FileCell[];
  readonly faults?: readonly unknown[];
}

/** Whether a row is one of totals. Most of its cells are empty. */
const isTotals = ({ cells }: Row, columns: number): boolean => {
  const texts = filledTexts(cells);
  return isTotalsText(texts[0] ?? '') && texts.length * 2 <= columns;
};

/**
 * Whether a row is a part of the signatures below totals. It has words of a signature, a line to sign on, a single
 * value, or `(подпись)`.
 */
const isSignature = ({ cells, faults }: Row, columns: number): boolean => {
  const texts = filledTexts(cells);
  if (faults || texts.length * 2 > Math.max(columns, signatureCellsMax)) return false;
  const hasSignatureWord = signatureWord.test(texts[0] ?? '') || texts.some(text => signatureLine.test(text));
  return hasSignatureWord
    ? texts.length <= signatureCellsMax
    : texts.length === 1 || texts.every(text => /^[(/].*[)/]$/.test(text));
};

/**
 * Returns the index of the first of the totals and signatures at the end of a table. -1: the table has none. `columns`:
 * number of columns of a record.
 */
export const indexOfFooter = (rows: readonly Row[], columns: number): number => {
  const firstFooterRow = rows.findLastIndex(row => !isTotals(row, columns) && !isSignature(row, columns)) + 1;
  return rows.findIndex((row, at) => {
    if (at < firstFooterRow) return false;
    return (
      isTotals(row, columns) ||
      (!row.faults &&
        filledTexts(row.cells).length * 2 <= columns &&
        signatureWord.test(filledTexts(row.cells)[0] ?? ''))
    );
  });
};
