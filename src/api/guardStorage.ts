type StorageFault = 'blocked' | 'full';

const nativeSetItem = typeof Storage === 'undefined' ? undefined : Storage.prototype.setItem;

/**
 * Returns a storage in memory, which lasts until the page is left. Each value is also written to the browser's storage
 * if possible.
 */
const createFallbackStorage = (nativeStorage?: Storage): Storage => {
  const values: Record<string, unknown> = Object.create(null);
  const clear = () => {
    for (const key of Object.keys(values)) delete values[key];
  };
  const methods = {
    getItem: (key: string) => (Object.hasOwn(values, key) ? values[key] : null),
    setItem: (key: string, value: string) => {
      values[key] = String(value);
      try {
        if (nativeStorage) nativeSetItem?.call(nativeStorage, key, value);
      } catch {
        // The browser refused the new value. The older stored value is removed, because it would come back after a
        // reload.
        nativeStorage?.removeItem(key);
      }
    },
    removeItem: (key: string) => {
      delete values[key];
      nativeStorage?.removeItem(key);
    },
    clear: () => {
      clear();
      nativeStorage?.clear();
    },
    key: (index: number) => Object.keys(values)[index] ?? null,
  };
  // Only stored keys are enumerable properties of this object, as in the browser's storage.
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(values, name, { value });
  Object.defineProperty(values, 'length', { get: () => Object.keys(values).length });
  for (const key of Object.keys(nativeStorage ?? {})) values[key] = nativeStorage?.getItem(key);
  // Copies changes that other tabs make in the browser's storage to the values in memory.
  window.addEventListener('storage', ({ storageArea, key, newValue }) => {
    if (!nativeStorage || storageArea !== nativeStorage) return;
    if (key === null) clear();
    else if (newValue === null) delete values[key];
    else values[key] = newValue;
  });
  return values as unknown as Storage;
};

const replaceStorage = (kind: 'localStorage' | 'sessionStorage', nativeStorage?: Storage): Storage => {
  const fallbackStorage = createFallbackStorage(nativeStorage);
  Object.defineProperty(window, kind, { value: fallbackStorage, configurable: true });
  return fallbackStorage;
};

/** Keeps the web application working if the browser's storage is blocked or full. `onFault` gets the cause. */
export const guardStorage = (onFault: (fault: StorageFault) => void): void => {
  for (const kind of ['localStorage', 'sessionStorage'] as const)
    try {
      window[kind].getItem('');
    } catch {
      replaceStorage(kind);
      onFault('blocked');
    }
  if (!nativeSetItem) return;
  Storage.prototype.setItem = function setItem(this: Storage, key: string, value: string) {
    try {
      nativeSetItem.call(this, key, value);
    } catch {
      replaceStorage(this === window.localStorage ? 'localStorage' : 'sessionStorage', this).setItem(key, value);
      onFault('full');
    }
  };
};
