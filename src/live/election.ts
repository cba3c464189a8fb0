/**
 * Calls `lead` once this tab is the one that leads; the others wait. What `lead` returns ends its leading, should another
 * tab have taken the lead meanwhile. Returns the way to step down or stop waiting.
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
    let retire: (() => void) | undefined;
    const stepDown = () => {
      retire?.();
      retire = undefined;
    };
    const look = () => {
      const seat = readSeat(storage, name);
      const now = Date.now();
      const own = seat?.tab === tab;
      // A hidden tab's clock goes slowly: its lease may have run out and gone to another one, which leads now.
      if (!own) stepDown();
      if (seat && !own && seat.untilMs > now) return;
      storage.setItem(name, JSON.stringify({ tab, untilMs: now + leaseMs } satisfies Seat));
      // Of two that write at once the later one is there at the next look, and only then does it lead.
      if (own) retire ??= lead();
    };
    // Told by the browser when another tab writes, however slowly the clock goes here.
    const hear = ({ key }: StorageEvent) => {
      if (key === name && readSeat(storage, name)?.tab !== tab) stepDown();
    };
    const timer = setInterval(look, renewMs);
    look();
    const release = () => {
      stepDown();
      if (readSeat(storage, name)?.tab === tab) storage.removeItem(name);
    };
    addEventListener('pagehide', release);
    addEventListener('storage', hear);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', release);
      removeEventListener('storage', hear);
      release();
    };
  };
