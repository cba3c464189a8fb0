import { useSyncExternalStore } from 'react';

type Stop = () => void;
/** Watches an external source while there are listeners. Returns a function that stops it. */
type Watch<Args extends readonly unknown[]> = (notify: (...args: Args) => void) => Stop;

export interface Signal<Args extends readonly unknown[] = []> {
  readonly notify: (...args: Args) => void;
  /** Returns the unsubscribe function. */
  readonly subscribe: (listener: (...args: Args) => void) => Stop;
}

/** Notifies all listeners. */
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
  /** Notifies listeners unless the value is unchanged. */
  readonly set: (next: State) => void;
  readonly subscribe: Signal['subscribe'];
  /** Returns the state. A hook: it re-renders on change. */
  readonly use: () => State;
  /**
   * Returns a part of the state. `pick` must return the same object for the same state, otherwise the component renders
   * endlessly.
   */
  readonly useSelected: <Selected>(pick: (state: State) => Selected) => Selected;
}

/**
 * A value shared between components. `watch` connects the value with an external source, and gets the function that
 * sets it.
 */
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

/** Listens to a window event. */
export const onWindow = <Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
): Stop => {
  window.addEventListener(type, listener);
  return () => window.removeEventListener(type, listener);
};
