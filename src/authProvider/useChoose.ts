import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../api/client.ts';
import type { SettingsUpdate, StoredSettings } from '../contract/shapes/settings.ts';
import { settingsQuery } from './settings.ts';

const changed = (before: StoredSettings, { Notifications, ...rest }: SettingsUpdate): StoredSettings => ({
  ...before,
  ...rest,
  Chosen: [...new Set([...before.Chosen, ...Object.keys(rest)])],
  Notifications: { ...before.Notifications, ...Notifications },
});

const mutationKey = ['settings'];

/** Returns the server's settings with the pending choices, which the server may not have stored yet. */
export const withChoices = (client: QueryClient, settings: StoredSettings): StoredSettings =>
  client
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .reduce((now, { state }) => changed(now, state.variables as SettingsUpdate), settings);

/** Changes a setting optimistically; rolls back if the server refuses. */
export const useChoose = (): ((choice: SettingsUpdate) => void) => {
  const client = useQueryClient();
  const { queryKey } = settingsQuery;
  const { mutate } = useMutation({
    mutationKey,
    // Requests are serialised, so that the last choice reaches the server last.
    scope: { id: 'settings' },
    mutationFn: (choice: SettingsUpdate) => api('PUT /api/v2/Account/settings')({ body: choice }),
    onMutate: async choice => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<StoredSettings>(queryKey);
      if (before) client.setQueryData(queryKey, changed(before, choice));
    },
    onSettled: async saved => {
      // The response to an earlier choice must not undo a later one.
      if (client.isMutating({ mutationKey }) > 1) return;
      if (saved) {
        await client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, saved);
      }
      // Not awaited, because during an awaited refetch the refused choice would still count as pending.
      else void client.invalidateQueries({ queryKey });
    },
  });
  return useCallback((choice: SettingsUpdate) => mutate(choice), [mutate]);
};
