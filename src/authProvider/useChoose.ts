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

/** Changes a setting, wherever its switch stands: it holds at once, and goes back to what it was if the server refuses. */
export const useChoose = (): ((choice: SettingsUpdate) => void) => {
  const client = useQueryClient();
  const { queryKey } = settingsQuery;
  const { mutate } = useMutation({
    mutationKey,
    // One after another: the server must hear the last choice last.
    scope: { id: 'settings' },
    mutationFn: (choice: SettingsUpdate) => api('PUT /api/v2/Account/settings', { body: choice }),
    onMutate: async choice => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<StoredSettings>(queryKey);
      if (before) client.setQueryData(queryKey, changed(before, choice));
    },
    onSettled: saved => {
      // An earlier answer must not undo a later choice.
      if (client.isMutating({ mutationKey }) > 1) return undefined;
      if (!saved) return client.invalidateQueries({ queryKey });
      client.setQueryData(queryKey, saved);
    },
  });
  return useCallback((choice: SettingsUpdate) => mutate(choice), [mutate]);
};
