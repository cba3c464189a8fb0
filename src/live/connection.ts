import type { StreamItem } from './sse.ts';

/** Tolerated delay of a heartbeat before the connection counts as hung. */
const lateMs = 5000;
/** Until the server has sent its heartbeat interval. */
const firstPatienceMs = 20_000;
const firstWaitMs = 300;
const longestWaitMs = 5000;

export type Opened = AsyncIterable<StreamItem> | 'signedOut';

/** Dependencies of the connection. */
export interface Outside {
  /** Opens the stream after this event; rejects if the server is unreachable. */
  readonly open: (after: number | undefined, signal: AbortSignal) => Promise<Opened>;
  readonly position: () => number | undefined;
  readonly item: (item: StreamItem) => void;
  /** Data arrived; silence for this long means a broken connection. */
  readonly up: (patienceMs: number) => void;
  /** A second attempt failed, or the connection hangs. */
  readonly lost: () => void;
  readonly signedOut: () => void;
}

export interface LiveConnection {
  /** Retries at once instead of waiting. */
  readonly wake: () => void;
  /** A call succeeded: retries at once, unless it has only just tried. */
  readonly nudge: () => void;
  /** The browser is offline: stop waiting for the connection. */
  readonly cut: () => void;
  readonly stop: () => void;
}

/** Exponential backoff up to five seconds, with jitter so that a restarted server is not stormed. */
const waitMs = (tries: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);

/** The first event contains the heartbeat interval. */
const patienceOf = ({ data }: StreamItem): number | undefined => {
  const { BeatS } = (data ?? {}) as { readonly BeatS?: number };
  return BeatS === undefined ? undefined : BeatS * 1000 + lateMs;
};

/** Keeps a stream open, reconnecting from its last position. */
export const keepConnection = (outside: Outside): LiveConnection => {
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
      // A server that is back at once was hardly away.
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
