import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';

const everyMs = 60_000;

/** How many rows the list of a resource has, kept fresh while the desk is open. */
export const useTotal = (resource: string) => {
  const dataProvider = useDataProvider();
  return useQuery({
    queryKey: ['dashboard', 'total', resource],
    // The smallest page there is: only its total is wanted.
    queryFn: async ({ signal }) => {
      const { total } = await dataProvider.getList(resource, {
        pagination: { page: 1, perPage: 10 },
        sort: { field: 'id', order: 'ASC' },
        filter: {},
        signal,
      });
      return total ?? 0;
    },
    refetchOnMount: 'always',
    refetchInterval: everyMs,
  });
};
