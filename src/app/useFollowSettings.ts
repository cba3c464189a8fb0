import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQuery } from '../authProvider/account.ts';
import { applySettings } from '../authProvider/applySettings.ts';
import { settingsQuery } from '../authProvider/settings.ts';
import { useChoose } from '../authProvider/useChoose.ts';
import type { AccountInfo } from '../contract/shapes/account.ts';
import { tellMissing } from '../feedback/tellMissing.ts';
import { onChoice } from '../settings/choice.ts';

/** What was chosen in another browser holds here, and what is chosen here is kept for the others. */
export const useFollowSettings = (): void => {
  const client = useQueryClient();
  const choose = useChoose();
  const { data } = useQuery(settingsQuery);
  useEffect(() => {
    if (!data) return;
    void applySettings(data).catch(tellMissing);
    // The language is told in both places.
    if (data.Chosen.includes('Locale'))
      client.setQueryData<AccountInfo>(accountQuery.queryKey, known => known && { ...known, Locale: data.Locale });
  }, [data, client]);
  useEffect(() => onChoice(choose), [choose]);
};
