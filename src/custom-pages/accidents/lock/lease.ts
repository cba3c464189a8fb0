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
  /** The user had the lease. Another operator took over, or the lease expired while the server was unreachable. */
  | { readonly phase: 'lost'; readonly holder: Holder | undefined };

export type TakeOptions = { readonly takeOver?: boolean; readonly reason?: string };

export type LockResult =
  | { readonly kind: 'held'; readonly answer: LockAnswer }
  | { readonly kind: 'refused'; readonly by: number; readonly name: string }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

/** Dependencies of the lease: id of the user, two server calls and the clock. */
export interface LeaseDependencies {
  readonly me: number;
  readonly take: (how: TakeOptions) => Promise<LockResult>;
  readonly give: () => Promise<void>;
  readonly now: () => number;
}

export interface LeaseKeeper {
  readonly get: () => Lease;
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes the lease. Resolves to the result. A refusal names the owner of the lease. */
  readonly take: (how?: TakeOptions) => Promise<LockResult>;
  readonly release: () => Promise<void>;
  /** Updates the state from lease data in another response or in an event. */
  readonly observe: (seen: LockAnswer) => void;
  /** Updates the state after a write was refused because another operator has the lease. */
  readonly refused: (by: number, name: string) => void;
  /** Updates the state after the server ended the lease, for example because the accident was moved. */
  readonly ended: () => void;
  readonly enter: () => void;
  /** Stops renewing. Releases the lease if the user has it. */
  readonly leave: () => void;
}

export const leaseMs = 60_000;
const momentOf = (text: string | null, otherwise: number) => (text === null ? otherwise : Date.parse(text));

const holderIn = (seen: LockAnswer, now: number): Holder | undefined =>
  seen.LockedBy === null
    ? undefined
    : { id: seen.LockedBy, name: seen.LockedByName ?? '', untilMs: momentOf(seen.LockedUntil, now + leaseMs) };

/**
 * Creates the keeper of a lease on an accident. A taken lease of 60 s is renewed every 20 s and released when the page
 * is left.
 */
export const createLease = ({ me, take, give, now }: LeaseDependencies): LeaseKeeper => {
  const lease = createStore<Lease>({ phase: 'free' });
  const setLease = lease.set;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  /** True after a release. Responses from before the release still name the user as owner, so they are ignored. */
  let givenBack = false;
  /** Number of claims without a response. The event of a claim may arrive before its response. */
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
      // The renewal succeeded after the release, so the lease is released again.
      if (result.kind === 'held') await give();
      return;
    }
    if (result.kind !== 'unreachable') settle(result);
    // Retries, because the server may be reachable again before the lease ends. After the end, another operator may
    // have the lease.
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
      // The claim succeeded after the page was left, so the lease is released again.
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
        // The lease is from before a reload, or from another tab. A claim confirms that the user has it.
        if (!givenBack && claims === 0) void take({}).then(result => left || settle(result));
      } else if (holder && holder.untilMs > now()) {
        // The state "lost" stays visible while another operator has the lease.
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
