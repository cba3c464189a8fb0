import type { Sheet } from '../../../exporters/index.ts';
import type { Resource } from '../../../schema/define.ts';
import { type About, widthOf } from '../../../schema/files/sheet.ts';
import type { Reader } from '../../../schema/kinds/cell.ts';
import type { Row } from '../../../schema/kinds/value.ts';
import { fileCells, fileColumns } from '../../../schema/sheet.ts';

interface TableView {
  readonly resource: Resource;
  readonly columns: readonly string[];
  readonly reader: Reader;
  readonly title: string;
  readonly about: About;
}

/** Returns the rows as shown on screen: columns, order, labels, language. */
export const sheetOf = ({ resource, columns, reader, title, about }: TableView, rows: readonly Row[]): Sheet => {
  const { locale } = reader;
  const fields = fileColumns(resource, columns, locale);
  const cells = rows.map(row => fileCells(fields, row, reader));
  return {
    title,
    locale,
    about,
    columns: fields.map(({ label, align }, column) => ({ label, align, width: widthOf(label, cells, column) })),
    rows: cells,
  };
};
