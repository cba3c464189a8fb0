import { useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Changes a setting optimistically; rolls back if the server refuses. */
export const useChoose = (): ((choice: SettingsUpdate) => void) => {
  const client = useQueryClient();
  const { queryKey } = settingsQuery;
  const { mutate } = useMutation({
    mutationKey,
    // Serialised: the last choice must reach the server last.
    scope: { id: 'settings' },
    mutationFn: (choice: SettingsUpdate) => api('PUT /api/v2/Account/settings', { body: choice }),
    onMutate: async choice => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<StoredSettings>(queryKey);
      if (before) client.setQueryData(queryKey, changed(before, choice));
    },
    onSettled: saved => {
      // The response to an earlier choice must not undo a later one.
      if (client.isMutating({ mutationKey }) > 1) return undefined;
      if (!saved) return client.invalidateQueries({ queryKey });
      client.setQueryData(queryKey, saved);
    },
  });
  return useCallback((choice: SettingsUpdate) => mutate(choice), [mutate]);
};
