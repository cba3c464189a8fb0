import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { useFailureText } from '../failures.ts';
import { accidentKey } from '../queries.ts';
import { createLease, type Lease, type LeaseKeeper, type LockResult, type Taking } from './lease.ts';
import { giveLock, lockHolderIn, takeLock } from './lockCalls.ts';
import { heldBefore, noteHeld } from './reload.ts';

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
  // Taking it and giving it back set the work status.
  useEffect(() => {
    if (wasHeld.current === held) return;
    wasHeld.current = held;
    void client.invalidateQueries({ queryKey: accidentKey({ Id: id, ObjectId }) });
  }, [held, client, id, ObjectId]);

  useEffect(() => {
    // A reload gave it back; who reloads goes on with the same case. Refused, it is somebody else's by now.
    const enter = () => {
      keeper.enter();
      if (heldBefore(me, id, Date.now())) void keeper.take();
    };
    const hide = () => {
      if (keeper.get().phase === 'mine') noteHeld(me, id, Date.now());
      keeper.leave();
    };
    // A browser may bring a page back as it was left.
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

  // No event announces that a colleague renewed the lease: the record is read again just before its end.
  useEffect(() => {
    if (LockedUntil === null || LockedBy === me) return undefined;
    const reread = () => void client.invalidateQueries({ queryKey: accidentKey({ Id: id, ObjectId }) });
    const timer = setTimeout(reread, Math.max(0, Date.parse(LockedUntil) - serverNow() - beforeEndMs));
    return () => clearTimeout(timer);
  }, [client, id, ObjectId, me, LockedBy, LockedUntil]);

  return <Context.Provider value={{ keeper, lease }}>{children}</Context.Provider>;
};

/** The lease, and whether the user may write now. */
export const useLease = () => {
  const value = useContext(Context);
  if (!value) throw new Error('useLease is called outside of <LeaseProvider>');
  return { ...value, mine: value.lease.phase === 'mine' };
};

/** Takes the lease, reporting a failure; returns whether it is ours. */
export const useTakeLease = () => {
  const { keeper } = useLease();
  const notify = useNotify();
  const translate = useTranslate();
  const failureText = useFailureText();
  return async (how?: Taking): Promise<boolean> => {
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

/** Informs the lease of a write refused for the lock. */
export const useRefusal = () => {
  const { keeper } = useLease();
  return (error: unknown): void => {
    const holder = lockHolderIn(error);
    if (holder) keeper.refused(holder.by, holder.name);
  };
};

/** What follows a write that failed. What the server said is a toast wherever it comes from; that it said nothing is told here. */
export const useFailedWrite = () => {
  const refusal = useRefusal();
  const notify = useNotify();
  const failureText = useFailureText();
  return (error: unknown): void => {
    refusal(error);
    if (!(error instanceof ApiError)) notify(failureText(error), { type: 'error' });
  };
};
