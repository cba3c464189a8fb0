import { useSyncExternalStore } from 'react';
import { createSignal, onWindow } from '../store.ts';

/** A setting stored in this browser. It is valid before the server has answered, and without an answer. */
export interface Persisted<Value> {
  readonly read: () => Value;
  /** Applies the setting in all tabs. */
  readonly apply: (value: Value) => void;
  readonly use: () => Value;
}

interface SettingOptions<Value extends string> {
  /** Key in local storage. */
  readonly key: string;
  /** Parses the stored text. The text may be anything. */
  readonly parse: (stored: string | null) => Value;
  readonly onChange?: (value: Value) => void;
}

export const persist = <Value extends string>({ key, parse, onChange }: SettingOptions<Value>): Persisted<Value> => {
  let last: { readonly stored: string | null; readonly value: Value } | undefined;
  // The value is cached, because every cell of a table reads it and storage is slow. The cache is valid only while a
  // subscription reports changes of other tabs.
  let listening = false;
  const read = () => {
    if (listening && last) return last.value;
    // Workers have no storage.
    const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(key);
    if (!last || last.stored !== stored) last = { stored, value: parse(stored) };
    return last.value;
  };
  const announce = () => {
    last = undefined;
    onChange?.(read());
    notify();
  };
  const { notify, subscribe } = createSignal(() => {
    const stop = onWindow('storage', event => {
      if (event.key === key || event.key === null) announce();
    });
    last = undefined;
    listening = true;
    return () => {
      listening = false;
      stop();
    };
  });
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
