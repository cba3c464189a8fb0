import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentRecordIn } from '../../api/client.ts';
import type { Values } from '../../contract/describedTypes.ts';
import type { WireRecord } from '../../dataProvider/request.ts';

/** A record that another person saved while it was being edited. */
export interface StaleRecord {
  readonly oldValues: Values;
  readonly currentValues: Values;
}

/**
 * Handles the server's refusal of a form because the `Version` of its record is old. Typed input stays, the other
 * fields show the present record. Saving again writes the input. `queryKey` is the record's query key. `toValues`
 * converts the record in the server's answer for the cache.
 */
export const useStale = (queryKey: QueryKey, toValues: (record: WireRecord) => Values = record => record) => {
  const client = useQueryClient();
  const [stale, setStale] = useState<StaleRecord>();
  return {
    stale,
    settle: () => setStale(undefined),
    /** Returns true if the server refused the change because the version of the record was old. */
    onFailure: (error: unknown): boolean => {
      const currentRecord = currentRecordIn(error) as WireRecord | undefined;
      if (!currentRecord) return false;
      setStale({ oldValues: client.getQueryData<Values>(queryKey) ?? {}, currentValues: currentRecord });
      client.setQueryData(queryKey, toValues(currentRecord));
      return true;
    },
  };
};
