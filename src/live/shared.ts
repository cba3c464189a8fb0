import type { News } from '../contract/shapes/live.ts';
import type { ConnectionDependencies, LiveConnection } from './connection.ts';
import { keepConnection } from './connection.ts';
import type { LeaderElection } from './election.ts';
import type { StreamItem } from './sse.ts';
import type { ConnectionPhase } from './store.ts';

/** Message between the tabs of a browser. A new tab sends `hello`, and the leading tab sends the others. */
export type TabMessage =
  | { readonly kind: 'hello'; readonly ageMs: number }
  | {
      readonly kind: 'state';
      readonly phase: ConnectionPhase;
      readonly position?: number;
      readonly patienceMs: number;
      readonly recent?: readonly Step[];
    }
  | { readonly kind: 'step'; readonly step: Step };

interface Step {
  readonly after: number | undefined;
  readonly upTo: number;
  readonly news?: News;
  readonly reset?: boolean;
}

export interface Channel {
  readonly post: (message: TabMessage) => void;
  readonly listen: (take: (message: TabMessage) => void) => () => void;
}

export interface SharedLiveDependencies {
  readonly elect: LeaderElection;
  readonly channel: Channel;
  readonly open: ConnectionDependencies['open'];
  /** Returns the age of the page, milliseconds. A new tab asks the leader for the events since the page was loaded. */
  readonly ageMs: () => number;
  readonly apply: (news: News) => void;
  /** Called when events were missed. */
  readonly reset: () => void;
  readonly phase: (phase: ConnectionPhase) => void;
  readonly signedOut: () => void;
}

const recentMs = 120_000;
const marginMs = 2000;
/** Timeout of a tab until the leader has sent its timeout, milliseconds. */
const firstPatienceMs = 20_000;
/** Additional timeout of followers, milliseconds, so that the leader reports silence first. */
const followerMarginMs = 3000;

export interface SharedLive {
  readonly wake: () => void;
  /** Reports that a call has succeeded. */
  readonly nudge: () => void;
  /** Reports that the browser is offline. */
  readonly cut: () => void;
  readonly stop: () => void;
}

/**
 * Applies events. Stores the recent ones and the tab's position in the stream. Followers store them too, because any of
 * them may lead next.
 */
const makeEventLog = ({ apply, reset }: Pick<SharedLiveDependencies, 'apply' | 'reset'>) => {
  let position: number | undefined;
  let recent: (Step & { readonly atMs: number })[] = [];
  return {
    position: () => position,
    take: (step: Step): void => {
      const missed = step.reset || (position !== undefined && (step.after ?? step.upTo) > position);
      const seen = position !== undefined && step.upTo <= position && !step.reset;
      position = step.upTo;
      const atMs = Date.now();
      recent = [...recent.filter(one => one.atMs > atMs - recentMs), ...(seen ? [] : [{ ...step, atMs }])];
      if (missed) reset();
      else if (step.news && !seen) apply(step.news);
    },
    /** Applies the recent events of the leader, for a tab that has no position yet. */
    begin: (at: number, steps: readonly Step[]): void => {
      for (const { news } of steps) if (news) apply(news);
      position = at;
    },
    since: (sinceMs: number): Step[] => recent.filter(({ atMs }) => atMs > sinceMs).map(({ atMs: _, ...step }) => step),
  };
};

/** Shares one connection among all tabs of an account in a browser. One tab leads, the others follow. */
export const shareLive = (outside: SharedLiveDependencies): SharedLive => {
  const log = makeEventLog(outside);
  let phase: ConnectionPhase = 'off';
  let patienceMs = firstPatienceMs;
  let connection: LiveConnection | undefined;
  let watch: ReturnType<typeof setTimeout> | undefined;

  const setPhase = (next: ConnectionPhase) => {
    phase = next;
    outside.phase(next);
  };

  const expectMore = () => {
    clearTimeout(watch);
    watch = setTimeout(() => setPhase('lost'), patienceMs + followerMarginMs);
  };

  const lead = (): (() => void) => {
    const publishPhase = (next: ConnectionPhase) => {
      setPhase(next);
      const position = log.position();
      outside.channel.post({ kind: 'state', phase: next, patienceMs, ...(position !== undefined && { position }) });
    };
    const item = ({ id, event, data }: StreamItem): void => {
      if (id === undefined) return;
      const news = event === undefined || event === 'ready' || event === 'reset' ? undefined : { type: event, data };
      const step: Step = {
        after: log.position(),
        upTo: id,
        ...(news && { news: news as News }),
        ...(event === 'reset' && { reset: true }),
      };
      log.take(step);
      outside.channel.post({ kind: 'step', step });
    };
    clearTimeout(watch);
    connection = keepConnection({
      open: outside.open,
      position: log.position,
      item,
      up: ms => {
        const news = phase !== 'live' || ms !== patienceMs;
        patienceMs = ms;
        if (news) publishPhase('live');
      },
      lost: () => publishPhase('lost'),
      signedOut: () => {
        publishPhase('lost');
        outside.signedOut();
      },
    });
    return () => {
      connection?.stop();
      connection = undefined;
      expectMore();
    };
  };

  const sayHello = () => outside.channel.post({ kind: 'hello', ageMs: outside.ageMs() });

  const receive = (message: TabMessage): void => {
    if (message.kind === 'hello') {
      const position = log.position();
      if (!connection || position === undefined) return;
      const sinceMs = Date.now() - message.ageMs - marginMs;
      outside.channel.post({ kind: 'state', phase, position, patienceMs, recent: log.since(sinceMs) });
      return;
    }
    if (connection) return;
    if (message.kind === 'state') patienceMs = message.patienceMs;
    expectMore();
    if (message.kind === 'step') {
      if (phase === 'lost') setPhase('live');
      // A tab without a position does not know the events so far, so it asks for them.
      if (log.position() === undefined) sayHello();
      else log.take(message.step);
      return;
    }
    setPhase(message.phase);
    if (log.position() !== undefined || message.position === undefined || !message.recent) return;
    log.begin(message.position, message.recent);
  };

  const unlisten = outside.channel.listen(receive);
  const stepDown = outside.elect(lead);
  if (!connection) sayHello();

  return {
    wake: () => connection?.wake(),
    nudge: () => connection?.nudge(),
    cut: () => (connection ? connection.cut() : setPhase('lost')),
    stop: () => {
      unlisten();
      connection?.stop();
      stepDown();
      clearTimeout(watch);
    },
  };
};
