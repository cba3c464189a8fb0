import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { recentFailureMs } from '../api/failures.ts';
import type { AccountInfo } from '../contract/shapes/account.ts';
import { saveLastRoles } from '../settings/lastRoles.ts';

/** Query of the signed-in account. Its result is cached. */
export const accountQuery = {
  queryKey: ['account', 'info'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const account = await api('GET /api/v2/Account/info')({ signal });
    saveLastRoles(account.Roles);
    return account;
  },
  staleTime: Number.POSITIVE_INFINITY,
};

/**
 * Returns the signed-in account for checks of rights. If the session has ended or the server does not answer, it is the
 * last known account: react-admin leaves the page when a check fails, and unsaved input would be lost.
 */
export const fetchAccount = async (client: QueryClient): Promise<AccountInfo> => {
  const queryState = client.getQueryState<AccountInfo>(accountQuery.queryKey);
  const known = queryState?.data;
  const hasJustFailed = queryState?.status === 'error' && Date.now() - queryState.errorUpdatedAt < recentFailureMs;
  const request = hasJustFailed ? Promise.reject(queryState.error) : client.fetchQuery(accountQuery);
  return request.catch((error: unknown) => {
    if (!known) throw error;
    return known;
  });
};

/** Returns the signed-in account. Undefined until loaded. */
export const useAccount = (): AccountInfo | undefined => useQuery(accountQuery).data;
