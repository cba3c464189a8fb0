import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { settingsQuery } from '../../../authProvider/settings.ts';
import type { KeptSettings, SettingsUpdate } from '../../../contract/shapes/settings.ts';
import { api } from '../../../dataProvider/api.ts';

const changed = (before: KeptSettings, { Notifications, ...rest }: SettingsUpdate): KeptSettings => ({
  ...before,
  ...rest,
  Chosen: [...new Set([...before.Chosen, ...Object.keys(rest)])],
  Notifications: { ...before.Notifications, ...Notifications },
});

/** Changes a setting: it holds at once, and goes back to what it was if the server refuses. */
export const useChoose = (): ((choice: SettingsUpdate) => void) => {
  const client = useQueryClient();
  const { queryKey } = settingsQuery;
  const { mutate } = useMutation({
    // One after another: an earlier answer must not undo a later choice.
    scope: { id: 'settings' },
    mutationFn: (choice: SettingsUpdate) => api('PUT /api/v2/Account/settings', { body: choice }),
    onMutate: async choice => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<KeptSettings>(queryKey);
      if (before) client.setQueryData(queryKey, changed(before, choice));
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
  return useCallback((choice: SettingsUpdate) => mutate(choice), [mutate]);
};
