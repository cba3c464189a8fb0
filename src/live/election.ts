/**
 * Chooses the browser tab that holds the connection for live updates. Calls `startLeading` when this tab is chosen, and
 * the function that `startLeading` returned when its leadership ends. Returns a function that steps down or stops
 * waiting.
 */
export type LeaderElection = (startLeading: () => () => void) => () => void;

/** Election by Web Locks: when the leading tab closes, crashes or steps down, the next tab gets the lock. */
export const electByLock =
  (name: string, locks: Pick<LockManager, 'request'>): LeaderElection =>
  startLeading => {
    const abortController = new AbortController();
    let stepDown: () => void = () => abortController.abort();
    const holdLock = () =>
      new Promise<void>(resolve => {
        stepDown = resolve;
        startLeading();
      });
    locks.request(name, { signal: abortController.signal }, holdLock).catch(() => undefined);
    return () => stepDown();
  };

/**
 * Replaces an election where Web Locks are missing, because they need TLS. Each visible tab leads itself. A hidden tab
 * closes its stream and resumes later, because browsers open at most six connections per server.
 */
export const electWhileVisible =
  (page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>): LeaderElection =>
  startLeading => {
    let endLeadership: (() => void) | undefined;
    const stepDown = () => {
      endLeadership?.();
      endLeadership = undefined;
    };
    const checkVisibility = () => {
      if (page.visibilityState === 'visible') endLeadership ??= startLeading();
      else stepDown();
    };
    page.addEventListener('visibilitychange', checkVisibility);
    checkVisibility();
    return () => {
      page.removeEventListener('visibilitychange', checkVisibility);
      stepDown();
    };
  };
