import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { AccountInfo } from '../contract/shapes/account.ts';

/** The signed-in account, cached. */
export const accountQuery = {
  queryKey: ['account', 'info'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/v2/Account/info', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
};

export const fetchAccount = (client: QueryClient): Promise<AccountInfo> => client.fetchQuery(accountQuery);

/** The signed-in account; undefined until loaded. */
export const useAccount = (): AccountInfo | undefined => useQuery(accountQuery).data;
