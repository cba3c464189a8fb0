import { type Identifier, useStoreContext } from 'ra-core';
import { useEffect, useState } from 'react';
import { listNames } from './locate.ts';

/** Records chosen in one list, as react-admin keeps them. */
export interface Selection {
  readonly list: string;
  readonly ids: readonly Identifier[];
}

const names = listNames();
const keyOf = (list: string): string => `${list}.selectedIds`;

/** What is chosen in any list, in this tab or another one. */
export const useSelections = (): readonly Selection[] => {
  const store = useStoreContext();
  const [selections, setSelections] = useState<readonly Selection[]>([]);
  useEffect(() => {
    const read = () => {
      const all = names.map(list => ({ list, ids: store.getItem<readonly Identifier[]>(keyOf(list)) ?? [] }));
      setSelections(all.filter(({ ids }) => ids.length > 0));
    };
    read();
    const stops = names.map(list => store.subscribe(keyOf(list), read));
    return () => {
      for (const stop of stops) stop();
    };
  }, [store]);
  return selections;
};
