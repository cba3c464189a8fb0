import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';

const everyMs = 15_000;
/** Limit, since a page may hold more rows than are worth a request each. */
const mostAtOnce = 30;

interface Row {
  readonly id?: unknown;
  readonly LockedBy?: unknown;
  readonly LockedUntil?: unknown;
}

/** Visible leases that should have expired. */
const overdue = (client: QueryClient): readonly number[] => {
  const now = new Date().toISOString();
  const rows = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => queryKey[1] === 'getList' })
    .flatMap(({ state }) => (state.data as { data?: readonly Row[] } | undefined)?.data ?? []);
  const ids = rows
    .filter(row => row.LockedBy && typeof row.LockedUntil === 'string' && row.LockedUntil < now)
    .map(row => Number(row.id));
  return [...new Set(ids)].slice(0, mostAtOnce);
};

/**
 * No event announces renewal or expiry of a lease, so visible rows whose lease should have expired are refetched.
 * Returns the function that stops it.
 */
export const watchLeases = (
  client: QueryClient,
  put: (id: number, fields: object, version: number) => void,
): (() => void) => {
  const look = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    for (const id of overdue(client)) {
      const row = await api('GET /api/v2/Accident/{id}', { params: { id } });
      const { LockedBy, LockedByName, LockedUntil, Version } = row;
      put(id, { LockedBy, LockedByName, LockedUntil }, Version);
    }
  };
  // A failure is ignored: the next check follows.
  const timer = setInterval(() => void look().catch(() => undefined), everyMs);
  return () => clearInterval(timer);
};
