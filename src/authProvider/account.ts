import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { recentFailureMs } from '../api/failures.ts';
import type { AccountInfo } from '../contract/shapes/account.ts';
import { saveLastRoles } from '../settings/lastRoles.ts';

export const accountQuery = {
  queryKey: ['account', 'info'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const account = await api('GET /api/v2/Account/info')({ signal });
    saveLastRoles(account.Roles);
    return account;
  },
  staleTime: Number.POSITIVE_INFINITY,
};

export const fetchAccount = async (client: QueryClient): Promise<AccountInfo> => {
  const queryState = client.getQueryState(accountQuery.queryKey);
  if (queryState?.status === 'error' && Date.now() - queryState.errorUpdatedAt < recentFailureMs)
    throw queryState.error;
  return client.fetchQuery(accountQuery);
};

/** Returns the signed-in account. Undefined until loaded. */
export const useAccount = (): AccountInfo | undefined => useQuery(accountQuery).data;
