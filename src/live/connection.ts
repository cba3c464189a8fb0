import type { StreamItem } from './sse.ts';

/** The server beats every 15 s; silence of more than two beats is a line that hangs. */
const silenceMs = 40_000;
const firstWaitMs = 1000;
const longestWaitMs = 30_000;

export type Opened = AsyncIterable<StreamItem> | 'signedOut';

/** What the connection needs of the outside. */
export interface Outside {
  /** Opens the stream after this event; rejects when the server cannot be reached. */
  readonly open: (after: number | undefined, signal: AbortSignal) => Promise<Opened>;
  readonly position: () => number | undefined;
  readonly item: (item: StreamItem) => void;
  readonly up: () => void;
  /** A second try failed, too: nothing comes in. */
  readonly lost: () => void;
  readonly signedOut: () => void;
}

export interface LiveConnection {
  /** Tries at once instead of waiting. */
  readonly wake: () => void;
  readonly stop: () => void;
}

/** Twice as long with every try, up to half a minute; spread, so that a restarted server is not stormed. */
const waitMs = (tries: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);

/** Keeps one stream open for as long as it is wanted, and goes on from where it was. */
export const keepConnection = (outside: Outside): LiveConnection => {
  let stopped = false;
  let tries = 0;
  let abort = new AbortController();
  let wake: () => void = () => {};

  const readThrough = async (): Promise<void> => {
    abort = new AbortController();
    let watch = setTimeout(() => abort.abort(), silenceMs);
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
        watch = setTimeout(() => abort.abort(), silenceMs);
        tries = 0;
        outside.up();
        outside.item(item);
      }
    } finally {
      clearTimeout(watch);
    }
  };

  const pause = (ms: number): Promise<void> =>
    new Promise(done => {
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
    stop: () => {
      stopped = true;
      abort.abort();
      wake();
    },
  };
};
