/**
 * Calls `lead` when this tab becomes the leader. The function that `lead` returns ends the leadership. Returns a
 * function that steps down or stops waiting.
 */
export type LeaderElection = (lead: () => () => void) => () => void;

/** Election by Web Locks: when the leader closes, crashes or steps down, the next tab gets the lock. */
export const electByLock =
  (name: string, locks: Pick<LockManager, 'request'>): LeaderElection =>
  lead => {
    const abortController = new AbortController();
    let stepDown: () => void = () => abortController.abort();
    const holdLock = () =>
      new Promise<void>(resolve => {
        stepDown = resolve;
        lead();
      });
    locks.request(name, { signal: abortController.signal }, holdLock).catch(() => undefined);
    return () => stepDown();
  };

/**
 * Election without Web Locks, which need TLS: each visible tab leads itself. A hidden tab closes its stream and resumes
 * later, because browsers open at most six connections per server.
 */
export const electWhileVisible =
  (page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>): LeaderElection =>
  lead => {
    let endLeadership: (() => void) | undefined;
    const stepDown = () => {
      endLeadership?.();
      endLeadership = undefined;
    };
    const checkVisibility = () => {
      if (page.visibilityState === 'visible') endLeadership ??= lead();
      else stepDown();
    };
    page.addEventListener('visibilitychange', checkVisibility);
    checkVisibility();
    return () => {
      page.removeEventListener('visibilitychange', checkVisibility);
      stepDown();
    };
  };
