import type { AnswerFor } from '../../../contract/index.ts';
import { createStore } from '../../../store.ts';

export type LockAnswer = AnswerFor<'GET /api/crash/lock/{id}'>;

export const renewEveryMs = 20_000;

interface LeaseOwner {
  readonly id: number;
  readonly name: string;
  readonly untilMs: number;
}

export type Lease =
  | { readonly phase: 'free' }
  | { readonly phase: 'mine'; readonly untilMs: number }
  /** `isRefused`: the user tried to claim the case and was refused. */
  | { readonly phase: 'other'; readonly owner: LeaseOwner; readonly isRefused: boolean }
  /**
   * The user had the lease and lost it. Another operator took over, or the lease expired while the server was
   * unreachable.
   */
  | { readonly phase: 'lost'; readonly owner: LeaseOwner | undefined };

export type TakeOptions = { readonly takeOver?: boolean; readonly reason?: string };

export type LockResult =
  | { readonly kind: 'held'; readonly answer: LockAnswer }
  | { readonly kind: 'refused'; readonly ownerId: number; readonly ownerName: string }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

export interface LeaseDependencies {
  readonly userId: number;
  readonly take: (options: TakeOptions) => Promise<LockResult>;
  readonly release: () => Promise<void>;
  readonly now: () => number;
}

export interface LeaseKeeper {
  readonly get: () => Lease;
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes the lease. Resolves to the result. A refusal names the owner of the lease. */
  readonly take: (options?: TakeOptions) => Promise<LockResult>;
  readonly release: () => Promise<void>;
  /** Updates the state of the lease from data in another API answer or in a live event. */
  readonly observe: (lock: LockAnswer) => void;
  /** Updates the state after a write was refused because another operator has the lease. */
  readonly onRefused: (ownerId: number, ownerName: string) => void;
  /** Updates the state after the server ended the lease, for example because the accident was moved. */
  readonly onEnded: () => void;
  /** Takes the lease that the server has given back, because the user has undone the decision that ended it. */
  readonly onRestored: () => void;
  readonly enter: () => void;
  /** Stops renewing the lease, because the user leaves the page. Releases the lease if the user has it. */
  readonly leave: () => void;
}

export const leaseMs = 60_000;
const parseTime = (text: string | null, fallbackMs: number) => (text === null ? fallbackMs : Date.parse(text));

const ownerIn = (lock: LockAnswer, now: number): LeaseOwner | undefined =>
  lock.LockedBy === null
    ? undefined
    : { id: lock.LockedBy, name: lock.LockedByName ?? '', untilMs: parseTime(lock.LockedUntil, now + leaseMs) };

/**
 * Creates the keeper of a lease on an accident. A taken lease of 60 s is renewed every 20 s and released when the page
 * is left.
 */
export const createLeaseKeeper = ({ userId, take, release, now }: LeaseDependencies): LeaseKeeper => {
  const lease = createStore<Lease>({ phase: 'free' });
  const setLease = lease.set;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPageLeft = false;
  /** True after a release. Responses from before the release still name the user as owner, so they are ignored. */
  let isReleased = false;
  /** Number of requests for the lease without an answer. The live event of a request may arrive before its answer. */
  let pendingClaims = 0;
  /** Claim that runs now. A second claim waits for it, because one press may claim and write. */
  let runningClaim: Promise<LockResult> | undefined;
  const schedule = (ms: number, action: () => void) => {
    clearTimeout(timer);
    if (!isPageLeft) timer = setTimeout(action, Math.max(0, ms));
  };
  const setOwner = (owner: LeaseOwner, isRefused = false) => {
    const current = lease.get();
    const wasRefused = current.phase === 'other' && current.isRefused && current.owner.id === owner.id;
    setLease({ phase: 'other', owner, isRefused: isRefused || wasRefused });
    schedule(owner.untilMs - now(), () => setLease({ phase: 'free' }));
  };
  const setMine = (untilMs: number) => {
    setLease({ phase: 'mine', untilMs });
    schedule(renewEveryMs, () => void renew());
  };
  const setLost = (owner: LeaseOwner | undefined) => {
    clearTimeout(timer);
    setLease({ phase: 'lost', owner });
  };
  const applyResult = (result: LockResult) => {
    if (result.kind === 'held') setMine(parseTime(result.answer.LockedUntil, now() + leaseMs));
    else if (result.kind === 'refused') {
      const owner = { id: result.ownerId, name: result.ownerName, untilMs: now() + leaseMs };
      if (lease.get().phase === 'mine') setLost(owner);
      else setOwner(owner, true);
    }
  };
  const renew = async () => {
    const result = await take({});
    const current = lease.get();
    if (isPageLeft || current.phase !== 'mine') {
      // The renewal succeeded after the release, so the lease is released again.
      if (result.kind === 'held') await release();
      return;
    }
    if (result.kind !== 'unreachable') applyResult(result);
    // If the server is unreachable, the renewal is retried until the lease ends. After the end, another operator may
    // have the lease.
    else if (current.untilMs <= now()) setLost(undefined);
    else schedule(Math.min(renewEveryMs / 4, current.untilMs - now()), () => void renew());
  };

  const claim = async (options: TakeOptions) => {
    isReleased = false;
    pendingClaims += 1;
    const result = await take(options).finally(() => {
      pendingClaims -= 1;
    });
    if (!isPageLeft) applyResult(result);
    // The claim succeeded after the page was left, so the lease is released again.
    else if (result.kind === 'held') await release();
    return result;
  };

  return {
    get: lease.get,
    subscribe: lease.subscribe,
    take: (options = {}) => {
      if (options.takeOver) return claim(options);
      runningClaim ??= claim(options).finally(() => {
        runningClaim = undefined;
      });
      return runningClaim;
    },
    release: async () => {
      isReleased = true;
      clearTimeout(timer);
      setLease({ phase: 'free' });
      await release();
    },
    observe: lock => {
      const owner = ownerIn(lock, now());
      const current = lease.get();
      if (current.phase === 'mine') {
        if (owner && owner.id !== userId) setLost(owner);
      } else if (owner?.id === userId) {
        // The lease was taken before a reload, or in another tab. A claim confirms that the user still has it.
        if (!isReleased && pendingClaims === 0) void take({}).then(result => isPageLeft || applyResult(result));
      } else if (owner && owner.untilMs > now()) {
        // The state "lost" stays visible while another operator has the lease, so that the user notices the loss.
        if (current.phase === 'lost') setLost(owner);
        else setOwner(owner);
      } else if (current.phase === 'other' || (current.phase === 'lost' && current.owner)) setLease({ phase: 'free' });
    },
    onEnded: () => {
      clearTimeout(timer);
      setLease({ phase: 'free' });
    },
    onRestored: () => {
      if (!isPageLeft) void claim({});
    },
    onRefused: (ownerId, ownerName) => applyResult({ kind: 'refused', ownerId, ownerName }),
    enter: () => {
      isPageLeft = false;
    },
    leave: () => {
      isPageLeft = true;
      clearTimeout(timer);
      if (lease.get().phase !== 'mine') return;
      setLease({ phase: 'free' });
      void release();
    },
  };
};
