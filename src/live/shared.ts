import type { News } from '../contract/shapes/live.ts';
import type { LiveConnection, Outside } from './connection.ts';
import { keepConnection } from './connection.ts';
import type { Elect } from './election.ts';
import type { StreamItem } from './sse.ts';
import type { Phase } from './store.ts';

/** What a tab that leads tells the others. `after` is where the stream was before: a gap means something was missed. */
export type TabMessage =
  | { readonly kind: 'hello'; readonly ageMs: number }
  | {
      readonly kind: 'state';
      readonly phase: Phase;
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

export interface SharedWorld {
  readonly elect: Elect;
  readonly channel: Channel;
  readonly open: Outside['open'];
  /** How long the page has been there: what happened meanwhile is asked for. */
  readonly ageMs: () => number;
  readonly apply: (news: News) => void;
  /** Something was missed. */
  readonly reset: () => void;
  readonly phase: (phase: Phase) => void;
  readonly signedOut: () => void;
}

const recentMs = 120_000;
const marginMs = 2000;
/** Until one that leads has said how long nothing may come. */
const firstPatienceMs = 20_000;
/** So much longer than the one that leads its followers wait: it should be the first to say that nothing comes. */
const followerMarginMs = 3000;

export interface SharedLive {
  readonly wake: () => void;
  /** An ordinary call got through. */
  readonly nudge: () => void;
  /** The browser says that there is no network. */
  readonly cut: () => void;
  readonly stop: () => void;
}

/** One connection for all tabs of an account in a browser: one of them has it, all of them hear it. */
export const shareLive = (world: SharedWorld): SharedLive => {
  let position: number | undefined;
  let phase: Phase = 'off';
  let patienceMs = firstPatienceMs;
  let connection: LiveConnection | undefined;
  /** Kept by followers, too: any of them may lead next. */
  let recent: (Step & { readonly atMs: number })[] = [];
  let watch: ReturnType<typeof setTimeout> | undefined;

  const become = (next: Phase) => {
    phase = next;
    world.phase(next);
  };

  const take = (step: Step): void => {
    const missed = step.reset || (position !== undefined && (step.after ?? step.upTo) > position);
    const known = position !== undefined && step.upTo <= position && !step.reset;
    position = step.upTo;
    const atMs = Date.now();
    recent = [...recent.filter(one => one.atMs > atMs - recentMs), ...(known ? [] : [{ ...step, atMs }])];
    if (missed) world.reset();
    else if (step.news && !known) world.apply(step.news);
  };

  const expectMore = () => {
    clearTimeout(watch);
    watch = setTimeout(() => become('lost'), patienceMs + followerMarginMs);
  };

  const lead = (): (() => void) => {
    const tell = (next: Phase) => {
      become(next);
      world.channel.post({ kind: 'state', phase: next, patienceMs, ...(position !== undefined && { position }) });
    };
    const item = ({ id, event, data }: StreamItem): void => {
      if (id === undefined) return;
      const news = event === undefined || event === 'ready' || event === 'reset' ? undefined : { type: event, data };
      const step: Step = {
        after: position,
        upTo: id,
        ...(news && { news: news as News }),
        ...(event === 'reset' && { reset: true }),
      };
      take(step);
      world.channel.post({ kind: 'step', step });
    };
    clearTimeout(watch);
    connection = keepConnection({
      open: world.open,
      position: () => position,
      item,
      up: ms => {
        const news = phase !== 'live' || ms !== patienceMs;
        patienceMs = ms;
        if (news) tell('live');
      },
      lost: () => tell('lost'),
      signedOut: () => {
        tell('lost');
        world.signedOut();
      },
    });
    return () => {
      connection?.stop();
      connection = undefined;
      expectMore();
    };
  };

  const greet = () => world.channel.post({ kind: 'hello', ageMs: world.ageMs() });

  const hear = (message: TabMessage): void => {
    if (message.kind === 'hello') {
      if (!connection || position === undefined) return;
      const sinceMs = Date.now() - message.ageMs - marginMs;
      const fitting = recent.filter(({ atMs }) => atMs > sinceMs).map(({ atMs: _, ...step }) => step);
      world.channel.post({ kind: 'state', phase, position, patienceMs, recent: fitting });
      return;
    }
    if (connection) return;
    if (message.kind === 'state') patienceMs = message.patienceMs;
    expectMore();
    if (message.kind === 'step') {
      if (phase === 'lost') become('live');
      // Without a place of its own a tab has not been told yet what happened before: it asks.
      if (position === undefined) greet();
      else take(message.step);
      return;
    }
    become(message.phase);
    if (position !== undefined || message.position === undefined || !message.recent) return;
    for (const { news } of message.recent) if (news) world.apply(news);
    position = message.position;
  };

  const unlisten = world.channel.listen(hear);
  const stepDown = world.elect(lead);
  if (!connection) greet();

  return {
    wake: () => connection?.wake(),
    nudge: () => connection?.nudge(),
    cut: () => (connection ? connection.cut() : become('lost')),
    stop: () => {
      unlisten();
      connection?.stop();
      stepDown();
      clearTimeout(watch);
    },
  };
};
