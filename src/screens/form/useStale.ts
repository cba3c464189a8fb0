import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentIn } from '../../api/client.ts';

type Values = Readonly<Record<string, unknown>>;

/** A record saved by somebody else while it was being edited. */
export interface Stale {
  readonly before: Values;
  readonly now: Values;
}

/**
 * Handles a stale `Version` of the record cached under this key: input stays, the rest of the form follows the current
 * record, and saving again keeps the input. `prepare` turns the wire's record into the cached one.
 */
export const useStale = (key: QueryKey, prepare: (record: Values) => Values = record => record) => {
  const client = useQueryClient();
  const [stale, setStale] = useState<Stale>();
  return {
    stale,
    settle: () => setStale(undefined),
    /** Returns true for a stale version. */
    onFailure: (error: unknown): boolean => {
      const current = currentIn(error) as Values | undefined;
      if (!current) return false;
      setStale({ before: client.getQueryData<Values>(key) ?? {}, now: current });
      client.setQueryData(key, prepare(current));
      return true;
    },
  };
};
