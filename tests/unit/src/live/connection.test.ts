import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ConnectionDependencies, keepConnection, type StreamOutcome } from '../../../../src/live/connection.ts';
import { readEvents, type StreamItem } from '../../../../src/live/sse.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a stream with these events. Then it hangs until it is cut, or ends. */
const streamOf = (items: readonly StreamItem[], how: 'hangs' | 'ends', signal: AbortSignal): StreamOutcome =>
  (async function* () {
    yield* items;
    if (how === 'ends') return;
    await new Promise((_, cut) => signal.addEventListener('abort', () => cut(new Error('cut'))));
  })();

const setUp = (open: (after: number | undefined, signal: AbortSignal) => Promise<StreamOutcome>) => {
  let position: number | undefined;
  const asked: (number | undefined)[] = [];
  const outside = {
    open: vi.fn(async (after: number | undefined, signal: AbortSignal) => {
      asked.push(after);
      return open(after, signal);
    }),
    lastEventId: () => position,
    onItem: vi.fn(({ id }: StreamItem) => {
      position = id ?? position;
    }),
    onData: vi.fn(),
    onLost: vi.fn(),
    onSignedOut: vi.fn(),
  } satisfies ConnectionDependencies;
  return { outside, asked, connection: keepConnection(outside) };
};

describe('the connection', () => {
  it('goes on from where it was, and hardly says a word about a short cut', async () => {
    const answers = [
      [
        { event: 'ready', id: 7 },
        { event: 'accident', id: 8 },
      ],
      [{ event: 'accident', id: 9 }],
    ];
    const { outside, asked, connection } = setUp(async (_, signal) =>
      streamOf(answers.shift() ?? [], answers.length ? 'ends' : 'hangs', signal),
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([undefined, 8]);
    expect(outside.onItem.mock.calls.map(([{ id }]) => id)).toEqual([7, 8, 9]);
    expect(outside.onLost).not.toHaveBeenCalled();
    connection.stop();
  });

  it('waits longer with every try, five seconds at most, and says that it is lost', async () => {
    const { outside, connection } = setUp(async () => {
      throw new Error('refused');
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(outside.onLost).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(outside.onLost).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    const tries = outside.open.mock.calls.length;
    expect(tries).toBeLessThan(32);
    await vi.advanceTimersByTimeAsync(5000);
    expect(outside.open.mock.calls.length).toBeGreaterThan(tries);
    connection.stop();
  });

  it('tries at once when it is woken', async () => {
    const { outside, connection } = setUp(async () => {
      throw new Error('refused');
    });
    await vi.advanceTimersByTimeAsync(20_000);
    const tries = outside.open.mock.calls.length;
    connection.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(outside.open.mock.calls.length).toBe(tries + 1);
    connection.stop();
  });

  it('tries at once when a call got through, but no more often than a call could fail', async () => {
    const { outside, connection } = setUp(async () => {
      throw new Error('refused');
    });
    const tries = () => outside.open.mock.calls.length;
    await vi.advanceTimersByTimeAsync(20_000);
    // The longest wait is at least 2.5 s, so that in some second nothing is tried.
    connection.wake();
    await vi.advanceTimersByTimeAsync(1000);
    const before = tries();
    connection.nudge();
    await vi.advanceTimersByTimeAsync(0);
    expect(tries()).toBe(before + 1);
    for (let call = 0; call < 10; call += 1) connection.nudge();
    await vi.advanceTimersByTimeAsync(0);
    expect(tries()).toBe(before + 1);
    connection.stop();
  });

  it('says that a line hangs when the beat that was promised is five seconds late, and opens another one', async () => {
    const ready = { event: 'ready', id: 3, data: { BeatS: 8 } };
    const { outside, asked, connection } = setUp(async (_, signal) => streamOf([ready], 'hangs', signal));
    await vi.advanceTimersByTimeAsync(12_900);
    expect(outside.onData).toHaveBeenCalledWith(13_000);
    expect(outside.onLost).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(outside.onLost).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([undefined, 3]);
    connection.stop();
  });

  it('does not wait longer than twenty seconds for a server that says nothing at all', async () => {
    const { outside, connection } = setUp(async (_, signal) => streamOf([], 'hangs', signal));
    await vi.advanceTimersByTimeAsync(19_900);
    expect(outside.onLost).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(outside.onLost).toHaveBeenCalledOnce();
    connection.stop();
  });

  it('is lost at once when the browser says that there is no network, and tried again when there is', async () => {
    const { outside, asked, connection } = setUp(async (_, signal) => streamOf([{ id: 3 }], 'hangs', signal));
    await vi.advanceTimersByTimeAsync(1000);
    connection.disconnect();
    expect(outside.onLost).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(0);
    connection.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual([undefined, 3]);
    connection.stop();
  });

  it('asks no more once the session has ended, or it was stopped', async () => {
    const ended = setUp(async () => 'signedOut');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended.asked).toHaveLength(1);
    expect(ended.outside.onSignedOut).toHaveBeenCalledOnce();
    const stopped = setUp(async (_, signal) => streamOf([], 'hangs', signal));
    stopped.connection.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stopped.asked).toHaveLength(1);
  });
});

describe('server-sent events', () => {
  it('are put together however the network cuts them', async () => {
    const text = 'event: beat\nid: 4\ndata: {}\n\nevent: accident\nid: 5\ndata: {"Имя":"Ёж"}\n\nevent: cut';
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 3, 7, bytes.length]) {
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: controller => {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
      const items: StreamItem[] = [];
      for await (const item of readEvents(body)) items.push(item);
      expect(items).toEqual([{ id: 4 }, { event: 'accident', id: 5, data: { Имя: 'Ёж' } }]);
    }
  });
});
