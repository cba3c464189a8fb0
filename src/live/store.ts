import { useSyncExternalStore } from 'react';

/** `off` until the first connection; `lost` while nothing comes in. */
export type Phase = 'off' | 'live' | 'lost';

/** What became of a list since its rows were fetched: shown when somebody asks for it, never under their pointer. */
export interface ListNews {
  readonly arrived: ReadonlySet<number>;
  readonly left: ReadonlySet<number>;
  /** Something was missed: nobody knows what. */
  readonly missed: boolean;
}

interface State {
  readonly phase: Phase;
  readonly lists: { readonly [name: string]: ListNews };
}

const nothing: ListNews = { arrived: new Set(), left: new Set(), missed: false };
let state: State = { phase: 'off', lists: {} };
const listeners = new Set<() => void>();
const become = (next: State) => {
  state = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const setPhase = (phase: Phase): void => {
  if (phase !== state.phase) become({ ...state, phase });
};

export const changeNews = (list: string, change: (news: ListNews) => Partial<ListNews>): void => {
  const before = state.lists[list] ?? nothing;
  become({ ...state, lists: { ...state.lists, [list]: { ...before, ...change(before) } } });
};

/** The list was fetched: what it shows is all there is. */
export const clearNews = (list: string): void => {
  const { [list]: told, ...lists } = state.lists;
  if (told) become({ ...state, lists });
};

export const forgetEverything = (): void => become({ phase: 'off', lists: {} });

export const usePhase = (): Phase => useSyncExternalStore(subscribe, () => state.phase);
export const useListNews = (list: string): ListNews =>
  useSyncExternalStore(subscribe, () => state.lists[list] ?? nothing);
