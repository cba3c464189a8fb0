import type { StreamItem } from './sse.ts';

/** How much later than promised a beat may come before the line is taken for one that hangs. */
const lateMs = 5000;
/** Until the server has said how often it beats. */
const firstPatienceMs = 20_000;
const firstWaitMs = 300;
const longestWaitMs = 5000;

export type Opened = AsyncIterable<StreamItem> | 'signedOut';

/** What the connection needs of the outside. */
export interface Outside {
  /** Opens the stream after this event; rejects when the server cannot be reached. */
  readonly open: (after: number | undefined, signal: AbortSignal) => Promise<Opened>;
  readonly position: () => number | undefined;
  readonly item: (item: StreamItem) => void;
  /** Something came in; nothing for this long means that nothing can. */
  readonly up: (patienceMs: number) => void;
  /** A second try failed, too, or the line hangs: nothing comes in. */
  readonly lost: () => void;
  readonly signedOut: () => void;
}

export interface LiveConnection {
  /** Tries at once instead of waiting. */
  readonly wake: () => void;
  /** A call got through: tries at once, unless it has only just tried. */
  readonly nudge: () => void;
  /** The browser says that there is no network: the line is not waited for. */
  readonly cut: () => void;
  readonly stop: () => void;
}

/** Twice as long with every try, up to five seconds; spread, so that a restarted server is not stormed. */
const waitMs = (tries: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);

/** The server says with the first event how often it beats. */
const patienceOf = ({ data }: StreamItem): number | undefined => {
  const { BeatS } = (data ?? {}) as { readonly BeatS?: number };
  return BeatS === undefined ? undefined : BeatS * 1000 + lateMs;
};

/** Keeps one stream open for as long as it is wanted, and goes on from where it was. */
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
