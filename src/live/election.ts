/**
 * Calls `lead` once this tab is to lead; what `lead` returns ends its leading. Returns the way to step down or stop
 * waiting.
 */
export type Elect = (lead: () => () => void) => () => void;

/** The browser gives a lock to one tab, and to the next when that one is closed, crashed or done. */
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
 * For addresses without TLS, where browsers give no locks: each tab leads for itself while it is in sight. A hidden one
 * gives its stream up, since a browser opens six connections to such a server at most, and goes on from where it was.
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
