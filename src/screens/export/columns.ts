import type { FigureTable } from '../../components/charts/ChartFigure.tsx';
import type { Resource } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { type DisplayContext, type ExportCell, exportCellOf, isQuantity } from '../../schema/kinds/cell.ts';
import type { FieldKind } from '../../schema/kinds/field.ts';
import { formatNumber } from '../../schema/kinds/format.ts';

export interface ExportedColumn<Row> {
  readonly label: string;
  readonly align?: 'start' | 'end';
  readonly cell: (row: Row, displayContext: DisplayContext) => ExportCell;
}

/** A table of a page that is no list of records: trips, samples, periods. */
export interface ExportedTable<Row> {
  /** Beginning of the file's name: lower-case Latin letters, digits and hyphens. */
  readonly name: string;
  readonly title: string;
  /** Subject of the rows, such as a voucher and a period. */
  readonly about: string;
  readonly columns: readonly ExportedColumn<Row>[];
  /** Returns all rows of the table, also those that the page does not show. */
  readonly readRows: (signal: AbortSignal) => Promise<readonly Row[]> | readonly Row[];
}

/** Returns a column whose values are formatted as those of a kind: a moment, a duration, a score. */
export const kindColumn = <Row>(
  label: string,
  kind: FieldKind,
  getValue: (row: Row) => string | number | boolean | null | undefined,
): ExportedColumn<Row> => {
  const field: Field = { kind };
  return {
    label,
    align: isQuantity(field) ? 'end' : 'start',
    cell: (row, displayContext) =>
      exportCellOf({ name: 'value', field, row: { value: getValue(row) } }, displayContext),
  };
};

export const numberColumn = <Row>(
  label: string,
  decimals: number,
  getValue: (row: Row) => number | null | undefined,
): ExportedColumn<Row> => ({
  label,
  align: 'end',
  cell: (row, { locale }): ExportCell => {
    const value = getValue(row);
    return value === null || value === undefined
      ? { type: 'empty' }
      : { type: 'number', value, decimals, text: formatNumber(value, decimals, locale) };
  },
});

export const fieldColumn = <Row extends object>(
  label: string,
  resource: Resource,
  name: string,
): ExportedColumn<Row> => {
  const field = resource.fields[name] as Field;
  return {
    label,
    align: isQuantity(field) ? 'end' : 'start',
    cell: (row, displayContext) =>
      exportCellOf({ name, field, resource, row: { ...row } as Readonly<Record<string, unknown>> }, displayContext),
  };
};

const textOfCell = (cell: ExportCell): string => (cell.type === 'empty' ? '—' : cell.text);

/** Returns the columns of an exported table as a table on screen. The values of its first column are the row headings. */
export const toFigureTable = <Row>(
  columns: readonly ExportedColumn<Row>[],
  rows: readonly Row[],
  displayContext: DisplayContext,
): FigureTable => ({
  head: columns.map(({ label }) => label),
  rows: rows.map(row => {
    const [heading = '', ...texts] = columns.map(({ cell }) => textOfCell(cell(row, displayContext)));
    return [heading, ...texts];
  }),
});
