import type { AnswerFor } from '../../../contract/index.ts';
import { createStore } from '../../../store.ts';

export type LockAnswer = AnswerFor<'GET /api/crash/lock/{id}'>;

export const renewEveryMs = 20_000;

interface Holder {
  readonly id: number;
  readonly name: string;
  readonly untilMs: number;
}

export type Lease =
  | { readonly phase: 'free' }
  | { readonly phase: 'mine'; readonly untilMs: number }
  | { readonly phase: 'other'; readonly holder: Holder }
  /** It was ours: taken over, or expired while the server was unreachable. */
  | { readonly phase: 'lost'; readonly holder: Holder | undefined };

export type Taking = { readonly takeOver?: boolean; readonly reason?: string };

export type LockResult =
  | { readonly kind: 'held'; readonly answer: LockAnswer }
  | { readonly kind: 'refused'; readonly by: number; readonly name: string }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

/** Dependencies of the lease: two calls and the clock. */
export interface LeaseWorld {
  readonly me: number;
  readonly take: (how: Taking) => Promise<LockResult>;
  readonly give: () => Promise<void>;
  readonly now: () => number;
}

export interface LeaseKeeper {
  readonly get: () => Lease;
  readonly subscribe: (listener: () => void) => () => void;
  /** Claims the accident; resolves to whether it is ours, and why not. */
  readonly take: (how?: Taking) => Promise<LockResult>;
  readonly release: () => Promise<void>;
  /** Updates the state from another response of the server. */
  readonly observe: (seen: LockAnswer) => void;
  /** A write was refused because somebody else holds the accident. */
  readonly refused: (by: number, name: string) => void;
  /** The server ended the lease, as it does on a move. */
  readonly ended: () => void;
  readonly enter: () => void;
  /** Stops renewing and releases the accident if it is ours. */
  readonly leave: () => void;
}

export const leaseMs = 60_000;
const momentOf = (text: string | null, otherwise: number) => (text === null ? otherwise : Date.parse(text));

const holderIn = (seen: LockAnswer, now: number): Holder | undefined =>
  seen.LockedBy === null
    ? undefined
    : { id: seen.LockedBy, name: seen.LockedByName ?? '', untilMs: momentOf(seen.LockedUntil, now + leaseMs) };

/** Keeps a 60 s lease on an accident: renewed every 20 s, released on leaving. */
export const createLease = ({ me, take, give, now }: LeaseWorld): LeaseKeeper => {
  const lease = createStore<Lease>({ phase: 'free' });
  const setLease = lease.set;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  /** What was read before it was given back still says that it is ours. */
  let givenBack = false;
  /** Claims whose answer is still to come: news of them may be here before. */
  let claims = 0;
  const schedule = (ms: number, action: () => void) => {
    clearTimeout(timer);
    if (!left) timer = setTimeout(action, Math.max(0, ms));
  };
  const belongsTo = (holder: Holder) => {
    setLease({ phase: 'other', holder });
    schedule(holder.untilMs - now(), () => setLease({ phase: 'free' }));
  };
  const isMine = (untilMs: number) => {
    setLease({ phase: 'mine', untilMs });
    schedule(renewEveryMs, () => void renew());
  };
  const lose = (holder: Holder | undefined) => {
    clearTimeout(timer);
    setLease({ phase: 'lost', holder });
  };
  const settle = (result: LockResult) => {
    if (result.kind === 'held') isMine(momentOf(result.answer.LockedUntil, now() + leaseMs));
    else if (result.kind === 'refused') {
      const holder = { id: result.by, name: result.name, untilMs: now() + leaseMs };
      if (lease.get().phase === 'mine') lose(holder);
      else belongsTo(holder);
    }
  };
  const renew = async () => {
    const result = await take({});
    const current = lease.get();
    if (left || current.phase !== 'mine') {
      // Renewed while it was being released: release it again.
      if (result.kind === 'held') await give();
      return;
    }
    if (result.kind !== 'unreachable') settle(result);
    // The server may come back within the lease; after its end the accident may be somebody else's.
    else if (current.untilMs <= now()) lose(undefined);
    else schedule(Math.min(renewEveryMs / 4, current.untilMs - now()), () => void renew());
  };

  return {
    get: lease.get,
    subscribe: lease.subscribe,
    take: async (how = {}) => {
      givenBack = false;
      claims += 1;
      const result = await take(how).finally(() => {
        claims -= 1;
      });
      if (!left) settle(result);
      // Claimed while the page was left: release it.
      else if (result.kind === 'held') await give();
      return result;
    },
    release: async () => {
      givenBack = true;
      clearTimeout(timer);
      setLease({ phase: 'free' });
      await give();
    },
    observe: seen => {
      const holder = holderIn(seen, now());
      const current = lease.get();
      if (current.phase === 'mine') {
        if (holder && holder.id !== me) lose(holder);
      } else if (holder?.id === me) {
        // From before a reload, or of another tab: ours once the server confirms.
        if (!givenBack && claims === 0) void take({}).then(result => left || settle(result));
      } else if (holder && holder.untilMs > now()) {
        // The loss stays visible as long as it is true.
        if (current.phase === 'lost') lose(holder);
        else belongsTo(holder);
      } else if (current.phase === 'other' || (current.phase === 'lost' && current.holder)) setLease({ phase: 'free' });
    },
    ended: () => {
      clearTimeout(timer);
      setLease({ phase: 'free' });
    },
    refused: (by, name) => settle({ kind: 'refused', by, name }),
    enter: () => {
      left = false;
    },
    leave: () => {
      left = true;
      clearTimeout(timer);
      if (lease.get().phase !== 'mine') return;
      setLease({ phase: 'free' });
      void give();
    },
  };
};
