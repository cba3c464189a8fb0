import { api } from '../api/client.ts';

export const settingsQuery = {
  queryKey: ['account', 'settings'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/v2/Account/settings')({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
};
