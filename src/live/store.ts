import { createStore } from '../store.ts';

/** `off` until the first connection; `lost` while updates do not arrive. */
export type Phase = 'off' | 'live' | 'lost';

/** Changes of a list since it was fetched: shown on request, never under the pointer. */
export interface ListNews {
  readonly arrived: ReadonlySet<number>;
  readonly left: ReadonlySet<number>;
  /** Unknown events were missed. */
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

/** The list was refetched and is up to date. */
export const clearNews = (list: string): void => {
  const { [list]: news, ...lists } = store.get().lists;
  if (news) store.set({ ...store.get(), lists });
};

export const forgetEverything = (): void => store.set({ phase: 'off', lists: {} });

export const usePhase = (): Phase => store.useSelected(({ phase }) => phase);
export const useListNews = (list: string): ListNews => store.useSelected(({ lists }) => lists[list] ?? nothing);
