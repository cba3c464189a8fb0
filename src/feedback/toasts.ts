import { createStore } from '../store.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'error' | 'success' | 'info' | 'warning';
  readonly heading: string;
  /** Status of the answer, where the toast tells of one. */
  readonly status?: number;
  /** Where it leads on. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** What it tells of happens only when the toast goes, and can be undone until then. */
  readonly undoable?: (undone: boolean) => void;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** The same failure twice is one toast: ten rows that fail alike must not bury the page. */
export const showToast = (toast: Omit<Toast, 'id'>): number => {
  const all = toasts.get();
  const same = all.find(({ kind, heading, undoable }) => kind === toast.kind && heading === toast.heading && !undoable);
  if (same) {
    if (same.status === undefined && toast.status !== undefined)
      toasts.set(all.map(each => (each === same ? { ...toast, id: same.id } : each)));
    return same.id;
  }
  lastId += 1;
  toasts.set([...all, { ...toast, id: lastId }]);
  return lastId;
};

const close = (gone: (toast: Toast) => boolean, undone: boolean): void => {
  const all = toasts.get();
  toasts.set(all.filter(toast => !gone(toast)));
  for (const toast of all) if (gone(toast)) toast.undoable?.(undone);
};

export const closeToast = (id: number): void => close(toast => toast.id === id, false);
export const undoToast = (id: number): void => close(toast => toast.id === id, true);
export const closeAllToasts = (): void => close(() => true, false);
/** Does now what could have been undone: who leaves the page has not undone it. */
export const settleToasts = (): void => close(({ undoable }) => undoable !== undefined, false);
/** Leaves undone what could still be undone: whoever began it is no longer the one who is signed in. */
export const dropUndoable = (): void => toasts.set(toasts.get().filter(({ undoable }) => !undoable));
export const useToasts = toasts.use;
