import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentIn } from '../../api/client.ts';
import type { Wire } from '../../dataProvider/ask.ts';

type Values = Readonly<Record<string, unknown>>;

/** A record that was saved by somebody else while it stood in a form. */
export interface Stale {
  readonly before: Values;
  readonly now: Values;
}

/**
 * The answer to a stale `Version`, for the record that lies in the cache under this key: what was typed stays, the rest of
 * the form follows the record as it is now, and saved again, what was typed is kept. `prepare` makes of the wire's record
 * what lies in the cache.
 */
export const useStale = (key: QueryKey, prepare: (record: Wire) => Values = record => record) => {
  const client = useQueryClient();
  const [stale, setStale] = useState<Stale>();
  return {
    stale,
    settle: () => setStale(undefined),
    /** True when the failure was a stale version. */
    onFailure: (error: unknown): boolean => {
      const current = currentIn(error) as Wire | undefined;
      if (!current) return false;
      setStale({ before: client.getQueryData<Values>(key) ?? {}, now: current });
      client.setQueryData(key, prepare(current));
      return true;
    },
  };
};
