import { useSyncExternalStore } from 'react';

type Stop = () => void;
/**
 * Function that watches an external source of events while there are listeners. It returns a function that stops the
 * watching.
 */
type Watch<Args extends readonly unknown[]> = (notify: (...args: Args) => void) => Stop;

export interface Signal<Args extends readonly unknown[] = []> {
  readonly notify: (...args: Args) => void;
  /** Adds a listener. Returns a function that removes the listener. */
  readonly subscribe: (listener: (...args: Args) => void) => Stop;
}

/** Creates a signal, which calls its listeners. `watch` runs while there is at least one listener. */
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
  /** Sets the state. Notifies the listeners unless the state is unchanged. */
  readonly set: (next: State) => void;
  readonly subscribe: Signal['subscribe'];
  /** React hook that returns the state and renders again after each change. */
  readonly use: () => State;
  /**
   * React hook that returns a part of the state. `pick` must return the same object for the same state, otherwise the
   * component renders endlessly.
   */
  readonly useSelected: <Selected>(pick: (state: State) => Selected) => Selected;
}

/**
 * Creates a value that components share. `watch` connects the value with an external source, and gets the function that
 * sets the value.
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

/** Adds a listener to an event of the window. Returns a function that removes the listener. */
export const onWindow = <Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
): Stop => {
  window.addEventListener(type, listener);
  return () => window.removeEventListener(type, listener);
};
