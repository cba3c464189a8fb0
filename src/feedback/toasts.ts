import { createStore } from '../store.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'error' | 'success' | 'info' | 'warning';
  readonly heading: string;
  /** HTTP status of the failure that the toast reports, if any. */
  readonly status?: number;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Takes back what the toast announces. The toast closes when that is no longer possible. */
  readonly undo?: () => void;
  /** Called when the toast closes: applies the change that the toast announces, or drops it if the user chose undo. */
  readonly undoable?: (isUndone: boolean) => void;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/**
 * Shows a toast and returns its id. Equal failures share a toast, so that ten failing rows do not cover the page.
 * Failures with different HTTP statuses are not equal.
 */
export const showToast = (toast: Omit<Toast, 'id'>): number => {
  const all = toasts.get();
  const equalToast = all.find(
    ({ kind, heading, undoable, status }) =>
      kind === toast.kind &&
      heading === toast.heading &&
      !undoable &&
      (status === toast.status || status === undefined || toast.status === undefined),
  );
  if (equalToast) {
    if (equalToast.status === undefined && toast.status !== undefined)
      toasts.set(all.map(each => (each === equalToast ? { ...toast, id: equalToast.id } : each)));
    return equalToast.id;
  }
  lastId += 1;
  toasts.set([...all, { ...toast, id: lastId }]);
  return lastId;
};

const closeWhere = (isClosing: (toast: Toast) => boolean, isUndone: boolean): void => {
  const all = toasts.get();
  toasts.set(all.filter(toast => !isClosing(toast)));
  for (const toast of all) if (isClosing(toast)) toast.undoable?.(isUndone);
};

export const closeToast = (id: number): void => closeWhere(toast => toast.id === id, false);
export const undoToast = (id: number): void => closeWhere(toast => toast.id === id, true);
export const closeToastsOfStatus = (status: number): void => closeWhere(toast => toast.status === status, false);
export const closeAllToasts = (): void => closeWhere(() => true, false);
/**
 * Closes the toasts with pending undoable changes and applies these changes. Leaving the page therefore does not undo
 * them.
 */
export const commitUndoableToasts = (): void => closeWhere(({ undoable }) => undoable !== undefined, false);
/**
 * Closes the toasts with pending undoable changes and drops these changes, because another person may be signed in now.
 */
export const dropUndoableToasts = (): void => toasts.set(toasts.get().filter(({ undoable }) => !undoable));
export const useToasts = toasts.use;
