import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../api/client.ts';
import { accountQuery, useAccount } from '../authProvider/account.ts';
import { applySettings } from '../authProvider/applySettings.ts';
import { settingsQuery } from '../authProvider/settings.ts';
import { useSaveSettings, withPendingChoices } from '../authProvider/useSaveSettings.ts';
import { deletePersonal } from '../components/personal.ts';
import type { AccountInfo } from '../contract/shapes/account.ts';
import { useReachable } from '../feedback/connection.ts';
import { showLoadFailure } from '../feedback/showLoadFailure.ts';
import { loadToastStack } from '../feedback/Toasts.tsx';
import { setChangedTexts, setOfferedLocales } from '../i18n/store.ts';
import { useAppLocale } from '../i18n/TextsProvider.tsx';
import { usePageSettled } from '../layout/frame/usePageSettled.ts';
import { useConnectionPhase } from '../live/store.ts';
import { subscribeToChoices } from '../settings/persisted.ts';
import { loadSignInAgain } from './SignInDialogs.tsx';

/** Applies settings that the account chose in other browsers, and saves those chosen in this browser. */
export const useFollowSettings = (): void => {
  const client = useQueryClient();
  const saveChoice = useSaveSettings();
  const { data } = useQuery(settingsQuery);
  useEffect(() => {
    if (!data) return;
    const settings = withPendingChoices(client, data);
    void applySettings(settings).catch(showLoadFailure);
    // The cached account holds the language too, so a chosen language is written there as well.
    if (settings.Chosen.includes('Locale'))
      client.setQueryData<AccountInfo>(
        accountQuery.queryKey,
        account => account && { ...account, Locale: settings.Locale },
      );
  }, [data, client]);
  useEffect(() => subscribeToChoices(saveChoice), [saveChoice]);
};

/**
 * Applies texts that superusers changed, in every open tab. They are fetched at the start, and again when an event
 * reports a change.
 */
const useChangedTexts = (): void => {
  const [locale] = useAppLocale();
  const { data } = useQuery({
    queryKey: ['texts', 'changed', locale],
    queryFn: ({ signal }) =>
      api('GET /api/localization/{id}')({ params: { id: locale }, query: { changed: true }, signal }),
  });
  useEffect(() => {
    if (!data) return;
    setChangedTexts(data.Locale, data.Texts);
    setOfferedLocales(data.Locales);
  }, [data]);
};

/** Refetches failed queries when the server, or its database, is available again. */
export const useRefetchAfterOutage = (): void => {
  const client = useQueryClient();
  const reachable = useReachable();
  // A server without its database still answers, but its event stream fails.
  const isDown = useConnectionPhase() === 'lost' || !reachable;
  const wasDown = useRef(false);
  useEffect(() => {
    if (wasDown.current && !isDown) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    wasDown.current = isDown;
  }, [client, isDown]);
};

/**
 * Deletes the data of other accounts from this browser on sign-in. A user who only closes the browser leaves such data
 * behind.
 */
const useForgetOtherAccounts = (): void => {
  const id = useAccount()?.Id;
  useEffect(() => {
    if (id !== undefined) deletePersonal(id);
  }, [id]);
};

/**
 * Preloads the code of the sign-in dialog and of error messages. After a deployment these scripts may be missing when
 * they are needed.
 */
const usePreloadedDialogs = (): void => {
  const settled = usePageSettled();
  useEffect(() => {
    // A script that fails to preload is ignored, because it is requested again when it is needed.
    if (settled) for (const load of [loadSignInAgain, loadToastStack]) load().catch(() => undefined);
  }, [settled]);
};

export const SessionEffects = () => {
  useFollowSettings();
  useChangedTexts();
  useForgetOtherAccounts();
  useRefetchAfterOutage();
  usePreloadedDialogs();
  return null;
};
