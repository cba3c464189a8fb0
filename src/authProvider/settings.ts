import { api } from '../api/client.ts';

/** Settings of who is signed in, as the server keeps them. */
export const settingsQuery = {
  queryKey: ['account', 'settings'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/v2/Account/settings', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
};
