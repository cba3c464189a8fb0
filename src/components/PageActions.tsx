import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore } from '../store.ts';

const slot = createStore<HTMLElement | null>(null);

/** `ref` of the element in the sub-header that holds a page's actions. */
export const pageActionsSlot = (element: HTMLElement | null): void => slot.set(element);

/** Renders a page's actions at the right end of the sub-header. */
export const PageActions = ({ children }: { children: ReactNode }) => {
  const element = slot.use();
  return element ? createPortal(children, element) : null;
};
