/**
 * Calls `lead` when this tab becomes the leader; what `lead` returns ends that. Returns the function to step down or
 * stop waiting.
 */
export type Elect = (lead: () => () => void) => () => void;

/** By Web Locks: when the leader closes, crashes or steps down, the next tab gets the lock. */
export const electByLock =
  (name: string, locks: Pick<LockManager, 'request'>): Elect =>
  lead => {
    const abort = new AbortController();
    let stepDown: () => void = () => abort.abort();
    const hold = () =>
      new Promise<void>(done => {
        stepDown = done;
        lead();
      });
    locks.request(name, { signal: abort.signal }, hold).catch(() => undefined);
    return () => stepDown();
  };

/**
 * Without TLS there are no Web Locks: each visible tab leads for itself. A hidden one closes its stream, since browsers
 * open six connections per server at most, and resumes later.
 */
export const electWhileSeen =
  (page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>): Elect =>
  lead => {
    let retire: (() => void) | undefined;
    const stepDown = () => {
      retire?.();
      retire = undefined;
    };
    const look = () => {
      if (page.visibilityState === 'visible') retire ??= lead();
      else stepDown();
    };
    page.addEventListener('visibilitychange', look);
    look();
    return () => {
      page.removeEventListener('visibilitychange', look);
      stepDown();
    };
  };
