import { useSyncExternalStore } from 'react';

type Stop = () => void;
/** Begins to watch something outside while anybody listens. Returns the way to stop. */
type Watch<Args extends readonly unknown[]> = (notify: (...args: Args) => void) => Stop;

export interface Signal<Args extends readonly unknown[] = []> {
  readonly notify: (...args: Args) => void;
  /** Returns the way to stop listening. */
  readonly subscribe: (listener: (...args: Args) => void) => Stop;
}

/** Tells whoever listens that something happened. */
export const createSignal = <Args extends readonly unknown[] = []>(watch?: Watch<Args>): Signal<Args> => {
  const listeners = new Set<(...args: Args) => void>();
  let unwatch: Stop | undefined;
  const notify = (...args: Args): void => {
    for (const listener of listeners) listener(...args);
  };
  return {
    notify,
    subscribe: listener => {
      if (listeners.size === 0) unwatch = watch?.(notify);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) unwatch?.();
      };
    },
  };
};

export interface Store<State> {
  readonly get: () => State;
  /** Tells whoever listens, unless it is what it was. */
  readonly set: (next: State) => void;
  readonly subscribe: Signal['subscribe'];
  /** The state; the component is drawn anew when it changes. */
  readonly use: () => State;
  /** The same for a part of it; what is picked must stay the same while it has not changed. */
  readonly useSelected: <Selected>(pick: (state: State) => Selected) => Selected;
}

/** One value that components outside of each other share. `watch` is given what sets it. */
export const createStore = <State>(initial: State, watch?: Watch<[State]>): Store<State> => {
  let state = initial;
  const { notify, subscribe } = createSignal(watch && (() => watch(set)));
  const get = (): State => state;
  const set = (next: State): void => {
    if (Object.is(next, state)) return;
    state = next;
    notify();
  };
  return {
    get,
    set,
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
    useSelected: pick => useSyncExternalStore(subscribe, () => pick(state)),
  };
};

/** Watches one window event. */
export const onWindow = <Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
): Stop => {
  window.addEventListener(type, listener);
  return () => window.removeEventListener(type, listener);
};
