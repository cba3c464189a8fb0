import { createStore } from '../store.ts';

/** `off` until the first connection. `lost` while updates do not arrive. */
export type ConnectionPhase = 'off' | 'live' | 'lost';

/** Changes of a list since it was fetched. They are shown on request, so that no row moves under the pointer. */
export interface ListChanges {
  readonly arrived: ReadonlySet<number>;
  readonly left: ReadonlySet<number>;
  /** True if events were missed, so that the changes are unknown. */
  readonly missed: boolean;
}

interface State {
  readonly phase: ConnectionPhase;
  readonly lists: { readonly [name: string]: ListChanges };
}

const nothing: ListChanges = { arrived: new Set(), left: new Set(), missed: false };
const store = createStore<State>({ phase: 'off', lists: {} });

export const setConnectionPhase = (phase: ConnectionPhase): void => {
  if (phase !== store.get().phase) store.set({ ...store.get(), phase });
};

export const updateListChanges = (list: string, change: (news: ListChanges) => Partial<ListChanges>): void => {
  const state = store.get();
  const before = state.lists[list] ?? nothing;
  store.set({ ...state, lists: { ...state.lists, [list]: { ...before, ...change(before) } } });
};

/** Clears the changes after a refetch of the list. */
export const clearListChanges = (list: string): void => {
  const { [list]: news, ...lists } = store.get().lists;
  if (news) store.set({ ...store.get(), lists });
};

export const resetLiveState = (): void => store.set({ phase: 'off', lists: {} });

export const useConnectionPhase = (): ConnectionPhase => store.useSelected(({ phase }) => phase);
export const useListChanges = (list: string): ListChanges => store.useSelected(({ lists }) => lists[list] ?? nothing);
