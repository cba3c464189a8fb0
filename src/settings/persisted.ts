import { useSyncExternalStore } from 'react';
import { createSignal, onWindow } from '../store.ts';

/** One setting as this browser remembers it: what holds before the server has been asked, and without it. */
export interface Persisted<Value> {
  readonly read: () => Value;
  /** Makes it hold here, in every tab. */
  readonly apply: (value: Value) => void;
  readonly use: () => Value;
}

interface SettingOptions<Value extends string> {
  /** Key in local storage. */
  readonly key: string;
  /** What is stored may be anything: somebody else may have written it. */
  readonly parse: (stored: string | null) => Value;
  readonly onChange?: (value: Value) => void;
}

export const persist = <Value extends string>({ key, parse, onChange }: SettingOptions<Value>): Persisted<Value> => {
  // Asked for by every cell of a table: what is stored is looked at again only when it is another text.
  let last: { readonly stored: string | null; readonly value: Value } | undefined;
  const read = () => {
    // A worker has no storage.
    const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(key);
    if (!last || last.stored !== stored) last = { stored, value: parse(stored) };
    return last.value;
  };
  const announce = () => {
    onChange?.(read());
    notify();
  };
  const { notify, subscribe } = createSignal(() =>
    onWindow('storage', event => {
      if (event.key === key) announce();
    }),
  );
  return {
    read,
    apply: value => {
      if (read() === value) return;
      localStorage.setItem(key, value);
      announce();
    },
    use: () => useSyncExternalStore(subscribe, read),
  };
};
