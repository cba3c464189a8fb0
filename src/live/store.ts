import { createStore } from '../store.ts';

/** State of live updates. `off`: no connection yet. `live`: updates arrive. `lost`: updates do not arrive. */
export type ConnectionPhase = 'off' | 'live' | 'lost';

/**
 * Changes of a list since it was fetched. The list shows them when the user asks for it, so that no row moves under the
 * pointer.
 */
export interface ListChanges {
  readonly arrivedIds: ReadonlySet<number>;
  readonly leftIds: ReadonlySet<number>;
  /** True if events were missed, so that it is unknown which rows have changed. */
  readonly hasMissedEvents: boolean;
}

interface LiveState {
  readonly phase: ConnectionPhase;
  readonly lists: { readonly [name: string]: ListChanges };
}

const noChanges: ListChanges = { arrivedIds: new Set(), leftIds: new Set(), hasMissedEvents: false };
const store = createStore<LiveState>({ phase: 'off', lists: {} });

export const setConnectionPhase = (phase: ConnectionPhase): void => {
  if (phase !== store.get().phase) store.set({ ...store.get(), phase });
};

export const updateListChanges = (list: string, change: (changes: ListChanges) => Partial<ListChanges>): void => {
  const state = store.get();
  const before = state.lists[list] ?? noChanges;
  store.set({ ...state, lists: { ...state.lists, [list]: { ...before, ...change(before) } } });
};

export const clearListChanges = (list: string): void => {
  const { [list]: changes, ...lists } = store.get().lists;
  if (changes) store.set({ ...store.get(), lists });
};

export const resetLiveState = (): void => store.set({ phase: 'off', lists: {} });

export const useConnectionPhase = (): ConnectionPhase => store.useSelected(({ phase }) => phase);
export const useListChanges = (list: string): ListChanges => store.useSelected(({ lists }) => lists[list] ?? noChanges);
