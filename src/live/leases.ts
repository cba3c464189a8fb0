import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';

const everyMs = 15_000;
/** A page of a list can hold more rows than are worth a question each. */
const mostAtOnce = 30;

interface Row {
  readonly id?: unknown;
  readonly LockedBy?: unknown;
  readonly LockedUntil?: unknown;
}

/** Leases in sight that should have run out by now. */
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
 * Renewing a lease is no news, and that one has run out is told by nobody: rows in sight whose lease should have ended
 * are looked up. Returns the way to stop.
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
  // A failure here is nobody's question; the next look comes.
  const timer = setInterval(() => void look().catch(() => undefined), everyMs);
  return () => clearInterval(timer);
};
