import { createStore } from '../store.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'error' | 'success' | 'info' | 'warning';
  readonly heading: string;
  /** Status of the answer, where the toast tells of one. */
  readonly status?: number;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** The same failure twice is one toast: ten rows that fail alike must not bury the page. */
export const showToast = (toast: Omit<Toast, 'id'>): number => {
  const all = toasts.get();
  const same = all.find(({ kind, heading }) => kind === toast.kind && heading === toast.heading);
  if (same) {
    if (same.status === undefined && toast.status !== undefined)
      toasts.set(all.map(each => (each === same ? { ...toast, id: same.id } : each)));
    return same.id;
  }
  lastId += 1;
  toasts.set([...all, { ...toast, id: lastId }]);
  return lastId;
};

export const closeToast = (id: number): void => toasts.set(toasts.get().filter(toast => toast.id !== id));
export const closeAllToasts = (): void => toasts.set([]);
export const useToasts = toasts.use;
