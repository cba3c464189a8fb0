import { ListBase } from 'ra-core';
import { useEffect, useState } from 'react';
import { usualPageSize } from '../contract/limits.ts';
import { type Located, locate } from '../dataProvider/locate.ts';
import { toSort, unselected } from '../dataProvider/order.ts';
import { ListScreen } from './list/ListScreen.tsx';
import { freshMs } from './list/useNextPage.ts';
import { ListViewProvider } from './list/view.tsx';

const defaultOrder = toSort(unselected, unselected);
const query = {
  // An older page of the list is refetched when revisited.
  staleTime: freshMs,
  // The list shows its failure itself, and the query client reports every failure once.
  onError: () => undefined,
} as const;

/** Lists left since the cabinet was opened. */
const left = new Set<string>();

/** Generated list of a resource, by its react-admin name. */
export const DescribedList = ({ name, located }: { name: string; located: Located }) => {
  // A revisited list shows its old rows and refetches: somebody may have changed them.
  const [refetchOnMount] = useState(() => (left.has(name) ? ('always' as const) : true));
  useEffect(
    () => () => {
      left.add(name);
    },
    [name],
  );
  return (
    <ListBase
      key={name}
      resource={name}
      perPage={usualPageSize}
      sort={defaultOrder}
      exporter={false}
      // app/PageFrame has already checked access.
      disableAuthentication
      queryOptions={{ ...query, refetchOnMount }}
    >
      <ListViewProvider name={name} located={located}>
        <ListScreen />
      </ListViewProvider>
    </ListBase>
  );
};

export const ResourceList = ({ name }: { name: string }) => {
  const located = locate(name);
  if (!located) throw new Error(`No resource is called ${name}`);
  return <DescribedList key={name} name={name} located={located} />;
};
