import type { ReactNode } from 'react';
import { ListBase, useLocation } from 'react-admin';
import { defaultPageSize } from '../contract/limits.ts';
import { type LocatedList, locate } from '../dataProvider/locate.ts';
import { toSort, unselected } from '../dataProvider/order.ts';
import { LazyBoundary } from '../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../feedback/lazyComponent.ts';
import { ListHistory } from './list/history.tsx';
import { ListScreen } from './list/ListScreen.tsx';
import { type FixedParams, ListViewProvider } from './list/view.tsx';

const defaultOrder = toSort(unselected, unselected);
const query = {
  staleTime: Number.POSITIVE_INFINITY,
  // react-admin's own message is suppressed, because the list shows the failure and the query client reports it.
  onError: () => undefined,
} as const;

const ViewLink = lazyComponent('ViewLink', () => import('./list/views/ViewLink.tsx'));

/** Returns the saved view that an address names: `?view=12`. */
const viewIn = (search: string): number | undefined => {
  const id = new URLSearchParams(search).get('view');
  return id === null ? undefined : Number(id);
};

interface ListOf {
  readonly name: string;
  readonly located: LocatedList;
}
interface Props {
  readonly name: string;
  readonly asked?: FixedParams;
  readonly empty?: ReactNode;
}

/** The generated list of a described resource, by its name in react-admin. */
export const DescribedList = ({ name, located, asked, empty }: Pick<Props, 'asked' | 'empty'> & ListOf) => {
  const viewId = viewIn(useLocation().search);
  if (viewId !== undefined)
    return (
      <LazyBoundary>
        <ViewLink name={name} located={located} id={viewId} />
      </LazyBoundary>
    );
  return (
    <ListBase
      key={name}
      resource={name}
      perPage={defaultPageSize}
      sort={defaultOrder}
      filter={asked}
      exporter={false}
      // app/PageFrame has already checked access.
      disableAuthentication
      queryOptions={query}
    >
      <ListViewProvider name={name} located={located} asked={asked} empty={empty}>
        <ListHistory>
          <ListScreen />
        </ListHistory>
      </ListViewProvider>
    </ListBase>
  );
};

/**
 * List of a resource. `asked`: additional query parameters of the list call (`list.asks`). `empty`: content shown while
 * the list has no rows at all.
 */
export const ResourceList = ({ name, asked, empty }: Props) => {
  const located = locate(name);
  if (!located) throw new Error(`No resource is called ${name}`);
  return (
    <DescribedList key={`${name} ${JSON.stringify(asked)}`} name={name} located={located} asked={asked} empty={empty} />
  );
};
