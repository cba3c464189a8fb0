import type { StreamItem } from './sse.ts';

/** Tolerated delay of a heartbeat, milliseconds. After it, the connection counts as broken. */
const heartbeatToleranceMs = 5000;
/** Maximum silence of the server until it has sent its heartbeat interval, milliseconds. */
const initialTimeoutMs = 20_000;
const firstRetryMs = 300;
const maxRetryMs = 5000;

export type StreamOutcome = AsyncIterable<StreamItem> | 'signedOut';

export interface ConnectionDependencies {
  /** Opens the stream of the events whose number is greater than `after`. Rejects if the server is unreachable. */
  readonly open: (after: number | undefined, signal: AbortSignal) => Promise<StreamOutcome>;
  readonly lastEventId: () => number | undefined;
  readonly onItem: (item: StreamItem) => void;
  /** Called when data arrives. If nothing more arrives for `silenceTimeoutMs`, the connection counts as broken. */
  readonly onData: (silenceTimeoutMs: number) => void;
  /** Called after two failed attempts in a row, when the connection hangs, and when the browser is offline. */
  readonly onLost: () => void;
  readonly onSignedOut: () => void;
}

export interface LiveConnection {
  /** Ends the wait between two connection attempts. */
  readonly wake: () => void;
  /**
   * Must be called when an API call has succeeded. Ends the wait between two connection attempts, unless an attempt has
   * just been made.
   */
  readonly nudge: () => void;
  /** Must be called when the browser is offline. Drops the connection. */
  readonly disconnect: () => void;
  readonly stop: () => void;
}

/**
 * Returns the wait before the next connection attempt, milliseconds. It doubles up to five seconds. A random part
 * spreads the attempts of many browsers after a restart of the server.
 */
const retryDelayMs = (failedAttempts: number): number =>
  Math.min(maxRetryMs, firstRetryMs * 2 ** (failedAttempts - 1)) * (0.5 + Math.random() / 2);

/**
 * Returns the maximum silence of the server in milliseconds, from the event that contains the heartbeat interval.
 * Undefined for other events.
 */
const readTimeoutMs = ({ data }: StreamItem): number | undefined => {
  const { BeatS } = (data ?? {}) as { readonly BeatS?: number };
  return BeatS === undefined ? undefined : BeatS * 1000 + heartbeatToleranceMs;
};

/** Keeps the event stream open. After a break it reconnects and continues after the last received event. */
export const keepConnection = (dependencies: ConnectionDependencies): LiveConnection => {
  let stopped = false;
  let failedAttempts = 0;
  let silenceTimeoutMs = initialTimeoutMs;
  let abortController = new AbortController();
  let wake: () => void = () => {};

  const disconnect = (): void => {
    if (stopped) return;
    dependencies.onLost();
    abortController.abort();
  };

  const readStream = async (): Promise<void> => {
    abortController = new AbortController();
    let watchdog = setTimeout(disconnect, silenceTimeoutMs);
    try {
      const stream = await dependencies.open(dependencies.lastEventId(), abortController.signal);
      if (stream === 'signedOut') {
        stopped = true;
        dependencies.onSignedOut();
        return;
      }
      for await (const item of stream) {
        if (stopped) return;
        clearTimeout(watchdog);
        silenceTimeoutMs = readTimeoutMs(item) ?? silenceTimeoutMs;
        watchdog = setTimeout(disconnect, silenceTimeoutMs);
        failedAttempts = 0;
        dependencies.onData(silenceTimeoutMs);
        dependencies.onItem(item);
      }
    } finally {
      clearTimeout(watchdog);
    }
  };

  let pausedAtMs = 0;
  const waitBeforeRetry = (ms: number): Promise<void> =>
    new Promise(resolve => {
      pausedAtMs = Date.now();
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    while (!stopped) {
      await readStream().catch(() => undefined);
      if (stopped) return;
      failedAttempts += 1;
      // A connection that succeeds at the second attempt is never reported as lost.
      if (failedAttempts > 1) dependencies.onLost();
      await waitBeforeRetry(retryDelayMs(failedAttempts));
    }
  };
  void run();

  return {
    wake: () => wake(),
    nudge: () => {
      if (Date.now() - pausedAtMs >= firstRetryMs) wake();
    },
    disconnect,
    stop: () => {
      stopped = true;
      abortController.abort();
      wake();
    },
  };
};
