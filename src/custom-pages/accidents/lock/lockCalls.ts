import { ApiError, addressOf, api } from '../../../api/client.ts';
import { readToken } from '../../../api/token.ts';
import { noticeFailure } from '../../../feedback/notice.ts';
import type { LockResult, Taking } from './lease.ts';

/** The holder, if a write was refused for a lock. */
export const lockHolderIn = (error: unknown): { by: number; name: string } | undefined => {
  if (!(error instanceof ApiError) || error.status !== 409 || error.answer?.LockedBy === undefined) return undefined;
  return { by: error.answer.LockedBy, name: error.answer.LockedByName ?? '' };
};

// A claim must not overtake an earlier release, which would free the accident again.
const givings = new Map<number, Promise<void>>();

export const takeLock = async (id: number, query: Taking): Promise<LockResult> => {
  await givings.get(id);
  try {
    return { kind: 'held', answer: await api('GET /api/crash/lock/{id}', { params: { id }, query }) };
  } catch (cause) {
    const holder = lockHolderIn(cause);
    if (holder) return { kind: 'refused', ...holder };
    // Not a query, so its failure must be reported here: the session may have ended or the server be away.
    noticeFailure(cause);
    return { kind: 'unreachable', cause };
  }
};

/** Releases the accident; the request outlives the page, so that closing the tab frees it at once. */
export const giveLock = (id: number): Promise<void> => {
  const token = readToken();
  const giving = fetch(addressOf('GET /api/crash/unlock/{id}', { id }), {
    keepalive: true,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  })
    // On failure the lease expires within a minute.
    .catch(() => undefined)
    .then(() => void givings.delete(id));
  givings.set(id, giving);
  return giving;
};
