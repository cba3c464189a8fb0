/**
 * Calls `lead` when this tab becomes the leader. The function that `lead` returns ends the leadership. Returns a
 * function that steps down or stops waiting.
 */
export type LeaderElection = (lead: () => () => void) => () => void;

/** Election by Web Locks: when the leader closes, crashes or steps down, the next tab gets the lock. */
export const electByLock =
  (name: string, locks: Pick<LockManager, 'request'>): LeaderElection =>
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
 * Election without Web Locks, which need TLS: each visible tab leads itself. A hidden tab closes its stream and resumes
 * later, because browsers open at most six connections per server.
 */
export const electWhileVisible =
  (page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>): LeaderElection =>
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
