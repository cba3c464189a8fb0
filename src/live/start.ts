import type { QueryClient } from '@tanstack/react-query';
import { callUrl } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { readToken } from '../api/token.ts';
import { accountQuery } from '../authProvider/account.ts';
import { type CabinetProvider, dataProvider } from '../dataProvider/index.ts';
import { locateList, type Registry } from '../dataProvider/locate.ts';
import { onReachable } from '../feedback/connection.ts';
import { handleFailure } from '../feedback/failures.ts';
import { resources } from '../resources/index.ts';
import { makeCacheUpdater } from './apply.ts';
import type { StreamOutcome } from './connection.ts';
import { electByLock, electWhileVisible } from './election.ts';
import { forgetUnheardJobs } from './jobs.ts';
import { pickFields, type Row } from './rows.ts';
import { type Channel, shareLive, type TabMessage } from './shared.ts';
import { readEvents } from './sse.ts';
import { clearListChanges, resetLiveState, setConnectionPhase } from './store.ts';

const checkIntervalMs = 15_000;

/** Returns the rows on screen whose lease should have expired by now: for each list, the ids of its rows. */
const findExpiredLeases = (client: QueryClient, registry: Registry) => {
  const now = new Date(serverNow()).toISOString();
  const listQueries = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => queryKey[1] === 'getList' });
  return listQueries.flatMap(({ queryKey, state }) => {
    const list = String(queryKey[0]);
    const lease = locateList(list, registry)?.resource.lease;
    const rows = (state.data as { data?: readonly Row[] } | undefined)?.data ?? [];
    const ids = rows.flatMap(row => {
      const until = lease && row[lease.until];
      return typeof until === 'string' && until < now ? [Number(row.id)] : [];
    });
    return lease && ids.length > 0 ? [{ list, lease, ids }] : [];
  });
};

/**
 * Fetches visible rows again whose lease should have expired, because no event announces renewal or expiry. Returns a
 * function that stops the repeated check.
 */
export const watchLeases = (
  client: QueryClient,
  provider: Pick<CabinetProvider, 'getMany'>,
  updateRow: (list: string, id: number, fields: object, version: number) => void,
  registry: Registry = resources,
): (() => void) => {
  const refetchExpired = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    for (const { list, lease, ids } of findExpiredLeases(client, registry)) {
      const { data } = await provider.getMany(list, { ids });
      for (const row of data) updateRow(list, Number(row.id), pickFields(row, lease.fields), Number(row.Version));
    }
  };
  const timer = setInterval(() => void refetchExpired().catch(handleFailure), checkIntervalMs);
  return () => clearInterval(timer);
};

const maxBackS = 600;
const backMarginS = 2;

const channelOf = (name: string): Channel & { readonly close: () => void } => {
  const channel = new BroadcastChannel(name);
  return {
    post: message => channel.postMessage(message),
    listen: listener => {
      const handleMessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
      channel.addEventListener('message', handleMessage);
      return () => channel.removeEventListener('message', handleMessage);
    },
    close: () => channel.close(),
  };
};

/** Message channel without any other tab, for a browser tab that has its own event stream. */
const noChannel = { post: () => undefined, listen: () => () => undefined, close: () => undefined };

/**
 * Returns election and message channel of browser tabs. All tabs share one event stream if the browser has Web Locks.
 * Otherwise each tab has its own.
 */
const createSharing = (name: string) =>
  'locks' in navigator
    ? { elect: electByLock(name, navigator.locks), channel: channelOf(name) }
    : { elect: electWhileVisible(document), channel: noChannel };

const openStream = async (after: number | undefined, signal: AbortSignal): Promise<StreamOutcome> => {
  const token = readToken();
  if (!token) return 'signedOut';
  const back = Math.min(maxBackS, Math.ceil(performance.now() / 1000) + backMarginS);
  // `fetch` is used instead of EventSource, because EventSource sends no headers and a token must not be in a URL.
  const response = await fetch(callUrl('GET /api/v3/events', {}, after === undefined ? { back } : {}), {
    headers: { Authorization: `Bearer ${token}`, ...(after !== undefined && { 'Last-Event-ID': String(after) }) },
    cache: 'no-store',
    signal,
  });
  if (response.status === 401) return 'signedOut';
  if (!response.ok || !response.body) throw new Error(`The stream answers ${response.status}`);
  return readEvents(response.body);
};

/** Keeps the query cache in sync with the server while the account is signed in. Returns a function that stops it. */
export const startLive = (client: QueryClient, accountId: number): (() => void) => {
  const name = `drivedesk-live-${accountId}`;
  const { elect, channel } = createSharing(name);
  const { apply, updateRow, reset, stop: stopApplying } = makeCacheUpdater(client);
  const unwatchLeases = watchLeases(client, dataProvider, updateRow);

  const live = shareLive({
    elect,
    channel,
    open: openStream,
    ageMs: () => performance.now(),
    apply,
    reset,
    onPhase: setConnectionPhase,
    onSignedOut: () => {
      stop();
      // The account is fetched again: if the session has ended, this request fails, and its failure leads to the
      // sign-in page.
      void client.refetchQueries({ queryKey: accountQuery.queryKey });
    },
  });
  const unwatchQueries = client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    live.nudge();
    const [list, verb] = event.query.queryKey;
    if (verb === 'getList') clearListChanges(String(list));
  });
  const wake = () => {
    if (document.visibilityState === 'visible') live.wake();
  };
  const unwatchChanges = client.getMutationCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') live.nudge();
  });
  const unwatchReachable = onReachable(live.nudge);
  addEventListener('online', live.wake);
  addEventListener('offline', live.disconnect);
  document.addEventListener('visibilitychange', wake);

  let stopped = false;
  const stop = (): void => {
    if (stopped) return;
    stopped = true;
    removeEventListener('online', live.wake);
    removeEventListener('offline', live.disconnect);
    document.removeEventListener('visibilitychange', wake);
    unwatchQueries();
    unwatchChanges();
    unwatchReachable();
    unwatchLeases();
    stopApplying();
    live.stop();
    channel.close();
    resetLiveState();
    forgetUnheardJobs();
  };
  return stop;
};
