import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';

/** Total number of rows of a resource's list. Live events invalidate it. */
export const useTotal = (resource: string) => {
  const dataProvider = useDataProvider();
  return useQuery({
    queryKey: ['dashboard', 'total', resource],
    // Only the total is needed, so the page size is minimal.
    queryFn: async ({ signal }) => {
      const { total } = await dataProvider.getList(resource, {
        pagination: { page: 1, perPage: 10 },
        sort: { field: 'id', order: 'ASC' },
        filter: {},
        signal,
      });
      return total ?? 0;
    },
  });
};
