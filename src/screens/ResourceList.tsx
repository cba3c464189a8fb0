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
  // A page of the list that was fetched longer ago is asked for again when it is turned to.
  staleTime: freshMs,
  // The list tells of its failure itself, and the query client announces every failure once.
  onError: () => undefined,
} as const;

/** Lists that were left since the cabinet was opened. */
const left = new Set<string>();

/** The generated list of a described resource, under the name react-admin knows it by. */
export const DescribedList = ({ name, located }: { name: string; located: Located }) => {
  // A list one comes back to shows the rows it had and asks again: somebody may have worked on them meanwhile.
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
      // Who may read the list is asked before any of it is drawn (app/PageFrame).
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
