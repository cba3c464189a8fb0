import { ApiError } from '../../../api/client.ts';
import type { CabinetProvider } from '../../../dataProvider/index.ts';
import { noticeFailure } from '../../../feedback/notice.ts';
import { accidents } from '../../../resources/accidents.ts';
import type { LockAnswer, LockResult, TakeOptions } from './lease.ts';

/** Returns the owner of the lease if a write was refused for it. */
export const lockHolderIn = (error: unknown): { by: number; name: string } | undefined => {
  if (!(error instanceof ApiError) || error.status !== 409 || error.answer?.LockedBy === undefined) return undefined;
  return { by: error.answer.LockedBy, name: error.answer.LockedByName ?? '' };
};

// Pending releases. A claim waits for an earlier release, which would free the accident again.
const givings = new Map<number, Promise<void>>();

export const takeLock = async (provider: CabinetProvider, id: number, meta: TakeOptions): Promise<LockResult> => {
  await givings.get(id);
  try {
    const { data } = await provider.lock(accidents.name, { id, meta });
    return { kind: 'held', answer: data as LockAnswer };
  } catch (cause) {
    const holder = lockHolderIn(cause);
    if (holder) return { kind: 'refused', ...holder };
    // This call is no query, so its failure is reported here: the session may have ended, or the server is unavailable.
    noticeFailure(cause);
    return { kind: 'unreachable', cause };
  }
};

/** Returns the lease. The request outlives the page, because closing the tab must free the accident at once. */
export const giveLock = (provider: CabinetProvider, id: number): Promise<void> => {
  const giving = provider
    .unlock(accidents.name, { id })
    // If the request fails, the lease expires within a minute.
    .catch(noticeFailure)
    .then(() => void givings.delete(id));
  givings.set(id, giving);
  return giving;
};
