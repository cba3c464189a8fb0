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
  /** It was ours: somebody took it over, or the server was out of reach until it ran out. */
  | { readonly phase: 'lost'; readonly holder: Holder | undefined };

export type Taking = { readonly takeOver?: boolean; readonly reason?: string };

export type LockResult =
  | { readonly kind: 'held'; readonly answer: LockAnswer }
  | { readonly kind: 'refused'; readonly by: number; readonly name: string }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

/** What the lease needs of the outside: the two calls and the time. */
export interface LeaseWorld {
  readonly me: number;
  readonly take: (how: Taking) => Promise<LockResult>;
  readonly give: () => Promise<void>;
  readonly now: () => number;
}

export interface LeaseKeeper {
  readonly get: () => Lease;
  readonly subscribe: (listener: () => void) => () => void;
  /** Claims the accident; the answer says whether it is ours now, and why not. */
  readonly take: (how?: Taking) => Promise<LockResult>;
  readonly release: () => Promise<void>;
  /** What another answer of the server said about the lock. */
  readonly observe: (seen: LockAnswer) => void;
  /** A write was refused because somebody else holds the accident. */
  readonly refused: (by: number, name: string) => void;
  /** The server ended the lease itself, as it does with a move. */
  readonly ended: () => void;
  readonly enter: () => void;
  /** Stops renewing and gives the accident back if it is ours. */
  readonly leave: () => void;
}

const leaseMs = 60_000;
const momentOf = (text: string | null, otherwise: number) => (text === null ? otherwise : Date.parse(text));

const holderIn = (seen: LockAnswer, now: number): Holder | undefined =>
  seen.LockedBy === null
    ? undefined
    : { id: seen.LockedBy, name: seen.LockedByName ?? '', untilMs: momentOf(seen.LockedUntil, now + leaseMs) };

/** Keeps a lease of 60 s on one accident: renewed every 20 s while it is ours, given back on leaving. */
export const createLease = ({ me, take, give, now }: LeaseWorld): LeaseKeeper => {
  const lease = createStore<Lease>({ phase: 'free' });
  const become = lease.set;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  const later = (ms: number, action: () => void) => {
    clearTimeout(timer);
    if (!left) timer = setTimeout(action, Math.max(0, ms));
  };
  const belongsTo = (holder: Holder) => {
    become({ phase: 'other', holder });
    later(holder.untilMs - now(), () => become({ phase: 'free' }));
  };
  const isMine = (untilMs: number) => {
    become({ phase: 'mine', untilMs });
    later(renewEveryMs, () => void renew());
  };
  const lose = (holder: Holder | undefined) => {
    clearTimeout(timer);
    become({ phase: 'lost', holder });
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
    const known = lease.get();
    if (left || known.phase !== 'mine') {
      // Renewed while it was being given up: nobody would ever give it back.
      if (result.kind === 'held') await give();
      return;
    }
    if (result.kind !== 'unreachable') settle(result);
    // The server may come back within the lease; past its end the accident is no longer known to be ours.
    else if (known.untilMs <= now()) lose(undefined);
    else later(Math.min(renewEveryMs / 4, known.untilMs - now()), () => void renew());
  };

  return {
    get: lease.get,
    subscribe: lease.subscribe,
    take: async (how = {}) => {
      const result = await take(how);
      if (!left) settle(result);
      // Claimed while the page was being left: nobody would ever give it back.
      else if (result.kind === 'held') await give();
      return result;
    },
    release: async () => {
      clearTimeout(timer);
      become({ phase: 'free' });
      await give();
    },
    observe: seen => {
      const holder = holderIn(seen, now());
      const known = lease.get();
      if (known.phase === 'mine') {
        if (holder && holder.id !== me) lose(holder);
      } else if (holder?.id === me) {
        // Left over from before a reload or held in another tab: ours once the server says so again.
        void take({}).then(result => left || settle(result));
      } else if (holder && holder.untilMs > now()) {
        // That it was taken away stays said for as long as it is true.
        if (known.phase === 'lost') lose(holder);
        else belongsTo(holder);
      } else if (known.phase === 'other' || (known.phase === 'lost' && known.holder)) become({ phase: 'free' });
    },
    ended: () => {
      clearTimeout(timer);
      become({ phase: 'free' });
    },
    refused: (by, name) => settle({ kind: 'refused', by, name }),
    enter: () => {
      left = false;
    },
    leave: () => {
      left = true;
      clearTimeout(timer);
      if (lease.get().phase !== 'mine') return;
      become({ phase: 'free' });
      void give();
    },
  };
};
