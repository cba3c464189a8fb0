import { ListBase } from 'ra-core';
import { type Located, locate } from '../dataProvider/locate.ts';
import { toSort, unselected } from '../dataProvider/order.ts';
import { ListScreen } from './list/ListScreen.tsx';
import { ListViewProvider } from './list/view.tsx';

const ownOrder = toSort(unselected, unselected);
const query = {
  // A list one comes back to shows the rows it had and asks again: somebody may have worked on them meanwhile.
  refetchOnMount: 'always',
  // The list tells of its failure itself, and the query client announces every failure once.
  onError: () => undefined,
} as const;

/** The generated list of a described resource, under the name react-admin knows it by. */
export const DescribedList = ({ name, located }: { name: string; located: Located }) => (
  <ListBase key={name} resource={name} perPage={25} sort={ownOrder} exporter={false} queryOptions={query}>
    <ListViewProvider name={name} located={located}>
      <ListScreen />
    </ListViewProvider>
  </ListBase>
);

export const ResourceList = ({ name }: { name: string }) => {
  const located = locate(name);
  if (!located) throw new Error(`No resource is called ${name}`);
  return <DescribedList name={name} located={located} />;
};
