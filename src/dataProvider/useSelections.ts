import { useEffect, useState } from 'react';
import { type Identifier, useStoreContext } from 'react-admin';
import { listNames } from './locate.ts';

/** Selected records of a list, as react-admin stores them. */
export interface Selection {
  readonly list: string;
  readonly ids: readonly Identifier[];
}

const names = listNames();
const keyOf = (list: string): string => `${list}.selectedIds`;

/** Returns the selected records of all lists, including those selected in another browser tab. */
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
