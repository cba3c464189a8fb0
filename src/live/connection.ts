import type { StreamItem } from './sse.ts';

/** Tolerated delay of a heartbeat before the connection counts as hung, milliseconds. */
const lateMs = 5000;
/** Timeout until the server has sent its heartbeat interval, milliseconds. */
const firstPatienceMs = 20_000;
const firstWaitMs = 300;
const longestWaitMs = 5000;

export type StreamOutcome = AsyncIterable<StreamItem> | 'signedOut';

/** Dependencies of the connection. */
export interface ConnectionDependencies {
  /** Opens the stream of the events after the event number `after`. Rejects if the server is unreachable. */
  readonly open: (after: number | undefined, signal: AbortSignal) => Promise<StreamOutcome>;
  readonly position: () => number | undefined;
  readonly item: (item: StreamItem) => void;
  /** Called when data arrives. If nothing more arrives for `patienceMs`, the connection counts as broken. */
  readonly up: (patienceMs: number) => void;
  /** Called after two failed attempts in a row, or when the connection hangs. */
  readonly lost: () => void;
  readonly signedOut: () => void;
}

export interface LiveConnection {
  /** Retries at once instead of waiting. */
  readonly wake: () => void;
  /** A call has succeeded: retries at once, unless an attempt has just been made. */
  readonly nudge: () => void;
  /** The browser is offline: drops the connection. */
  readonly cut: () => void;
  readonly stop: () => void;
}

/**
 * Returns the wait before a retry: exponential backoff up to five seconds. The jitter spreads the requests after a
 * restart of the server.
 */
const waitMs = (tries: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);

/** Returns the timeout from the first event, which contains the heartbeat interval. */
const patienceOf = ({ data }: StreamItem): number | undefined => {
  const { BeatS } = (data ?? {}) as { readonly BeatS?: number };
  return BeatS === undefined ? undefined : BeatS * 1000 + lateMs;
};

/** Keeps a stream open and reconnects from its last position. */
export const keepConnection = (outside: ConnectionDependencies): LiveConnection => {
  let stopped = false;
  let tries = 0;
  let patienceMs = firstPatienceMs;
  let abort = new AbortController();
  let wake: () => void = () => {};

  const cut = (): void => {
    if (stopped) return;
    outside.lost();
    abort.abort();
  };

  const readThrough = async (): Promise<void> => {
    abort = new AbortController();
    let watch = setTimeout(cut, patienceMs);
    try {
      const stream = await outside.open(outside.position(), abort.signal);
      if (stream === 'signedOut') {
        stopped = true;
        outside.signedOut();
        return;
      }
      for await (const item of stream) {
        if (stopped) return;
        clearTimeout(watch);
        patienceMs = patienceOf(item) ?? patienceMs;
        watch = setTimeout(cut, patienceMs);
        tries = 0;
        outside.up(patienceMs);
        outside.item(item);
      }
    } finally {
      clearTimeout(watch);
    }
  };

  let pausedAtMs = 0;
  const pause = (ms: number): Promise<void> =>
    new Promise(done => {
      pausedAtMs = Date.now();
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });

  const run = async (): Promise<void> => {
    while (!stopped) {
      await readThrough().catch(() => undefined);
      if (stopped) return;
      tries += 1;
      // A connection that succeeds at the second attempt is not reported as lost.
      if (tries > 1) outside.lost();
      await pause(waitMs(tries));
    }
  };
  void run();

  return {
    wake: () => wake(),
    nudge: () => {
      if (Date.now() - pausedAtMs >= firstWaitMs) wake();
    },
    cut,
    stop: () => {
      stopped = true;
      abort.abort();
      wake();
    },
  };
};
