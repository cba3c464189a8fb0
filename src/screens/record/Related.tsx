import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type RaRecord, useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { holdsOne } from '../../contract/access.ts';
import { locate } from '../../dataProvider/locate.ts';
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
import { type Column, cellPadding, widthOf } from '../list/column.ts';

/** Minimum number of columns, because a single column says too little about a record. */
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
 * Returns the `ref` of the element that contains tables, and its width in characters. Undefined until it is mounted.
 */
const useWidthCh = () => {
  const [widthCh, setWidthCh] = useState<number>();
  const ref = useCallback((element: HTMLElement | null) => {
    // jsdom has no ResizeObserver.
    if (!element || typeof ResizeObserver === 'undefined') return;
    const ruler = element.appendChild(document.createElement('span'));
    ruler.style.cssText = 'position:absolute;visibility:hidden;width:100ch';
    const perCharacter = ruler.getBoundingClientRect().width / 100;
    ruler.remove();
    const observer = new ResizeObserver(() => setWidthCh(element.clientWidth / perCharacter));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, widthCh };
};

/**
 * Returns the list columns for records that refer to one record by their field `by`. The column `by` is left out,
 * because it names this record in every row. A column that has the `title` in all rows is left out too. Widths are in
 * characters, with padding.
 */
export const relatedColumns = (
  resource: Resource,
  by: string,
  title: unknown,
  rows: readonly RaRecord[],
): readonly Column[] =>
  resource.list.columns.flatMap(name => {
    const field = resource.fields[name];
    if (!field || by === (field.idField ?? name) || rows.every(row => row[name] === title)) return [];
    return [{ name, field, width: widthOf(name, field) + cellPadding }];
  });

/** Number of related rows on the record's page. A link leads to the whole list. */
const maxRows = 10;

/** A list of records that refer to a record. */
export interface RelatedList {
  /** Name of the list in react-admin. A split resource has a suffix: `accidents-opened`. */
  readonly list: string;
  /** Wire name of the field that refers to the record. The list is filtered by this field. */
  readonly by: string;
}

/** A list on the page of a record, with the key of its heading. */
export type ListOnPage = RelatedList & { readonly heading: string };

/**
 * Returns the lists on the page of a record (`listOnTarget`) that a person with these roles may read, in the
 * order of the menu.
 */
export const listsOnPageOf = (target: Resource, roles: readonly string[]): readonly ListOnPage[] =>
  routeTable.flatMap(({ resource: list = '', title }) => {
    const located = locate(list);
    if (!located || !holdsOne(roles, located.resource.access.read)) return [];
    const { resource, split } = located;
    const heading = split === undefined ? `resources.${resource.name}.title` : `routes.${title}`;
    return Object.entries<Field>(resource.fields).flatMap(([name, { listOnTarget, to, idField: by = name }]) =>
      listOnTarget && to === target.name ? [{ list, by, heading }] : [],
    );
  });

interface Props extends RelatedList {
  /** Id of the record that the rows refer to. */
  readonly id: number;
  /** Title of the record, which the related rows need not repeat. */
  readonly title: string;
  /** Text shown if there are no related records. */
  readonly empty?: string;
}

/** The first related records with the columns of their own list, and a link to all. */
export const Related = ({ list, by, id, title, empty }: Props) => {
  const located = locate(list);
  if (!located) throw new Error(`No list is called ${list}`);
  const { resource, split } = located;
  const i18n = useI18n();
  const translate = useTranslate();
  const openRow = useOpenRow();
  const { ref, widthCh = Number.POSITIVE_INFINITY } = useWidthCh();
  const roles = useAccount()?.Roles ?? [];
  const allowed = holdsOne(roles, resource.access.read);
  const filter = { [by]: String(id) };
  const asked = { filter, pagination: { page: 1, perPage: maxRows }, sort: toSort('', unselected) };
  const { data, total = 0, isError, refetch } = useGetList(list, asked, { enabled: allowed });
  if (!allowed) return null;
  if (isError) return <Failed text={translate('lists.failed.unknown')} onRetry={refetch} />;
  if (!data) return <Typography color="textSecondary">…</Typography>;
  if (data.length === 0) return <Notice place="line" title={empty ?? translate('lists.record.noRelated')} />;
  const columns = relatedColumns(resource, by, title, data);
  // The first columns that fit without being cut. The list itself shows the rest.
  const fields = columns.slice(
    0,
    countFittingColumns(
      columns.map(({ width }) => width),
      widthCh,
    ),
  );
  const wide = fields.reduce((sum, { width }) => sum + width, 0);
  const whole = listAddress(toPublic(`/${list}`), { filter });
  return (
    <Box className="list related">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the keyboard has each row's link */}
      <div ref={ref} className="table-scroller" onClick={openRow} onAuxClick={openRow}>
        <table className="table" style={{ minWidth: `${wide}ch` }}>
          <colgroup>
            {fields.map(({ name, width }) => (
              <col key={name} style={{ width: `${(100 * width) / wide}%` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {fields.map(({ name, field }) => (
                <th key={name} scope="col" data-align={alignOf(field)}>
                  {headerLabel(resource, name, i18n)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map(row => (
              <TableRow key={row.id} row={row} fields={fields} resource={resource} split={split} />
            ))}
          </tbody>
        </table>
      </div>
      {(total > data.length || fields.length < columns.length) && (
        <Button component={Link} to={whole} size="small" sx={{ mt: 1, alignSelf: 'start' }}>
          {translate('lists.record.allRelated', { total })}
        </Button>
      )}
    </Box>
  );
};
