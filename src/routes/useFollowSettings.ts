import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQuery } from '../authProvider/account.ts';
import { keepSettings, settingsQuery } from '../authProvider/settings.ts';
import type { AccountInfo } from '../contract/shapes/account.ts';
import { noticeFailure } from '../layout/failures/notice.ts';
import { tellMissing } from '../layout/failures/tellMissing.ts';
import { applySettings } from '../settings/apply.ts';
import { onChoice } from '../settings/choice.ts';

/** What was chosen in another browser holds here, and what is chosen here is kept for the others. */
export const useFollowSettings = (): void => {
  const client = useQueryClient();
  const { data } = useQuery(settingsQuery);
  useEffect(() => {
    if (!data) return;
    void applySettings(data).catch(tellMissing);
    // The language is told in both places.
    if (data.Chosen.includes('Locale'))
      client.setQueryData<AccountInfo>(accountQuery.queryKey, known => known && { ...known, Locale: data.Locale });
  }, [data, client]);
  useEffect(() => onChoice(choice => void keepSettings(client, choice).catch(noticeFailure)), [client]);
};
