import type { Sheet } from '../../../exporters/index.ts';
import type { Reader } from '../../../kinds/cell.ts';
import { type About, widthOf } from '../../../kinds/sheet.ts';
import type { Row } from '../../../kinds/value.ts';
import type { Resource } from '../../../resources/define.ts';
import { fileCells, fileColumns } from '../../../resources/sheet.ts';

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
