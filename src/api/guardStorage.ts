type StorageFault = 'blocked' | 'full';

const nativeSet = typeof Storage === 'undefined' ? undefined : Storage.prototype.setItem;

/**
 * Returns a storage in memory, which lasts until the page is left. Each value is also written to the browser's storage
 * if possible.
 */
const standIn = (real?: Storage): Storage => {
  const kept: Record<string, unknown> = Object.create(null);
  const clear = () => {
    for (const key of Object.keys(kept)) delete kept[key];
  };
  const methods = {
    getItem: (key: string) => (Object.hasOwn(kept, key) ? kept[key] : null),
    setItem: (key: string, value: string) => {
      kept[key] = String(value);
      try {
        if (real) nativeSet?.call(real, key, value);
      } catch {
        // The older value is removed, because it would come back after a reload.
        real?.removeItem(key);
      }
    },
    removeItem: (key: string) => {
      delete kept[key];
      real?.removeItem(key);
    },
    clear: () => {
      clear();
      real?.clear();
    },
    key: (at: number) => Object.keys(kept)[at] ?? null,
  };
  // Only stored keys are enumerable, as in the browser's storage.
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(kept, name, { value });
  Object.defineProperty(kept, 'length', { get: () => Object.keys(kept).length });
  for (const key of Object.keys(real ?? {})) kept[key] = real?.getItem(key);
  // Copies changes that other tabs make in the browser's storage.
  window.addEventListener('storage', ({ storageArea, key, newValue }) => {
    if (!real || storageArea !== real) return;
    if (key === null) clear();
    else if (newValue === null) delete kept[key];
    else kept[key] = newValue;
  });
  return kept as unknown as Storage;
};

const replace = (kind: 'localStorage' | 'sessionStorage', real?: Storage): Storage => {
  const value = standIn(real);
  Object.defineProperty(window, kind, { value, configurable: true });
  return value;
};

/** Keeps the cabinet working if the browser's storage is blocked or full. `onFault` gets the cause. */
export const guardStorage = (onFault: (fault: StorageFault) => void): void => {
  for (const kind of ['localStorage', 'sessionStorage'] as const)
    try {
      window[kind].getItem('');
    } catch {
      replace(kind);
      onFault('blocked');
    }
  if (!nativeSet) return;
  Storage.prototype.setItem = function setItem(this: Storage, key: string, value: string) {
    try {
      nativeSet.call(this, key, value);
    } catch {
      replace(this === window.localStorage ? 'localStorage' : 'sessionStorage', this).setItem(key, value);
      onFault('full');
    }
  };
};
