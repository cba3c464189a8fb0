import type { Sheet } from '../../../exporters/index.ts';
import type { I18n } from '../../../fields/kind.ts';
import { headerLabel } from '../../../fields/labels.ts';
import { alignOf } from '../../../fields/registry.ts';
import { cellOf, type ExportCell } from '../../../kinds/cell.ts';
import type { Row } from '../../../kinds/value.ts';
import type { Resource } from '../../../resources/define.ts';
import { currentZone } from '../../../settings/zone.ts';

/** Maximum column width, in characters. */
const widest = 40;
const textLength = (cell: ExportCell | undefined): number => (cell && 'text' in cell ? cell.text.length : 0);

interface TableView {
  readonly resource: Resource;
  readonly columns: readonly string[];
  readonly i18n: I18n;
  readonly title: string;
}

/** Rows as displayed: the list's columns, order, labels and language. */
export const sheetOf = ({ resource, columns, i18n, title }: TableView, rows: readonly Row[]): Sheet => {
  const fields = columns.flatMap(name => {
    const field = resource.fields[name];
    return field ? [{ name, field }] : [];
  });
  const reader = { locale: i18n.locale, zone: currentZone() };
  const cells = rows.map(row => fields.map(({ name, field }) => cellOf({ name, field, row }, reader)));
  const widthOf = (label: string, column: number): number => {
    const lengths = cells.map(row => textLength(row[column]));
    return Math.min(
      widest,
      lengths.reduce((a, b) => Math.max(a, b), label.length),
    );
  };
  return {
    title,
    locale: i18n.locale,
    pageText: i18n.translate('lists.export.page', { page: '{page}', pages: '{pages}' }),
    columns: fields.map(({ name, field }, column) => {
      const label = headerLabel(resource, name, i18n);
      return { label, width: widthOf(label, column), align: alignOf(field) };
    }),
    rows: cells,
  };
};
