import { ApiError } from '../../../api/client.ts';
import type { CabinetProvider } from '../../../dataProvider/index.ts';
import { noticeFailure } from '../../../feedback/notice.ts';
import { accidents } from '../../../resources/accidents.ts';
import type { LockAnswer, LockResult, Taking } from './lease.ts';

/** The holder, if a write was refused for a lock. */
export const lockHolderIn = (error: unknown): { by: number; name: string } | undefined => {
  if (!(error instanceof ApiError) || error.status !== 409 || error.answer?.LockedBy === undefined) return undefined;
  return { by: error.answer.LockedBy, name: error.answer.LockedByName ?? '' };
};

// A claim must not overtake an earlier release, which would free the accident again.
const givings = new Map<number, Promise<void>>();

export const takeLock = async (provider: CabinetProvider, id: number, meta: Taking): Promise<LockResult> => {
  await givings.get(id);
  try {
    const { data } = await provider.lock(accidents.name, { id, meta });
    return { kind: 'held', answer: data as LockAnswer };
  } catch (cause) {
    const holder = lockHolderIn(cause);
    if (holder) return { kind: 'refused', ...holder };
    // Not a query, so its failure must be reported here: the session may have ended or the server be away.
    noticeFailure(cause);
    return { kind: 'unreachable', cause };
  }
};

/** Gives the accident back. Sent so that it outlives the page: closing the tab must free the accident at once. */
export const giveLock = (provider: CabinetProvider, id: number): Promise<void> => {
  const giving = provider
    .unlock(accidents.name, { id })
    // Unheard, the lease runs out by itself within a minute.
    .catch(noticeFailure)
    .then(() => void givings.delete(id));
  givings.set(id, giving);
  return giving;
};
