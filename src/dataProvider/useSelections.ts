import { useEffect, useState } from 'react';
import { type Identifier, useStoreContext } from 'react-admin';
import { listNames } from './locate.ts';

/** Ids of the selected records of a list, in the form in which react-admin stores them. */
export interface Selection {
  readonly list: string;
  readonly ids: readonly Identifier[];
}

const listNamesToRead = listNames();
const selectionKey = (list: string): string => `${list}.selectedIds`;

/** Returns the selected records of all lists, including those selected in another browser tab. */
export const useSelections = (): readonly Selection[] => {
  const store = useStoreContext();
  const [selections, setSelections] = useState<readonly Selection[]>([]);
  useEffect(() => {
    const updateSelections = () => {
      const selectionsByList = listNamesToRead.map(list => ({
        list,
        ids: store.getItem<readonly Identifier[]>(selectionKey(list)) ?? [],
      }));
      setSelections(selectionsByList.filter(({ ids }) => ids.length > 0));
    };
    updateSelections();
    const unsubscribers = listNamesToRead.map(list => store.subscribe(selectionKey(list), updateSelections));
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [store]);
  return selections;
};
