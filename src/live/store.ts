import { createStore } from '../store.ts';

/** `off` until the first connection. `lost` while updates do not arrive. */
export type Phase = 'off' | 'live' | 'lost';

/** Changes of a list since it was fetched. They are shown on request, so that no row moves under the pointer. */
export interface ListNews {
  readonly arrived: ReadonlySet<number>;
  readonly left: ReadonlySet<number>;
  /** True if events were missed, so that the changes are unknown. */
  readonly missed: boolean;
}

interface State {
  readonly phase: Phase;
  readonly lists: { readonly [name: string]: ListNews };
}

const nothing: ListNews = { arrived: new Set(), left: new Set(), missed: false };
const store = createStore<State>({ phase: 'off', lists: {} });

export const setPhase = (phase: Phase): void => {
  if (phase !== store.get().phase) store.set({ ...store.get(), phase });
};

export const changeNews = (list: string, change: (news: ListNews) => Partial<ListNews>): void => {
  const state = store.get();
  const before = state.lists[list] ?? nothing;
  store.set({ ...state, lists: { ...state.lists, [list]: { ...before, ...change(before) } } });
};

/** Clears the changes after a refetch of the list. */
export const clearNews = (list: string): void => {
  const { [list]: news, ...lists } = store.get().lists;
  if (news) store.set({ ...store.get(), lists });
};

export const forgetEverything = (): void => store.set({ phase: 'off', lists: {} });

export const usePhase = (): Phase => store.useSelected(({ phase }) => phase);
export const useListNews = (list: string): ListNews => store.useSelected(({ lists }) => lists[list] ?? nothing);
