import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../api/client.ts';
import type { SettingsUpdate, StoredSettings } from '../contract/shapes/account.ts';
import { settingsQuery } from './settings.ts';

const applyUpdate = (current: StoredSettings, { Notifications, ...rest }: SettingsUpdate): StoredSettings => ({
  ...current,
  ...rest,
  Chosen: [...new Set([...current.Chosen, ...Object.keys(rest)])],
  Notifications: { ...current.Notifications, ...Notifications },
});

const mutationKey = ['settings'];

/**
 * Returns the server's settings, changed by the user's pending choices. The server may not have stored these choices
 * yet.
 */
export const withPendingChoices = (client: QueryClient, settings: StoredSettings): StoredSettings =>
  client
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .reduce((merged, { state }) => applyUpdate(merged, state.variables as SettingsUpdate), settings);

/** Changes a setting optimistically; rolls back if the server refuses. */
export const useSaveSettings = (): ((update: SettingsUpdate) => void) => {
  const client = useQueryClient();
  const { queryKey } = settingsQuery;
  const { mutate } = useMutation({
    mutationKey,
    // Requests are sent one after another, so that the last choice reaches the server last.
    scope: { id: 'settings' },
    mutationFn: (update: SettingsUpdate) => api('PUT /api/v2/Account/settings')({ body: update }),
    onMutate: async update => {
      await client.cancelQueries({ queryKey });
      const previous = client.getQueryData<StoredSettings>(queryKey);
      if (previous) client.setQueryData(queryKey, applyUpdate(previous, update));
    },
    onSettled: async savedSettings => {
      // The response to an earlier choice must not undo a later one.
      if (client.isMutating({ mutationKey }) > 1) return;
      if (savedSettings) {
        await client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, savedSettings);
      }
      // The refetch is not awaited. During an awaited refetch the refused choice would still count as pending.
      else void client.invalidateQueries({ queryKey });
    },
  });
  return useCallback((update: SettingsUpdate) => mutate(update), [mutate]);
};
