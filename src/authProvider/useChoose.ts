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

/** The server's settings with the choices on their way to it, which what it has may not know yet. */
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
    // Serialised: the last choice must reach the server last.
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
      // Not waited for: it is to come when the refused choice no longer counts as on its way.
      else void client.invalidateQueries({ queryKey });
    },
  });
  return useCallback((choice: SettingsUpdate) => mutate(choice), [mutate]);
};
