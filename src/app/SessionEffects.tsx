import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../api/client.ts';
import { accountQuery, useAccount } from '../authProvider/account.ts';
import { applySettings } from '../authProvider/applySettings.ts';
import { settingsQuery } from '../authProvider/settings.ts';
import { useChoose, withChoices } from '../authProvider/useChoose.ts';
import { forgetPersonal } from '../components/personal.ts';
import type { AccountInfo } from '../contract/shapes/account.ts';
import { useReachable } from '../feedback/connection.ts';
import { reportMissing } from '../feedback/reportMissing.ts';
import { loadToastStack } from '../feedback/Toasts.tsx';
import { setChangedTexts, setOfferedLocales } from '../i18n/store.ts';
import { useAppLocale } from '../i18n/TextsProvider.tsx';
import { usePageSettled } from '../layout/frame/usePageSettled.ts';
import { useConnectionPhase } from '../live/store.ts';
import { onChoice } from '../settings/choice.ts';
import { loadSignInAgain } from './SignInDialogs.tsx';

/** Applies settings chosen in other browsers, and saves those chosen here. */
export const useFollowSettings = (): void => {
  const client = useQueryClient();
  const choose = useChoose();
  const { data } = useQuery(settingsQuery);
  useEffect(() => {
    if (!data) return;
    const now = withChoices(client, data);
    void applySettings(now).catch(reportMissing);
    // The account also stores the language.
    if (now.Chosen.includes('Locale'))
      client.setQueryData<AccountInfo>(accountQuery.queryKey, known => known && { ...known, Locale: now.Locale });
  }, [data, client]);
  useEffect(() => onChoice(choose), [choose]);
};

/** Applies changed texts in every open tab. They are fetched at the start and again after an event about texts. */
const useFollowTexts = (): void => {
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

/** Refetches failed queries once the server, or its database, is available again. */
export const useRepeatFailed = (): void => {
  const client = useQueryClient();
  const reachable = useReachable();
  // Without its database the server still answers, but the event stream fails.
  const away = useConnectionPhase() === 'lost' || !reachable;
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !away) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    wasAway.current = away;
  }, [client, away]);
};

/** Deletes other accounts' data in this browser on sign-in, because closing the browser does not sign out. */
const useForgetOthers = (): void => {
  const id = useAccount()?.Id;
  useEffect(() => {
    if (id !== undefined) forgetPersonal(id);
  }, [id]);
};

/** Preloads the error UI, because after a deployment its scripts may be missing when they are needed. */
const useReadyForTrouble = (): void => {
  const settled = usePageSettled();
  useEffect(() => {
    // After a failure they are requested again when needed.
    if (settled) for (const load of [loadSignInAgain, loadToastStack]) load().catch(() => undefined);
  }, [settled]);
};

/** Hooks that follow the session, settings and connection. */
export const SessionEffects = () => {
  useFollowSettings();
  useFollowTexts();
  useForgetOthers();
  useRepeatFailed();
  useReadyForTrouble();
  return null;
};
