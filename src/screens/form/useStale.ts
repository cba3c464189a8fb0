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
 * Handles the refusal of an edited record because its `Version` is old. Typed input stays, the other fields show the
 * present record. Saving again writes the input. `key` is the record's query key. `prepare` converts the answer's
 * record for the cache.
 */
export const useStale = (key: QueryKey, prepare: (record: WireRecord) => Values = record => record) => {
  const client = useQueryClient();
  const [stale, setStale] = useState<Stale>();
  return {
    stale,
    settle: () => setStale(undefined),
    /** Returns true if the call failed because the version was old. */
    onFailure: (error: unknown): boolean => {
      const current = currentIn(error) as WireRecord | undefined;
      if (!current) return false;
      setStale({ before: client.getQueryData<Values>(key) ?? {}, now: current });
      client.setQueryData(key, prepare(current));
      return true;
    },
  };
};
