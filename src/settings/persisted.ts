import { useSyncExternalStore } from 'react';
import type { SettingsUpdate } from '../contract/shapes/account.ts';
import { createSignal, onWindow } from '../store.ts';

const choiceSignal = createSignal<[SettingsUpdate]>();

/** Announces that the user has chosen a setting. The listeners save it to the account. */
export const announceChoice = choiceSignal.notify;
export const subscribeToChoices = choiceSignal.subscribe;

/** A setting stored in this browser. Its value can be read before the server has answered, and if it never answers. */
export interface Persisted<Value> {
  readonly read: () => Value;
  /** Stores the setting. All tabs of the browser use it from then on. */
  readonly apply: (value: Value) => void;
  readonly use: () => Value;
}

interface SettingOptions<Value extends string> {
  readonly key: string;
  /** Parses the stored text. It must accept any text, because other programs or older versions may have written it. */
  readonly parse: (stored: string | null) => Value;
  readonly onChange?: (value: Value) => void;
}

export const createPersistedSetting = <Value extends string>({
  key,
  parse,
  onChange,
}: SettingOptions<Value>): Persisted<Value> => {
  let cached: { readonly stored: string | null; readonly value: Value } | undefined;
  // The value is cached, because reading the browser's storage is slow and every value of a table may need the setting.
  // The cache is valid only while a subscription reports changes by other tabs.
  let isSubscribed = false;
  const read = () => {
    if (isSubscribed && cached) return cached.value;
    // In a web worker there is no local storage.
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
