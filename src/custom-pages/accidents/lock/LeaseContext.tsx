import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useNotify } from 'react-admin';
import { ApiError } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import { readPersonal, writePersonal } from '../../../components/personal.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CabinetProvider } from '../../../dataProvider/index.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { handleFailure } from '../../../feedback/failures.ts';
import { accidents } from '../../../resources/accidents.ts';
import { useFailureText } from '../failures.ts';
import { accidentKey } from '../queries.ts';
import {
  createLeaseKeeper,
  type Lease,
  type LeaseKeeper,
  type LockAnswer,
  type LockResult,
  leaseMs,
  type TakeOptions,
} from './lease.ts';

const storageKey = 'case held';

/**
 * Stores in this tab that the user had the lease when leaving the page. Leaving releases the lease, so after a reload
 * the page can take it again.
 */
export const rememberLease = (userId: number, accidentId: number, nowMs: number): void => {
  writePersonal(userId, storageKey, { accidentId, untilMs: nowMs + leaseMs }, sessionStorage);
};

/**
 * Returns true if this tab left the case with the lease less than a minute ago, as a reload does. A second call returns
 * false.
 */
export const hadLease = (userId: number, accidentId: number, nowMs: number): boolean => {
  const stored = (readPersonal(userId, storageKey, sessionStorage) ?? {}) as {
    accidentId?: unknown;
    untilMs?: unknown;
  };
  writePersonal(userId, storageKey, undefined, sessionStorage);
  return stored.accidentId === accidentId && typeof stored.untilMs === 'number' && stored.untilMs > nowMs;
};

/** Returns the lease's owner if a write failed because another person has the lease. Otherwise returns undefined. */
const lockOwnerIn = (error: unknown): { ownerId: number; ownerName: string } | undefined => {
  if (!(error instanceof ApiError) || error.status !== 409 || error.answer?.LockedBy === undefined) return undefined;
  return { ownerId: error.answer.LockedBy, ownerName: error.answer.LockedByName ?? '' };
};

// Unfinished release requests by accident id. A claim waits for an earlier release, because the release would free the
// accident again.
const pendingReleases = new Map<number, Promise<void>>();

const requestLease = async (provider: CabinetProvider, id: number, meta: TakeOptions): Promise<LockResult> => {
  await pendingReleases.get(id);
  try {
    const { data } = await provider.lock(accidents.name, { id, meta });
    return { kind: 'held', answer: data as LockAnswer };
  } catch (cause) {
    const owner = lockOwnerIn(cause);
    if (owner) return { kind: 'refused', ...owner };
    // Reports the failure here, because this request is neither a query nor a mutation of react-query, which report
    // theirs. Possible causes: the session has ended, or the server is unavailable.
    handleFailure(cause);
    return { kind: 'unreachable', cause };
  }
};

/** Releases the lease. The request outlives the page, because closing the tab must free the accident at once. */
export const releaseLease = (provider: CabinetProvider, id: number): Promise<void> => {
  const releaseRequest = provider
    .unlock(accidents.name, { id })
    // If the request fails, the lease expires within a minute.
    .catch(handleFailure)
    .then(() => void pendingReleases.delete(id));
  pendingReleases.set(id, releaseRequest);
  return releaseRequest;
};

interface LeaseContextValue {
  readonly keeper: LeaseKeeper;
  readonly lease: Lease;
  /** True if another person had the lease when the page opened. */
  readonly wasLocked: boolean;
}
const LeaseContext = createContext<LeaseContextValue | undefined>(undefined);

const refetchBeforeEndMs = 5000;

export const LeaseProvider = ({
  accident,
  userId,
  children,
}: {
  accident: AccidentDetail;
  userId: number;
  children: ReactNode;
}) => {
  const id = accident.Id;
  const provider = useProvider();
  const keeper = useMemo(
    () =>
      createLeaseKeeper({
        userId,
        take: options => requestLease(provider, id, options),
        release: () => releaseLease(provider, id),
        now: serverNow,
      }),
    [provider, id, userId],
  );
  const lease = useSyncExternalStore(keeper.subscribe, keeper.get);
  const { LockedBy, LockedByName, LockedUntil, ObjectId } = accident;
  const [wasLocked] = useState(LockedBy !== null && LockedBy !== userId);
  const client = useQueryClient();
  const hasLease = lease.phase === 'mine';
  const hadLeaseBefore = useRef(hasLease);
  // Refetches the accident, because the server changes its work status when the lease is taken or released.
  useEffect(() => {
    if (hadLeaseBefore.current === hasLease) return;
    hadLeaseBefore.current = hasLease;
    void client.invalidateQueries({ queryKey: accidentKey({ Id: id, ObjectId }) });
  }, [hasLease, client, id, ObjectId]);

  useEffect(() => {
    // Takes the lease again after a reload, because leaving the page has released it. A refusal means that another
    // operator has it now.
    const enterPage = () => {
      keeper.enter();
      if (hadLease(userId, id, Date.now())) void keeper.take();
    };
    const onPageHide = () => {
      if (keeper.get().phase === 'mine') rememberLease(userId, id, Date.now());
      keeper.leave();
    };
    // The browser may restore the page from its cache after the lease was released, so the page takes the lease again.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) enterPage();
    };
    enterPage();
    addEventListener('pagehide', onPageHide);
    addEventListener('pageshow', onPageShow);
    return () => {
      removeEventListener('pagehide', onPageHide);
      removeEventListener('pageshow', onPageShow);
      keeper.leave();
    };
  }, [keeper, userId, id]);
  useEffect(
    () => keeper.observe({ LockedBy, LockedByName, LockedUntil }),
    [keeper, LockedBy, LockedByName, LockedUntil],
  );

  // Refetches the accident just before another operator's lease ends, because a renewal of that lease sends no event.
  useEffect(() => {
    if (LockedUntil === null || LockedBy === userId) return undefined;
    const refetch = () => void client.invalidateQueries({ queryKey: accidentKey({ Id: id, ObjectId }) });
    const timer = setTimeout(refetch, Math.max(0, Date.parse(LockedUntil) - serverNow() - refetchBeforeEndMs));
    return () => clearTimeout(timer);
  }, [client, id, ObjectId, userId, LockedBy, LockedUntil]);

  return <LeaseContext.Provider value={{ keeper, lease, wasLocked }}>{children}</LeaseContext.Provider>;
};

/** Returns the lease, the keeper that takes and renews it, and whether the user may write now (`hasLease`). */
export const useLease = () => {
  const value = useContext(LeaseContext);
  if (!value) throw new Error('useLease is called outside of <LeaseProvider>');
  return { ...value, hasLease: value.lease.phase === 'mine' };
};

/**
 * Returns a function that takes the lease and reports a failure. The function resolves to true if the lease was taken.
 * `CaseNotice` tells of a refusal.
 */
export const useTakeLease = () => {
  const { keeper } = useLease();
  const notify = useNotify();
  const failureText = useFailureText();
  return async (options?: TakeOptions): Promise<boolean> => {
    const result: LockResult =
      keeper.get().phase === 'mine' && !options?.takeOver
        ? { kind: 'held', answer: { LockedBy: null, LockedByName: null, LockedUntil: null } }
        : await keeper.take(options);
    if (result.kind === 'unreachable') notify(failureText(result.cause), { type: 'error' });
    return result.kind === 'held';
  };
};

/** Returns a function that updates the lease state if a write was refused because another person has the lease. */
export const useLockRefusal = () => {
  const { keeper } = useLease();
  return (error: unknown): void => {
    const owner = lockOwnerIn(error);
    if (owner) keeper.onRefused(owner.ownerId, owner.ownerName);
  };
};

/**
 * Returns a handler for failed writes. It updates the lease and reports failures without a response. An error response
 * already has a toast.
 */
export const useReportWriteFailure = () => {
  const reportRefusal = useLockRefusal();
  const notify = useNotify();
  const failureText = useFailureText();
  return (error: unknown): void => {
    reportRefusal(error);
    if (!(error instanceof ApiError)) notify(failureText(error), { type: 'error' });
  };
};
