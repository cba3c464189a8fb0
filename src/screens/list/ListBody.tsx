import { type RaRecord, useListContext } from 'react-admin';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { activeFilters, useFilters } from './filters.ts';
import { RowLink, useOpenRow } from './RowLink.tsx';
import { Table } from './Table.tsx';
import { useListView } from './view.tsx';
import './cards.css';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Button from '@mui/material/Button';
import { memo, useMemo } from 'react';
import { ApiError, OfflineError } from '../../api/client.ts';
import { Notice } from '../../components/Notice.tsx';
import { refusalText } from '../../feedback/refusal.ts';
import { kinds } from '../../fields/registry.ts';
import { fieldLabel, useI18n } from '../../fields/useI18n.ts';
import { hasRecordPage } from '../../schema/addresses.ts';
import { type Card, listColumns, type Resource } from '../../schema/define.ts';
import type { Fields } from '../../schema/forms.ts';
import { isEmpty } from '../../schema/kinds/value.ts';
import { RowCheckBox, type RowSelection, useRowSelection } from './selection/SelectBox.tsx';
import { useHasCheckBoxes } from './selection/useSelectable.ts';
import { useWaitState, type WaitState } from './waiting.ts';

interface FieldsOfRow {
  readonly names: readonly string[];
  readonly row: RaRecord;
  readonly resource: Resource;
}

export const CardLines = ({ names, row, resource, isSummary }: FieldsOfRow & { readonly isSummary?: boolean }) => {
  const i18n = useI18n();
  return (
    <dl className={isSummary ? 'card-summary' : 'card-lines'}>
      {names.map(name => {
        const field = resource.fields[name];
        if (!field || isEmpty(row, name, field)) return null;
        const { Display } = kinds[field.kind];
        return (
          <div key={name}>
            <dt>{fieldLabel(resource, name, i18n)}</dt>
            <dd>
              <Display name={name} field={field} row={row} resource={resource} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
};

const CardValue = ({ name, row, resource }: { name: string | undefined; row: RaRecord; resource: Resource }) => {
  const field = name === undefined ? undefined : resource.fields[name];
  if (!name || !field || isEmpty(row, name, field)) return null;
  const { Display } = kinds[field.kind];
  return <Display name={name} field={field} row={row} resource={resource} />;
};

/** Without `onToggle` the card cannot be selected. */
interface Props extends Partial<RowSelection> {
  row: RaRecord;
  resource: Resource;
  card: Card<Fields>;
  split?: string;
  waitState?: WaitState;
}

const RecordCard = memo(({ row, resource, card, split, isSelected = false, onToggle, waitState }: Props) => {
  const renderValue = (name: string | undefined) => <CardValue name={name} row={row} resource={resource} />;
  return (
    <li
      className="card"
      data-gone={row.gone}
      data-wait={waitState}
      data-row={hasRecordPage(resource) ? undefined : true}
      tabIndex={hasRecordPage(resource) ? undefined : -1}
    >
      <RowLink resource={resource} split={split} row={row} />
      <div className="card-head">
        {onToggle && <RowCheckBox row={row} isSelected={isSelected} onToggle={onToggle} />}
        <div className="card-title">{renderValue(card.title)}</div>
        <div>{renderValue(card.badge)}</div>
      </div>
      {(card.subtitle || card.figure) && (
        <div className="card-head">
          <div className="card-subtitle">{renderValue(card.subtitle)}</div>
          <div className="card-figure">{renderValue(card.figure)}</div>
        </div>
      )}
      {card.summary?.map(names => (
        <CardLines key={names.join()} isSummary names={names} row={row} resource={resource} />
      ))}
      <CardLines names={card.lines} row={row} resource={resource} />
    </li>
  );
});
RecordCard.displayName = 'RecordCard';

/**
 * Returns the card layout of the description. If there is none, the default layout has the title and the columns of the
 * list.
 */
const defaultCard = ({ title, list }: Resource): Card<Fields> =>
  list.card ?? { title, lines: list.columns.filter(name => name !== title) };

/**
 * Returns the card layout with the chosen columns. Those that are not in the head or in the summary of the described
 * layout are lines, in their order. If the user has chosen no columns, the layout is that of the description.
 */
export const cardForColumns = (resource: Resource, columns: readonly string[], split?: string): Card<Fields> => {
  const card = defaultCard(resource);
  if (columns.join() === listColumns(resource, split).join()) return card;
  const summary = (card.summary ?? [])
    .map(names => names.filter(name => columns.includes(name)))
    .filter(names => names.length > 0);
  const placedNames = [card.title, card.subtitle, card.badge, card.figure, ...summary.flat()];
  return { ...card, summary, lines: columns.filter(name => !placedNames.includes(name)) };
};

const FailedState = ({ error }: { error: unknown }) => {
  const { i18n } = useListView();
  const { refetch, isFetching } = useListContext();
  const { translate } = i18n;
  const answer = error instanceof ApiError ? error.answer : undefined;
  if (answer?.Code === 'TOO_COSTLY')
    return (
      <LazyBoundary waiting={null}>
        <CostlyQueryNotice text={answer.Message} />
      </LazyBoundary>
    );
  const fallback = translate(error instanceof OfflineError ? 'lists.failed.offline' : 'lists.failed.unknown');
  return (
    <Notice
      area="body"
      role="alert"
      icon={CloudOff}
      title={translate('lists.failed.title')}
      text={refusalText(error, translate) ?? fallback}
      detail={answer?.TraceId ? translate('lists.failed.trace', { id: answer.TraceId }) : undefined}
      action={
        <Button variant="outlined" disabled={isFetching} onClick={() => refetch()}>
          {translate('lists.failed.retry')}
        </Button>
      }
    />
  );
};

const Cards = ({ rows }: { rows: readonly RaRecord[] }) => {
  const { resource, split, columns } = useListView();
  const card = useMemo(() => cardForColumns(resource, columns, split), [resource, columns, split]);
  const isSelectable = useHasCheckBoxes();
  const selectionOf = useRowSelection();
  const waitStateOf = useWaitState(resource, split);
  return (
    <ul className="cards">
      {rows.map(row => (
        <RecordCard
          key={row.id}
          row={row}
          resource={resource}
          card={card}
          split={split}
          {...(isSelectable && selectionOf(row.id))}
          waitState={waitStateOf(row)}
        />
      ))}
    </ul>
  );
};

const skeletonCardCount = 12;

const CardsSkeleton = () => {
  const { resource, split, i18n, columns } = useListView();
  const { lines } = cardForColumns(resource, columns, split);
  return (
    <ul className="cards" role="status" aria-label={i18n.translate('lists.loading')}>
      {Array.from({ length: skeletonCardCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards of a skeleton are identical
        <li key={index} aria-hidden className="card">
          <i className="bone" />
          <i className="bone" />
          {lines.map(name => (
            <i key={name} className="bone" />
          ))}
        </li>
      ))}
    </ul>
  );
};

// The messages for lists without rows and for costly queries are loaded on demand, because most visits never see them.
const EmptyState = lazyComponent('EmptyState', () => import('./EmptyState.tsx'));
const NothingMatches = lazyComponent('NothingMatches', () => import('./EmptyState.tsx'));
const CostlyQueryNotice = lazyComponent('CostlyQueryNotice', () => import('./EmptyState.tsx'));

export const ListBody = () => {
  const { data, isPending, isPlaceholderData, error } = useListContext();
  const { resource, showsCards } = useListView();
  const { values } = useFilters();
  const openRow = useOpenRow();
  if (error && !data) return <FailedState error={error} />;
  if (data?.length === 0) {
    const isFiltered = values.q !== undefined || activeFilters(resource, values).length > 0;
    return <LazyBoundary waiting={null}>{isFiltered ? <NothingMatches /> : <EmptyState />}</LazyBoundary>;
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the keyboard has each row's link
    <div
      className="list-body"
      onClick={openRow}
      onAuxClick={openRow}
      aria-busy={isPending || isPlaceholderData}
      data-previous={isPlaceholderData || undefined}
    >
      {showsCards ? data ? <Cards rows={data} /> : <CardsSkeleton /> : <Table rows={data} />}
    </div>
  );
};
