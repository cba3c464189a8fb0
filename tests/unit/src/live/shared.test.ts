// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../../../../src/contract/shapes/live.ts';
import { electByLock, electWhileVisible, type LeaderElection } from '../../../../src/live/election.ts';
import { type Channel, shareLive, type TabMessage } from '../../../../src/live/shared.ts';
import type { StreamItem } from '../../../../src/live/sse.ts';
import type { ConnectionPhase } from '../../../../src/live/store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

/** Simulates the browser's lock API: one holder, the others queue. */
const makeLocks = () => {
  const waiting: (() => void)[] = [];
  let held = false;
  const next = () => {
    const begin = waiting.shift();
    held = begin !== undefined;
    begin?.();
  };
  const request = (_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) =>
    new Promise<void>((done, fail) => {
      const begin = () => void hold().then(done).then(next);
      signal.addEventListener('abort', () => {
        waiting.splice(waiting.indexOf(begin), 1);
        fail(new Error('aborted'));
      });
      waiting.push(begin);
      if (!held) next();
    });
  return { request } as unknown as LockManager;
};

const makeChannels = () => {
  const all = new Set<(message: TabMessage) => void>();
  const join = (): Channel => {
    let own: ((message: TabMessage) => void) | undefined;
    return {
      post: message => {
        for (const hear of all) if (hear !== own) hear(structuredClone(message));
      },
      listen: take => {
        own = take;
        all.add(take);
        return () => void all.delete(take);
      },
    };
  };
  return { join };
};

const note = (id: number): StreamItem => ({ event: 'notification', id, data: { Kind: `n${id}` } });

/** A browser with tabs, and a server whose events the test sends to the tab with the stream. */
const setUp = (elect?: () => LeaderElection, channel?: () => Channel) => {
  const locks = makeLocks();
  const channels = makeChannels();
  const open = new Set<AbortSignal>();
  const opened: (number | undefined)[] = [];
  let say: (item: StreamItem) => void = () => {};
  const openTab = () => {
    const applied: string[] = [];
    const phases: ConnectionPhase[] = [];
    const reset = vi.fn();
    const signedOut = vi.fn();
    const live = shareLive({
      elect: elect?.() ?? electByLock('x', locks),
      channel: channel?.() ?? channels.join(),
      ageMs: () => 5000,
      open: async (after, signal) => {
        opened.push(after);
        open.add(signal);
        signal.addEventListener('abort', () => open.delete(signal));
        const queue: StreamItem[] = [{ event: 'ready', id: after ?? 10, data: { BeatS: 15 } }];
        let wake: () => void = () => {};
        say = item => {
          queue.push(item);
          wake();
        };
        return (async function* () {
          for (;;) {
            const item = queue.shift();
            if (item) yield item;
            else
              await new Promise<void>((done, cut) => {
                wake = done;
                signal.addEventListener('abort', () => cut(new Error('cut')));
              });
          }
        })();
      },
      apply: (news: LiveEvent) => applied.push((news.data as { Kind: string }).Kind),
      reset,
      onPhase: phase => phases.push(phase),
      onSignedOut: signedOut,
    });
    return { live, applied, phases, reset };
  };
  const settle = () => vi.advanceTimersByTimeAsync(10);
  const sayIt = (item: StreamItem) => {
    say(item);
    return settle();
  };
  return { openTab, opened, open, settle, say: sayIt };
};

describe('tabs of one browser', () => {
  it('have one connection, and all of them hear it', async () => {
    const { openTab, opened, settle, say } = setUp();
    const [one, two, three] = [openTab(), openTab(), openTab()];
    await settle();
    await say(note(11));
    await say(note(12));
    expect(opened).toEqual([undefined]);
    for (const tab of [one, two, three]) {
      expect(tab.applied).toEqual(['n11', 'n12']);
      expect(tab.phases.at(-1)).toBe('live');
    }
  });

  it('lose nothing when the one that leads is closed', async () => {
    const { openTab, opened, settle, say } = setUp();
    const [one, two] = [openTab(), openTab()];
    await settle();
    await say(note(11));
    one.live.stop();
    await settle();
    expect(opened).toEqual([undefined, 11]);
    await say(note(12));
    expect(two.applied).toEqual(['n11', 'n12']);
    expect(two.reset).not.toHaveBeenCalled();
  });

  it('are told, when they come later, what happened while they were loading', async () => {
    const { openTab, settle, say } = setUp();
    openTab();
    await settle();
    await say(note(11));
    await vi.advanceTimersByTimeAsync(15_000);
    await say(note(12));
    const late = openTab();
    await settle();
    await say(note(13));
    expect(late.applied).toEqual(['n12', 'n13']);
    expect(late.phases.at(-1)).toBe('live');
  });

  it('read everything anew when the server no longer knows what they missed', async () => {
    const { openTab, settle, say } = setUp();
    const [one, two] = [openTab(), openTab()];
    await settle();
    await say({ event: 'reset', id: 90, data: {} });
    await say(note(91));
    for (const tab of [one, two]) {
      expect(tab.reset).toHaveBeenCalledOnce();
      expect(tab.applied).toEqual(['n91']);
    }
  });

  it('say that they are not live when nobody tells them anything', async () => {
    // The leading tab is gone, and no other tab takes its place.
    let led = false;
    const { openTab, settle, say } = setUp(() => lead => {
      const retire = led ? undefined : lead();
      led = true;
      return () => retire?.();
    });
    const leader = openTab();
    const follower = openTab();
    await settle();
    await say(note(11));
    leader.live.stop();
    await vi.advanceTimersByTimeAsync(18_000);
    expect(follower.phases.at(-1)).toBe('live');
    await vi.advanceTimersByTimeAsync(6000);
    expect(follower.phases.at(-1)).toBe('lost');
  });

  it('say at once that they are not live when the browser has no network, and are again with the first word', async () => {
    const { openTab, settle, say } = setUp();
    const [one, two] = [openTab(), openTab()];
    await settle();
    for (const tab of [one, two]) {
      tab.live.disconnect();
      expect(tab.phases.at(-1)).toBe('lost');
    }
    await settle();
    one.live.wake();
    await settle();
    for (const tab of [one, two]) expect(tab.phases.at(-1)).toBe('live');
    two.live.disconnect();
    await say(note(11));
    expect(two.phases.at(-1)).toBe('live');
  });

  it('tell one that comes late also what they heard before they led', async () => {
    const { openTab, settle, say } = setUp();
    const [one] = [openTab(), openTab()];
    await settle();
    await say(note(11));
    one.live.stop();
    await settle();
    const late = openTab();
    await settle();
    expect(late.applied).toEqual(['n11']);
  });
});

describe('where a browser gives no locks', () => {
  const makePage = () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
    const turn = (to: DocumentVisibilityState) => {
      page.visibilityState = to;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    return { page: page as unknown as Document, turn };
  };

  it('each tab in sight has a stream of its own, and hears its news once', async () => {
    const { openTab, open, say, settle } = setUp(
      () => electWhileVisible(makePage().page),
      () => ({ post: () => undefined, listen: () => () => undefined }),
    );
    const first = openTab();
    const second = openTab();
    await settle();
    expect(open.size).toBe(2);
    // Sent to the stream that was opened last.
    await say(note(11));
    expect([first.applied, second.applied]).toEqual([[], ['n11']]);
  });

  it('a hidden tab gives its stream up, and goes on from where it was when it is seen again', async () => {
    const { page, turn } = makePage();
    const { openTab, open, opened, say, settle } = setUp(() => electWhileVisible(page));
    const tab = openTab();
    await settle();
    await say(note(11));
    turn('hidden');
    await settle();
    expect(open.size).toBe(0);
    turn('visible');
    await settle();
    expect(opened).toEqual([undefined, 11]);
    expect(tab.phases.at(-1)).toBe('live');
    tab.live.stop();
    expect(open.size).toBe(0);
  });

  it('a tab that is left while hidden asks for nothing more', async () => {
    const { page, turn } = makePage();
    const lead = vi.fn(() => () => undefined);
    const leave = electWhileVisible(page)(lead);
    turn('hidden');
    leave();
    turn('visible');
    expect(lead).toHaveBeenCalledOnce();
  });
});
