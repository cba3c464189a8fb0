import type { Locale } from '../contract/messages/index.ts';
import type { Resource } from './define.ts';
import type { Field } from './fields.ts';
import type { OriginLines, SheetColumn } from './files/sheet.ts';
import { filterParameters } from './filters.ts';
import { filterParameterText } from './filterText.ts';
import {
  catalogueText,
  type DisplayContext,
  type ExportCell,
  exportCellOf,
  isQuantity,
  type TitleOf,
} from './kinds/cell.ts';
import { formatMoment, formatNumber } from './kinds/format.ts';
import type { Row } from './kinds/value.ts';
import { originTexts } from './listWords.ts';
import { headerLabel } from './texts.ts';

/** A column of a list in an exported file. Browser and server use the same type. */
export interface FileColumn extends Omit<SheetColumn, 'width'> {
  readonly name: string;
  readonly field: Field;
  readonly resource: Resource;
}

/**
 * Returns the columns of an exported file for these field names. Labels are those on screen. Unknown names are left
 * out.
 */
export const fileColumns = (
  resource: Resource,
  names: readonly string[],
  displayContext: DisplayContext,
): readonly FileColumn[] =>
  names.flatMap((name): FileColumn[] => {
    const field = resource.fields[name];
    if (!field) return [];
    const label = headerLabel(resource, name, displayContext);
    return [{ name, field, resource, label, align: isQuantity(field) ? 'end' : 'start' }];
  });

export const fileCells = (columns: readonly FileColumn[], row: Row, displayContext: DisplayContext): ExportCell[] =>
  columns.map(({ name, field, resource }) => exportCellOf({ name, field, resource, row }, displayContext));

/** Query parameters of a list call, without page and page size. */
export type ListParameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** Returns the active filters of a list in words: `Город: Москва; Активирован: от 01.01.2026`. */
export const filterText = (
  resource: Resource,
  query: ListParameters,
  displayContext: DisplayContext,
  titleOf: TitleOf,
): string => {
  const { locale } = displayContext;
  const extraFilters = Object.entries(resource.list.extraParameters ?? {}).flatMap(([name, field]) => {
    const value = query[name];
    return value === undefined
      ? []
      : [`${field.label?.[locale] ?? name}: ${filterParameterText(field, 'is', value, displayContext, titleOf)}`];
  });
  const activeFilters = filterParameters(resource).flatMap(({ name, field: fieldName, comparison }) => {
    const field = resource.fields[fieldName];
    const value = query[name];
    if (!field || value === undefined) return [];
    const text = filterParameterText(field, comparison, value, displayContext, titleOf);
    return [`${field.label?.[locale] ?? fieldName}: ${text}`];
  });
  const search = String(query.search ?? '').trim();
  const ids = query.ids === undefined ? [] : String(query.ids).split(',');
  const parts = [
    ...extraFilters,
    ...(search ? [`${originTexts.search[locale]}: ${search}`] : []),
    ...activeFilters,
    ...(ids.length > 0 ? [`${originTexts.chosen[locale]}: ${formatNumber(ids.length, 0, locale)}`] : []),
  ];
  return parts.join('; ') || originTexts.everything[locale];
};

export const orderText = (resource: Resource, query: ListParameters, locale: Locale): string => {
  const [name = '', direction] = String(query.sort ?? resource.list.sort).split('-');
  const label = resource.fields[name]?.label?.[locale] ?? name;
  return `${label}, ${originTexts[direction === 'desc' ? 'desc' : 'asc'][locale]}`;
};

export interface FileOrigin {
  readonly listTitle: string;
  readonly filterText: string;
  /** Sort order of the list in words. Absent: the file has a table of a page whose order nobody can choose. */
  readonly orderText?: string;
  readonly rowCount: number;
  /** Number of rows that match the filters, if the file has only the first of them. Absent: the file has them all. */
  readonly matchingCount?: number;
  readonly authorName: string;
  readonly writtenAt: Date;
}

/** Returns the lines of an exported file about its origin: list, filters, order, author and time. */
export const exportOriginLines = (
  { listTitle, filterText, orderText, rowCount, matchingCount = rowCount, authorName, writtenAt }: FileOrigin,
  displayContext: DisplayContext,
): OriginLines => {
  const { locale, zone } = displayContext;
  const word = (name: keyof typeof originTexts) =>
    catalogueText(displayContext, `lists.export.origin.${name}`, originTexts[name]);
  const formatCount = (count: number) => formatNumber(count, 0, locale);
  return [
    [word('list'), listTitle],
    [word('filter'), filterText],
    ...(orderText === undefined ? [] : [[word('order'), orderText] as const]),
    [
      word('rows'),
      matchingCount > rowCount ? `${formatCount(rowCount)} / ${formatCount(matchingCount)}` : formatCount(rowCount),
    ],
    [word('author'), authorName],
    [word('at'), formatMoment(writtenAt, locale, zone)],
  ];
};
