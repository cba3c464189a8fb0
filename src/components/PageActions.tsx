import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore } from '../store.ts';

const slot = createStore<HTMLElement | null>(null);

/** Given as `ref` to the place in the sub-header where a page's actions stand. */
export const pageActionsSlot = (element: HTMLElement | null): void => slot.set(element);

/** What a page wants done from it; drawn at the right end of the sub-header. */
export const PageActions = ({ children }: { children: ReactNode }) => {
  const element = slot.use();
  return element ? createPortal(children, element) : null;
};
