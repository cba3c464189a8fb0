import { createStore } from '../store.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'error' | 'success' | 'info' | 'warning';
  readonly heading: string;
  /** HTTP status of the failure, if any. */
  readonly status?: number;
  /** Action that the toast offers. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** The announced change runs when the toast closes. It can be undone until then. */
  readonly undoable?: (undone: boolean) => void;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Equal failures share a toast, so that ten failing rows do not cover the page. Another status is another failure. */
export const showToast = (toast: Omit<Toast, 'id'>): number => {
  const all = toasts.get();
  const same = all.find(
    ({ kind, heading, undoable, status }) =>
      kind === toast.kind &&
      heading === toast.heading &&
      !undoable &&
      (status === toast.status || status === undefined || toast.status === undefined),
  );
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
/** Runs pending undoable changes. Leaving the page does not undo them. */
export const settleToasts = (): void => close(({ undoable }) => undoable !== undefined, false);
/** Drops pending undoable changes, because another person may be signed in now. */
export const dropUndoable = (): void => toasts.set(toasts.get().filter(({ undoable }) => !undoable));
export const useToasts = toasts.use;
