import type { QueryClient } from '@tanstack/react-query';
import type { SettingsUpdate } from '../contract/shapes/settings.ts';
import { api } from '../dataProvider/api.ts';

/** Settings of who is signed in, as the server keeps them. */
export const settingsQuery = {
  queryKey: ['account', 'settings'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/v2/Account/settings', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Has a choice kept on the server. What was asked before the choice must not undo it here. */
export const keepSettings = async (client: QueryClient, choice: SettingsUpdate): Promise<void> => {
  await client.cancelQueries({ queryKey: settingsQuery.queryKey });
  client.setQueryData(settingsQuery.queryKey, await api('PUT /api/v2/Account/settings', { body: choice }));
};
