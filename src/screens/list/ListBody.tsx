import { useListContext } from 'react-admin';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { Cards } from './Cards.tsx';
import { cardOf } from './card.ts';
import { FailedState } from './FailedState.tsx';
import { activeFilters, useFilters } from './filters.ts';
import { useOpenRow } from './RowLink.tsx';
import { Table } from './Table.tsx';
import { useListView } from './view.tsx';
import './cards.css';

const count = 12;

const CardsSkeleton = () => {
  const { resource, split, i18n, columns } = useListView();
  const { lines } = cardOf(resource, columns, split);
  return (
    <ul className="cards" role="status" aria-label={i18n.translate('lists.loading')}>
      {Array.from({ length: count }, (_, index) => (
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

// Loaded on demand, because most visits never see them.
const EmptyState = lazyComponent('EmptyState', () => import('./EmptyState.tsx'));
const NothingMatches = lazyComponent('NothingMatches', () => import('./EmptyState.tsx'));

/** Rows, or the reason why there are none. */
export const ListBody = () => {
  const { data, isPending, isPlaceholderData, error } = useListContext();
  const { resource, asCards } = useListView();
  const { values } = useFilters();
  const openRow = useOpenRow();
  if (error && !data) return <FailedState error={error} />;
  if (data?.length === 0) {
    const narrowed = values.q !== undefined || activeFilters(resource, values).length > 0;
    return <LazyBoundary waiting={null}>{narrowed ? <NothingMatches /> : <EmptyState />}</LazyBoundary>;
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
      {asCards ? data ? <Cards rows={data} /> : <CardsSkeleton /> : <Table rows={data} />}
    </div>
  );
};
