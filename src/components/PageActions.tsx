import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

let slot: HTMLElement | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Given as `ref` to the place in the sub-header where a page's actions stand. */
export const pageActionsSlot = (element: HTMLElement | null): void => {
  slot = element;
  for (const listener of listeners) listener();
};

/** What a page wants done from it; drawn at the right end of the sub-header. */
export const PageActions = ({ children }: { children: ReactNode }) => {
  const element = useSyncExternalStore(subscribe, () => slot);
  return element ? createPortal(children, element) : null;
};
