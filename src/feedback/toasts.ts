import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly kind: 'error' | 'success' | 'info' | 'warning';
  readonly heading: string;
  /** Status of the answer, where the toast tells of one. */
  readonly status?: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const set = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** The same failure twice is one toast: ten rows that fail alike must not bury the page. */
export const showToast = (toast: Omit<Toast, 'id'>): number => {
  const same = toasts.find(({ kind, heading }) => kind === toast.kind && heading === toast.heading);
  if (same) {
    if (same.status === undefined && toast.status !== undefined)
      set(toasts.map(each => (each === same ? { ...toast, id: same.id } : each)));
    return same.id;
  }
  lastId += 1;
  set([...toasts, { ...toast, id: lastId }]);
  return lastId;
};

export const closeToast = (id: number): void => set(toasts.filter(toast => toast.id !== id));
export const closeAllToasts = (): void => set([]);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts);
