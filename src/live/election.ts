/** Calls `lead` once this tab is the one that leads; the others wait. Returns the way to step down or stop waiting. */
export type Elect = (lead: () => void) => () => void;

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

const leaseMs = 6000;
const renewMs = 2000;

interface Seat {
  readonly tab: string;
  readonly untilMs: number;
}

const readSeat = (storage: Storage, name: string): Seat | undefined => {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

/** For addresses without TLS, where browsers give no locks: a lease in local storage, renewed while it is held. */
export const electByLease =
  (name: string, storage: Storage, tab: string = Math.random().toString(36)): Elect =>
  lead => {
    let leading = false;
    const look = () => {
      const seat = readSeat(storage, name);
      const now = Date.now();
      if (seat && seat.tab !== tab && seat.untilMs > now) return;
      storage.setItem(name, JSON.stringify({ tab, untilMs: now + leaseMs } satisfies Seat));
      // Of two that write at once the later one is there at the next look, and only then does it lead.
      if (seat?.tab !== tab || leading) return;
      leading = true;
      lead();
    };
    const timer = setInterval(look, renewMs);
    look();
    const leave = () => {
      clearInterval(timer);
      removeEventListener('pagehide', leave);
      if (readSeat(storage, name)?.tab === tab) storage.removeItem(name);
    };
    addEventListener('pagehide', leave);
    return leave;
  };
