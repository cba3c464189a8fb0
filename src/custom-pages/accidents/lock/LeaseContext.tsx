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

/** Returns the owner of the lease if a write was refused for it. */
const lockHolderIn = (error: unknown): { by: number; name: string } | undefined => {
  if (!(error instanceof ApiError) || error.status !== 409 || error.answer?.LockedBy === undefined) return undefined;
  return { by: error.answer.LockedBy, name: error.answer.LockedByName ?? '' };
};

// Pending releases. A claim waits for an earlier release, which would free the accident again.
const givings = new Map<number, Promise<void>>();

const takeLock = async (provider: CabinetProvider, id: number, meta: TakeOptions): Promise<LockResult> => {
  await givings.get(id);
  try {
    const { data } = await provider.lock(accidents.name, { id, meta });
    return { kind: 'held', answer: data as LockAnswer };
  } catch (cause) {
    const holder = lockHolderIn(cause);
    if (holder) return { kind: 'refused', ...holder };
    // This call is no query, so its failure is reported here: the session may have ended, or the server is unavailable.
    handleFailure(cause);
    return { kind: 'unreachable', cause };
  }
};

/** Returns the lease. The request outlives the page, because closing the tab must free the accident at once. */
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

/** Provides the lease of an accident. */
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
  // Taking and returning the lease changes the work status on the server.
  useEffect(() => {
    if (wasHeld.current === held) return;
    wasHeld.current = held;
    void client.invalidateQueries({ queryKey: accidentKey({ Id: id, ObjectId }) });
  }, [held, client, id, ObjectId]);

  useEffect(() => {
    // A reload returned the lease, so the same person takes it again. A refusal means that another operator has it now.
    const enter = () => {
      keeper.enter();
      if (hadLease(me, id, Date.now())) void keeper.take();
    };
    const hide = () => {
      if (keeper.get().phase === 'mine') rememberLease(me, id, Date.now());
      keeper.leave();
    };
    // The browser may restore a page from its cache after the lease was returned.
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

  // The renewal of another operator's lease sends no event. The record is therefore read again just before the known
  // end.
  useEffect(() => {
    if (LockedUntil === null || LockedBy === me) return undefined;
    const reread = () => void client.invalidateQueries({ queryKey: accidentKey({ Id: id, ObjectId }) });
    const timer = setTimeout(reread, Math.max(0, Date.parse(LockedUntil) - serverNow() - beforeEndMs));
    return () => clearTimeout(timer);
  }, [client, id, ObjectId, me, LockedBy, LockedUntil]);

  return <Context.Provider value={{ keeper, lease }}>{children}</Context.Provider>;
};

/** Returns the lease, and whether the user may write now. */
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

/** Returns a function that updates the lease after a write was refused because of the lock. */
export const useLockRefusal = () => {
  const { keeper } = useLease();
  return (error: unknown): void => {
    const holder = lockHolderIn(error);
    if (holder) keeper.refused(holder.by, holder.name);
  };
};

/**
 * Returns a handler for failed writes. An error response of the server has a toast already. A request without a
 * response is reported here.
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
