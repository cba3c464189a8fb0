import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentIn } from '../../api/client.ts';
import type { Values } from '../../contract/describedTypes.ts';
import type { WireRecord } from '../../dataProvider/request.ts';

/** A record that another person saved while it was being edited. */
export interface Stale {
  readonly before: Values;
  readonly now: Values;
}

/**
 * Handles a stale `Version` of the record with this query key. Input stays, other fields show the present record, and
 * saving again keeps the input. `prepare` converts the wire's record for the cache.
 */
export const useStale = (key: QueryKey, prepare: (record: WireRecord) => Values = record => record) => {
  const client = useQueryClient();
  const [stale, setStale] = useState<Stale>();
  return {
    stale,
    settle: () => setStale(undefined),
    /** Returns true for a stale version. */
    onFailure: (error: unknown): boolean => {
      const current = currentIn(error) as WireRecord | undefined;
      if (!current) return false;
      setStale({ before: client.getQueryData<Values>(key) ?? {}, now: current });
      client.setQueryData(key, prepare(current));
      return true;
    },
  };
};
