import type { LiveEvent } from '../contract/shapes/live.ts';
import type { ConnectionDependencies, LiveConnection } from './connection.ts';
import { keepConnection } from './connection.ts';
import type { LeaderElection } from './election.ts';
import type { StreamItem } from './sse.ts';
import type { ConnectionPhase } from './store.ts';

/**
 * Message between browser tabs that share live updates. A new tab sends `hello`, and the leading tab sends the others.
 * Tabs with different releases of the application exchange these messages, so the field names must not change.
 */
export type TabMessage =
  | { readonly kind: 'hello'; readonly ageMs: number }
  | {
      readonly kind: 'state';
      readonly phase: ConnectionPhase;
      readonly position?: number;
      /** Duration without data after which the connection counts as broken, milliseconds. */
      readonly patienceMs: number;
      readonly recent?: readonly StreamStep[];
    }
  | { readonly kind: 'step'; readonly step: StreamStep };

/**
 * One event or heartbeat of the stream. `after`: number of the last event before it. `upTo`: number of the last event
 * including it.
 */
interface StreamStep {
  readonly after: number | undefined;
  readonly upTo: number;
  readonly news?: LiveEvent;
  /** True if the server no longer has the events since `after`. All data may then be outdated. */
  readonly reset?: boolean;
}

export interface Channel {
  readonly post: (message: TabMessage) => void;
  readonly listen: (listener: (message: TabMessage) => void) => () => void;
}

export interface SharedLiveDependencies {
  readonly elect: LeaderElection;
  readonly channel: Channel;
  readonly open: ConnectionDependencies['open'];
  /**
   * Returns the time since the page was loaded, milliseconds. A new tab asks the leading tab for the events since then.
   */
  readonly ageMs: () => number;
  readonly apply: (news: LiveEvent) => void;
  /** Called when events were missed, so that all data may be outdated. */
  readonly reset: () => void;
  readonly onPhase: (phase: ConnectionPhase) => void;
  readonly onSignedOut: () => void;
}

const recentEventsMs = 120_000;
const clockMarginMs = 2000;
/** Maximum silence that a tab tolerates until the leading tab has sent its own maximum, milliseconds. */
const initialTimeoutMs = 20_000;
/**
 * Additional silence that tabs other than the leading one tolerate, milliseconds. The leading tab thus reports the
 * silence first.
 */
const followerMarginMs = 3000;

export interface SharedLive {
  readonly wake: () => void;
  /** Must be called when an API call has succeeded. */
  readonly nudge: () => void;
  /** Must be called when the browser is offline. */
  readonly disconnect: () => void;
  readonly stop: () => void;
}

/**
 * Applies events in a browser tab. Stores the recent events and the number of the last one. Every tab stores them,
 * because any of them may lead next.
 */
const makeEventLog = ({ apply, reset }: Pick<SharedLiveDependencies, 'apply' | 'reset'>) => {
  let position: number | undefined;
  let recent: (StreamStep & { readonly atMs: number })[] = [];
  return {
    position: () => position,
    record: (step: StreamStep): void => {
      const hasGap = step.reset || (position !== undefined && (step.after ?? step.upTo) > position);
      const isKnown = position !== undefined && step.upTo <= position && !step.reset;
      position = step.upTo;
      const atMs = Date.now();
      recent = [...recent.filter(entry => entry.atMs > atMs - recentEventsMs), ...(isKnown ? [] : [{ ...step, atMs }])];
      if (hasGap) reset();
      else if (step.news && !isKnown) apply(step.news);
    },
    /** Applies the recent events that the leading tab sent, in a tab that has received no event yet. */
    catchUp: (newPosition: number, steps: readonly StreamStep[]): void => {
      for (const { news } of steps) if (news) apply(news);
      position = newPosition;
    },
    since: (sinceMs: number): StreamStep[] =>
      recent.filter(({ atMs }) => atMs > sinceMs).map(({ atMs: _, ...step }) => step),
  };
};

/**
 * Shares one connection for live updates among all browser tabs of an account. One tab leads and holds the connection,
 * the others follow.
 */
export const shareLive = (dependencies: SharedLiveDependencies): SharedLive => {
  const log = makeEventLog(dependencies);
  let phase: ConnectionPhase = 'off';
  let silenceTimeoutMs = initialTimeoutMs;
  let connection: LiveConnection | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  const setPhase = (next: ConnectionPhase) => {
    phase = next;
    dependencies.onPhase(next);
  };

  const restartWatchdog = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => setPhase('lost'), silenceTimeoutMs + followerMarginMs);
  };

  const startLeading = (): (() => void) => {
    const publishPhase = (next: ConnectionPhase) => {
      setPhase(next);
      const position = log.position();
      dependencies.channel.post({
        kind: 'state',
        phase: next,
        patienceMs: silenceTimeoutMs,
        ...(position !== undefined && { position }),
      });
    };
    const publishItem = ({ id, event, data }: StreamItem): void => {
      if (id === undefined) return;
      const update = event === undefined || event === 'ready' || event === 'reset' ? undefined : { type: event, data };
      const step: StreamStep = {
        after: log.position(),
        upTo: id,
        ...(update && { news: update as LiveEvent }),
        ...(event === 'reset' && { reset: true }),
      };
      log.record(step);
      dependencies.channel.post({ kind: 'step', step });
    };
    clearTimeout(watchdog);
    connection = keepConnection({
      open: dependencies.open,
      lastEventId: log.position,
      onItem: publishItem,
      onData: ms => {
        const isChanged = phase !== 'live' || ms !== silenceTimeoutMs;
        silenceTimeoutMs = ms;
        if (isChanged) publishPhase('live');
      },
      onLost: () => publishPhase('lost'),
      onSignedOut: () => {
        publishPhase('lost');
        dependencies.onSignedOut();
      },
    });
    return () => {
      connection?.stop();
      connection = undefined;
      restartWatchdog();
    };
  };

  const sayHello = () => dependencies.channel.post({ kind: 'hello', ageMs: dependencies.ageMs() });

  const receive = (message: TabMessage): void => {
    if (message.kind === 'hello') {
      const position = log.position();
      if (!connection || position === undefined) return;
      const sinceMs = Date.now() - message.ageMs - clockMarginMs;
      dependencies.channel.post({
        kind: 'state',
        phase,
        position,
        patienceMs: silenceTimeoutMs,
        recent: log.since(sinceMs),
      });
      return;
    }
    if (connection) return;
    if (message.kind === 'state') silenceTimeoutMs = message.patienceMs;
    restartWatchdog();
    if (message.kind === 'step') {
      if (phase === 'lost') setPhase('live');
      // A tab that has received no event yet may have missed earlier events, so it asks the leading tab for them.
      if (log.position() === undefined) sayHello();
      else log.record(message.step);
      return;
    }
    setPhase(message.phase);
    if (log.position() !== undefined || message.position === undefined || !message.recent) return;
    log.catchUp(message.position, message.recent);
  };

  const stopListening = dependencies.channel.listen(receive);
  const stepDown = dependencies.elect(startLeading);
  if (!connection) sayHello();

  return {
    wake: () => connection?.wake(),
    nudge: () => connection?.nudge(),
    disconnect: () => (connection ? connection.disconnect() : setPhase('lost')),
    stop: () => {
      stopListening();
      connection?.stop();
      stepDown();
      clearTimeout(watchdog);
    },
  };
};
