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

export const createPersistedSetting = <Value extends string>({
  key,
  parse,
  onChange,
}: SettingOptions<Value>): Persisted<Value> => {
  let cached: { readonly stored: string | null; readonly value: Value } | undefined;
  // The value is cached, because every cell of a table reads it and storage is slow. The cache is valid only while a
  // subscription reports changes of other tabs.
  let isSubscribed = false;
  const read = () => {
    if (isSubscribed && cached) return cached.value;
    // Workers have no storage.
    const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(key);
    if (!cached || cached.stored !== stored) cached = { stored, value: parse(stored) };
    return cached.value;
  };
  const notifyChange = () => {
    cached = undefined;
    onChange?.(read());
    notify();
  };
  const { notify, subscribe } = createSignal(() => {
    const unsubscribe = onWindow('storage', event => {
      if (event.key === key || event.key === null) notifyChange();
    });
    cached = undefined;
    isSubscribed = true;
    return () => {
      isSubscribed = false;
      unsubscribe();
    };
  });
  return {
    read,
    apply: value => {
      if (read() === value) return;
      localStorage.setItem(key, value);
      notifyChange();
    },
    use: () => useSyncExternalStore(subscribe, read),
  };
};
