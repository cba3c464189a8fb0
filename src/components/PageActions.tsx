import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore } from '../store.ts';

const slotStore = createStore<HTMLElement | null>(null);

/** Sets the element of the sub-header into which pages render their actions. Used as its `ref`. */
export const setPageActionsSlot = (element: HTMLElement | null): void => slotStore.set(element);

/** Renders a page's actions at the right end of the sub-header. */
export const PageActions = ({ children }: { children: ReactNode }) => {
  const element = slotStore.use();
  return element ? createPortal(children, element) : null;
};
