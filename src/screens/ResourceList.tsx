import type { ReactNode } from 'react';
import { ListBase, useLocation } from 'react-admin';
import { defaultPageSize } from '../contract/limits.ts';
import { type ListLocation, locateList } from '../dataProvider/locate.ts';
import { toSort, unselected } from '../dataProvider/order.ts';
import { LazyBoundary, lazyComponent } from '../feedback/LazyBoundary.tsx';
import { ListHistory } from './list/history.tsx';
import { ListScreen } from './list/ListScreen.tsx';
import { type FixedParams, ListViewProvider } from './list/view.tsx';

const defaultOrder = toSort(unselected, unselected);
const queryOptions = {
  staleTime: Number.POSITIVE_INFINITY,
  // react-admin's own error message is suppressed, because the list itself shows the failure to load.
  onError: () => undefined,
} as const;

const ViewLink = lazyComponent('ViewLink', () => import('./list/views/ViewLink.tsx'));

/** Returns the id of the saved view in the query string of an address: 12 for `?view=12`. */
const readViewId = (search: string): number | undefined => {
  const id = new URLSearchParams(search).get('view');
  return id === null ? undefined : Number(id);
};

interface ListLocationProps {
  readonly name: string;
  readonly listLocation: ListLocation;
}
interface Props {
  readonly name: string;
  readonly fixedParams?: FixedParams;
  readonly emptyContent?: ReactNode;
}

/** The generated list of a resource. `name` is the name of the list in react-admin. */
export const DescribedList = ({
  name,
  listLocation,
  fixedParams,
  emptyContent,
}: Pick<Props, 'fixedParams' | 'emptyContent'> & ListLocationProps) => {
  const viewId = readViewId(useLocation().search);
  if (viewId !== undefined)
    return (
      <LazyBoundary>
        <ViewLink name={name} listLocation={listLocation} id={viewId} />
      </LazyBoundary>
    );
  return (
    <ListBase
      key={name}
      resource={name}
      perPage={defaultPageSize}
      sort={defaultOrder}
      filter={fixedParams}
      exporter={false}
      // The frame of the page (app/PageFrame) has already checked that the user may see the list.
      disableAuthentication
      queryOptions={queryOptions}
    >
      <ListViewProvider name={name} listLocation={listLocation} fixedParams={fixedParams} emptyContent={emptyContent}>
        <ListHistory>
          <ListScreen />
        </ListHistory>
      </ListViewProvider>
    </ListBase>
  );
};

/**
 * List of a resource. `fixedParams`: additional query parameters of the list call (`list.extraParameters`).
 * `emptyContent`: shown while the list has no rows at all.
 */
export const ResourceList = ({ name, fixedParams, emptyContent }: Props) => {
  const listLocation = locateList(name);
  if (!listLocation) throw new Error(`No resource is called ${name}`);
  return (
    <DescribedList
      key={`${name} ${JSON.stringify(fixedParams)}`}
      name={name}
      listLocation={listLocation}
      fixedParams={fixedParams}
      emptyContent={emptyContent}
    />
  );
};
