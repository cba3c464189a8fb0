import type { Identifier, RaRecord } from 'ra-core';
import { useMemo, useRef } from 'react';

const none: readonly RaRecord[] = [];

/**
 * Keys of rows: a row that stays has the one it had, and a new one takes that of a row that went. So another page is written into
 * the elements of the last one, which costs half of what making them anew does. Cells keep nothing of their own.
 */
export const useRowKeys = (rows: readonly RaRecord[] = none): readonly number[] => {
  const last = useRef<ReadonlyMap<Identifier, number>>(new Map());
  return useMemo(() => {
    const staying = rows.map(({ id }) => last.current.get(id));
    const taken = new Set(staying);
    let free = 0;
    const keys = staying.map(key => {
      if (key !== undefined) return key;
      while (taken.has(free)) free++;
      return free++;
    });
    last.current = new Map(rows.map(({ id }, at) => [id, keys[at] as number]));
    return keys;
  }, [rows]);
};
