import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQuery } from '../authProvider/account.ts';
import { applySettings } from '../authProvider/applySettings.ts';
import { settingsQuery } from '../authProvider/settings.ts';
import { useChoose, withChoices } from '../authProvider/useChoose.ts';
import type { AccountInfo } from '../contract/shapes/account.ts';
import { tellMissing } from '../feedback/tellMissing.ts';
import { onChoice } from '../settings/choice.ts';

/** Applies settings chosen in other browsers, and saves those chosen here. */
export const useFollowSettings = (): void => {
  const client = useQueryClient();
  const choose = useChoose();
  const { data } = useQuery(settingsQuery);
  useEffect(() => {
    if (!data) return;
    const now = withChoices(client, data);
    void applySettings(now).catch(tellMissing);
    // The account also stores the language.
    if (now.Chosen.includes('Locale'))
      client.setQueryData<AccountInfo>(accountQuery.queryKey, known => known && { ...known, Locale: now.Locale });
  }, [data, client]);
  useEffect(() => onChoice(choose), [choose]);
};
