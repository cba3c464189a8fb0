import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ApiError } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CabinetProvider } from '../../../dataProvider/index.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { handleFailure } from '../../../feedback/failures.ts';
import { accidents } from '../../../resources/accidents.ts';
import { useFailureText } from '../failures.ts';
import { accidentKey } from '../queries.ts';
import {
  createLease,
  type Lease,
  type LeaseKeeper,
  type LockAnswer,
  type LockResult,
  type TakeOptions,
} from './lease.ts';
import { hadLease, rememberLease } from './reload.ts';

/** Returns the owner of the lease if a write was refused because another person has the lease. Otherwise undefined. */
const lockHolderIn = (error: unknown): { by: number; name: string } | undefined => {
  if (!(error instanceof ApiError) || error.status !== 409 || error.answer?.LockedBy === undefined) return undefined;
  return { by: error.answer.LockedBy, name: error.answer.LockedByName ?? '' };
};

// Unfinished release requests by accident id. A claim waits for an earlier release, because the release would free the
// accident again.
const givings = new Map<number, Promise<void>>();

const takeLock = async (provider: CabinetProvider, id: number, meta: TakeOptions): Promise<LockResult> => {
  await givings.get(id);
  try {
    const { data } = await provider.lock(accidents.name, { id, meta });
    return { kind: 'held', answer: data as LockAnswer };
  } catch (cause) {
    const holder = lockHolderIn(cause);
    if (holder) return { kind: 'refused', ...holder };
    // Reports the failure here, because this call is no query. The session may have ended, or the server is
    // unavailable.
    handleFailure(cause);
    return { kind: 'unreachable', cause };
  }
};

/** Releases the lease. The request outlives the page, because closing the tab must free the accident at once. */
export const giveLock = (provider: CabinetProvider, id: number): Promise<void> => {
  const giving = provider
    .unlock(accidents.name, { id })
    // If the request fails, the lease expires within a minute.
    .catch(handleFailure)
    .then(() => void givings.delete(id));
  givings.set(id, giving);
  return giving;
};

interface Value {
  readonly keeper: LeaseKeeper;
  readonly lease: Lease;
}
const Context = createContext<Value | undefined>(undefined);

const beforeEndMs = 5000;

/** Provides the lease of an accident to its children. */
export const LeaseProvider = ({
  accident,
  me,
  children,
}: {
  accident: AccidentDetail;
  me: number;
  children: ReactNode;
}) => {
  const id = accident.Id;
  const provider = useProvider();
  const keeper = useMemo(
    () =>
      createLease({ me, take: how => takeLock(provider, id, how), give: () => giveLock(provider, id), now: serverNow }),
    [provider, id, me],
  );
  const lease = useSyncExternalStore(keeper.subscribe, keeper.get);
  const { LockedBy, LockedByName, LockedUntil, ObjectId } = accident;
  const client = useQueryClient();
  const held = lease.phase === 'mine';
  const wasHeld = useRef(held);
  // Refetches the accident, because the server changes its work status when the lease is taken or released.
  useEffect(() => {
    if (wasHeld.current === held) return;
    wasHeld.current = held;
    void client.invalidateQueries({ queryKey: accidentKey({ Id: id, ObjectId }) });
  }, [held, client, id, ObjectId]);

  useEffect(() => {
    // Takes the lease again after a reload, because leaving the page has released it. A refusal means that another
    // operator has it now.
    const enter = () => {
      keeper.enter();
      if (hadLease(me, id, Date.now())) void keeper.take();
    };
    const hide = () => {
      if (keeper.get().phase === 'mine') rememberLease(me, id, Date.now());
      keeper.leave();
    };
    // The browser may restore the page from its cache after the lease was released.
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) enter();
    };
    enter();
    addEventListener('pagehide', hide);
    addEventListener('pageshow', show);
    return () => {
      removeEventListener('pagehide', hide);
      removeEventListener('pageshow', show);
      keeper.leave();
    };
  }, [keeper, me, id]);
  useEffect(
    () => keeper.observe({ LockedBy, LockedByName, LockedUntil }),
    [keeper, LockedBy, LockedByName, LockedUntil],
  );

  // Refetches the accident just before another operator's lease ends, because a renewal of that lease sends no event.
  useEffect(() => {
    if (LockedUntil === null || LockedBy === me) return undefined;
    const reread = () => void client.invalidateQueries({ queryKey: accidentKey({ Id: id, ObjectId }) });
    const timer = setTimeout(reread, Math.max(0, Date.parse(LockedUntil) - serverNow() - beforeEndMs));
    return () => clearTimeout(timer);
  }, [client, id, ObjectId, me, LockedBy, LockedUntil]);

  return <Context.Provider value={{ keeper, lease }}>{children}</Context.Provider>;
};

/** Returns the lease, its keeper, and whether the user may write now (`mine`). */
export const useLease = () => {
  const value = useContext(Context);
  if (!value) throw new Error('useLease is called outside of <LeaseProvider>');
  return { ...value, mine: value.lease.phase === 'mine' };
};

/**
 * Returns a function that takes the lease and reports a failure. The function resolves to true if the lease was taken.
 */
export const useTakeLease = () => {
  const { keeper } = useLease();
  const notify = useNotify();
  const translate = useTranslate();
  const failureText = useFailureText();
  return async (how?: TakeOptions): Promise<boolean> => {
    const result: LockResult =
      keeper.get().phase === 'mine' && !how?.takeOver
        ? { kind: 'held', answer: { LockedBy: null, LockedByName: null, LockedUntil: null } }
        : await keeper.take(how);
    if (result.kind === 'refused')
      notify(translate('accident.lock.refused', { name: result.name }), { type: 'warning' });
    if (result.kind === 'unreachable') notify(failureText(result.cause), { type: 'error' });
    return result.kind === 'held';
  };
};

/** Returns a function that updates the lease state if a write was refused because another person has the lease. */
export const useLockRefusal = () => {
  const { keeper } = useLease();
  return (error: unknown): void => {
    const holder = lockHolderIn(error);
    if (holder) keeper.refused(holder.by, holder.name);
  };
};

/**
 * Returns a handler for failed writes. It updates the lease and reports failures without a response. An error response
 * already has a toast.
 */
export const useReportWriteFailure = () => {
  const refusal = useLockRefusal();
  const notify = useNotify();
  const failureText = useFailureText();
  return (error: unknown): void => {
    refusal(error);
    if (!(error instanceof ApiError)) notify(failureText(error), { type: 'error' });
  };
};
