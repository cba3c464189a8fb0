import type { Sheet } from '../../../exporters/index.ts';
import type { Row, Words } from '../../../fields/kind.ts';
import { alignOf, headerLabel } from '../../../fields/labels.ts';
import { kinds } from '../../../fields/registry.ts';
import type { Resource } from '../../../resources/define.ts';

interface Given {
  readonly resource: Resource;
  readonly columns: readonly string[];
  readonly words: Words;
  readonly title: string;
}

/** Rows as they stand on the screen: its columns, in its order, with its labels, in its language. */
export const sheetOf = ({ resource, columns, words, title }: Given, rows: readonly Row[]): Sheet => {
  const fields = columns.flatMap(name => {
    const field = resource.fields[name];
    return field ? [{ name, field, kind: kinds[field.kind] }] : [];
  });
  return {
    title,
    locale: words.locale,
    pageText: words.translate('lists.export.page', { page: '{page}', pages: '{pages}' }),
    columns: fields.map(({ name, field, kind }) => ({
      label: headerLabel(resource, name, words),
      width: kind.width,
      align: alignOf(field),
    })),
    rows: rows.map(row => fields.map(({ name, field, kind }) => kind.exported({ name, field, row, resource }, words))),
  };
};
