import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type RaRecord, useDataProvider, useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { Notice } from '../../components/Notice.tsx';
import { hasAnyRole } from '../../contract/access.ts';
import { browserExportMaxRows } from '../../contract/limits.ts';
import { locateList } from '../../dataProvider/locate.ts';
import { toSort, unselected } from '../../dataProvider/order.ts';
import { alignOf } from '../../fields/registry.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { listAddress } from '../../routes/listAddress.ts';
import { toPublic } from '../../routes/pathMap.ts';
import { routeTable } from '../../routes/table.ts';
import { headerLabel } from '../../schema/texts.ts';
import { useOpenRow } from '../list/RowLink.tsx';
import { TableRow } from '../list/TableRow.tsx';
import '../list/list.css';
import { useCallback, useState } from 'react';
import type { Resource } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { fieldColumn } from '../export/columns.ts';
import { TableExport } from '../export/TableExport.tsx';
import { type Column, cellPaddingCh, columnWidthCh } from '../list/column.ts';

/** Minimum number of columns in a list of related records, because a single column says too little about a record. */
const minColumns = 2;

/** Returns how many of the columns fit into `widthCh`, but at least `minColumns`. All widths are in characters. */
export const countFittingColumns = (widths: readonly number[], widthCh: number): number => {
  let [taken, count] = [0, 0];
  for (const width of widths) {
    taken += width;
    if (taken > widthCh) break;
    count += 1;
  }
  return Math.min(widths.length, Math.max(minColumns, count));
};

/**
 * Returns a `ref` for the element that contains tables, and the width of this element in characters. The width is
 * undefined until the element is mounted.
 */
const useWidthCh = () => {
  const [widthCh, setWidthCh] = useState<number>();
  const ref = useCallback((element: HTMLElement | null) => {
    // The test environment jsdom has no ResizeObserver.
    if (!element || typeof ResizeObserver === 'undefined') return;
    const ruler = element.appendChild(document.createElement('span'));
    ruler.style.cssText = 'position:absolute;visibility:hidden;width:100ch';
    const pxPerCharacter = ruler.getBoundingClientRect().width / 100;
    ruler.remove();
    const observer = new ResizeObserver(() => setWidthCh(element.clientWidth / pxPerCharacter));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, widthCh };
};

/**
 * Returns the columns of a list of records whose field `referenceField` refers to one record. The column of that field
 * is left out, because it names the same record in every row. A column that has the `title` in all rows is left out
 * too. Widths are in characters, with padding.
 */
export const relatedColumns = (
  resource: Resource,
  referenceField: string,
  title: unknown,
  rows: readonly RaRecord[],
): readonly Column[] =>
  resource.list.columns.flatMap(name => {
    const field = resource.fields[name];
    if (!field || referenceField === (field.idField ?? name) || rows.every(row => row[name] === title)) return [];
    return [{ name, field, widthCh: columnWidthCh(name, field) + cellPaddingCh }];
  });

/** Maximum number of related records on the page of a record. A link leads to the whole list. */
const maxRows = 10;

export interface RelatedList {
  /** Name of the list in react-admin. A split resource has a suffix: `accidents-opened`. */
  readonly list: string;
  /** Wire name of the field that refers to the record. The list is filtered by this field. */
  readonly referenceField: string;
}

export type ListOnPage = RelatedList & { readonly heading: string };

/**
 * Returns the lists on the page of a record (`listOnTarget`) that a person with these roles may read, in the
 * order of the menu.
 */
export const listsOnPageOf = (target: Resource, roles: readonly string[]): readonly ListOnPage[] =>
  routeTable.flatMap(({ resource: list = '', title }) => {
    const listLocation = locateList(list);
    if (!listLocation || !hasAnyRole(roles, listLocation.resource.access.read)) return [];
    const { resource, split } = listLocation;
    const heading = split === undefined ? `resources.${resource.name}.title` : `routes.${title}`;
    return Object.entries<Field>(resource.fields).flatMap(
      ([name, { listOnTarget, targetResource, idField: referenceField = name }]) =>
        listOnTarget && targetResource === target.name ? [{ list, referenceField, heading }] : [],
    );
  });

interface Props extends RelatedList {
  /** Heading of the section around the list. */
  readonly heading: string;
  readonly id: number;
  /** Title of the record, which the related rows need not repeat. */
  readonly title: string;
  readonly emptyText?: string;
}

export const Related = ({ list, referenceField, heading, id, title, emptyText }: Props) => {
  const listLocation = locateList(list);
  if (!listLocation) throw new Error(`No list is called ${list}`);
  const { resource, split } = listLocation;
  const i18n = useI18n();
  const translate = useTranslate();
  const openRow = useOpenRow();
  const provider = useDataProvider();
  const { ref, widthCh = Number.POSITIVE_INFINITY } = useWidthCh();
  const roles = useAccount()?.Roles ?? [];
  const canRead = hasAnyRole(roles, resource.access.read);
  const filter = { [referenceField]: String(id) };
  const listParams = { filter, pagination: { page: 1, perPage: maxRows }, sort: toSort('', unselected) };
  const { data, total = 0, isError, refetch } = useGetList(list, listParams, { enabled: canRead });
  if (!canRead) return null;
  if (isError) return <FailureAlert text={translate('lists.failed.unknown')} onRetry={refetch} />;
  if (!data) return <Typography color="textSecondary">…</Typography>;
  if (data.length === 0) return <Notice area="line" title={emptyText ?? translate('lists.record.noRelated')} />;
  const columns = relatedColumns(resource, referenceField, title, data);
  // The table has the first columns that fit without being cut. The whole list shows the other columns.
  const fittingColumns = columns.slice(
    0,
    countFittingColumns(
      columns.map(({ widthCh }) => widthCh),
      widthCh,
    ),
  );
  const totalWidthCh = fittingColumns.reduce((sum, { widthCh }) => sum + widthCh, 0);
  const readAllRows = async (signal: AbortSignal) => {
    const pagination = { page: 1, perPage: browserExportMaxRows };
    return (await provider.getList(list, { ...listParams, pagination, signal })).data;
  };
  const fullListPath = listAddress(toPublic(`/${list}`), { filter });
  return (
    <Box className="list related">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the keyboard has each row's link */}
      <div ref={ref} className="table-scroller" onClick={openRow} onAuxClick={openRow}>
        <table className="table" style={{ minWidth: `${totalWidthCh}ch` }}>
          <colgroup>
            {fittingColumns.map(({ name, widthCh }) => (
              <col key={name} style={{ width: `${(100 * widthCh) / totalWidthCh}%` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {fittingColumns.map(({ name, field }) => (
                <th key={name} scope="col" data-align={alignOf(field)}>
                  {headerLabel(resource, name, i18n)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map(row => (
              <TableRow key={row.id} row={row} fields={fittingColumns} resource={resource} split={split} />
            ))}
          </tbody>
        </table>
      </div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {(total > data.length || fittingColumns.length < columns.length) && (
          <Button component={Link} to={fullListPath} size="small">
            {translate('lists.record.allRelated', { total })}
          </Button>
        )}
        {/* A longer list is exported on its own page, where the server writes the file. */}
        {total <= browserExportMaxRows && (
          <TableExport
            table={{
              name: `${list.toLowerCase()}-${id}`,
              title: heading,
              about: title,
              columns: columns.map(({ name }) =>
                fieldColumn<RaRecord>(headerLabel(resource, name, i18n), resource, name),
              ),
              readRows: readAllRows,
            }}
          />
        )}
      </Box>
    </Box>
  );
};
