import type { QueryClient } from '@tanstack/react-query';
import { addressOf } from '../api/client.ts';
import { readToken } from '../api/token.ts';
import { accountQuery } from '../authProvider/account.ts';
import { dataProvider } from '../dataProvider/index.ts';
import { onReachable } from '../feedback/connection.ts';
import { makeCacheUpdater } from './apply.ts';
import type { StreamOutcome } from './connection.ts';
import { electByLock, electWhileVisible } from './election.ts';
import { watchLeases } from './leases.ts';
import { type Channel, shareLive, type TabMessage } from './shared.ts';
import { readEvents } from './sse.ts';
import { clearListChanges, resetLiveState, setConnectionPhase } from './store.ts';

const farthestBackS = 600;
const marginS = 2;

const channelOf = (name: string): Channel & { readonly close: () => void } => {
  const channel = new BroadcastChannel(name);
  return {
    post: message => channel.postMessage(message),
    listen: take => {
      const hear = ({ data }: MessageEvent<TabMessage>) => take(data);
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
    close: () => channel.close(),
  };
};

/** Channel without other tabs, for a tab that has its own stream. */
const alone = { post: () => undefined, listen: () => () => undefined, close: () => undefined };

/** Returns the means for one stream in all tabs if there are Web Locks, otherwise for one stream per tab. */
const sharingOf = (name: string) =>
  'locks' in navigator
    ? { elect: electByLock(name, navigator.locks), channel: channelOf(name) }
    : { elect: electWhileVisible(document), channel: alone };

const open = async (after: number | undefined, signal: AbortSignal): Promise<StreamOutcome> => {
  const token = readToken();
  if (!token) return 'signedOut';
  const back = Math.min(farthestBackS, Math.ceil(performance.now() / 1000) + marginS);
  // fetch is used, because EventSource sends no headers and a token must not be in a URL.
  const reply = await fetch(addressOf('GET /api/v3/events', {}, after === undefined ? { back } : {}), {
    headers: { Authorization: `Bearer ${token}`, ...(after !== undefined && { 'Last-Event-ID': String(after) }) },
    cache: 'no-store',
    signal,
  });
  if (reply.status === 401) return 'signedOut';
  if (!reply.ok || !reply.body) throw new Error(`The stream answers ${reply.status}`);
  return readEvents(reply.body);
};

/** Keeps the cache in sync with the server while the account is signed in. Returns a function that stops it. */
export const startLive = (client: QueryClient, accountId: number): (() => void) => {
  const name = `drivedesk-live-${accountId}`;
  const { elect, channel } = sharingOf(name);
  const { apply, put, reset, stop: stopApplying } = makeCacheUpdater(client);
  const unwatchLeases = watchLeases(client, dataProvider, put);

  const live = shareLive({
    elect,
    channel,
    open,
    ageMs: () => performance.now(),
    apply,
    reset,
    phase: setConnectionPhase,
    signedOut: () => {
      stop();
      // If the session has ended, this query fails, and its failure leads to the sign-in page.
      void client.refetchQueries({ queryKey: accountQuery.queryKey });
    },
  });
  const unwatch = client.getQueryCache().subscribe(event => {
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
  const unwatchReach = onReachable(live.nudge);
  addEventListener('online', live.wake);
  addEventListener('offline', live.cut);
  document.addEventListener('visibilitychange', wake);

  let stopped = false;
  const stop = (): void => {
    if (stopped) return;
    stopped = true;
    removeEventListener('online', live.wake);
    removeEventListener('offline', live.cut);
    document.removeEventListener('visibilitychange', wake);
    unwatch();
    unwatchChanges();
    unwatchReach();
    unwatchLeases();
    stopApplying();
    live.stop();
    channel.close();
    resetLiveState();
  };
  return stop;
};
