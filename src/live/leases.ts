import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../api/clock.ts';
import type { CabinetProvider } from '../dataProvider/index.ts';
import { locateList, type Registry } from '../dataProvider/locate.ts';
import { handleFailure } from '../feedback/failures.ts';
import { resources } from '../resources/index.ts';
import { pickFields, type Row } from './rows.ts';

const checkIntervalMs = 15_000;

/** Returns the rows on screen whose lease should have expired by now: for each list, the ids of its rows. */
const findExpiredLeases = (client: QueryClient, registry: Registry) => {
  const now = new Date(serverNow()).toISOString();
  const listQueries = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => queryKey[1] === 'getList' });
  return listQueries.flatMap(({ queryKey, state }) => {
    const list = String(queryKey[0]);
    const lease = locateList(list, registry)?.resource.lease;
    const rows = (state.data as { data?: readonly Row[] } | undefined)?.data ?? [];
    const ids = rows.flatMap(row => {
      const until = lease && row[lease.until];
      return typeof until === 'string' && until < now ? [Number(row.id)] : [];
    });
    return lease && ids.length > 0 ? [{ list, lease, ids }] : [];
  });
};

/**
 * Fetches visible rows again whose lease should have expired, because no event announces renewal or expiry. Returns a
 * function that stops the repeated check.
 */
export const watchLeases = (
  client: QueryClient,
  provider: Pick<CabinetProvider, 'getMany'>,
  updateRow: (list: string, id: number, fields: object, version: number) => void,
  registry: Registry = resources,
): (() => void) => {
  const refetchExpired = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    for (const { list, lease, ids } of findExpiredLeases(client, registry)) {
      const { data } = await provider.getMany(list, { ids });
      for (const row of data) updateRow(list, Number(row.id), pickFields(row, lease.fields), Number(row.Version));
    }
  };
  const timer = setInterval(() => void refetchExpired().catch(handleFailure), checkIntervalMs);
  return () => clearInterval(timer);
};
