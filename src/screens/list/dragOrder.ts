import Sortable from 'sortablejs';
import './dragOrder.css';

/** What can be dragged says its name so. */
const nameAttribute = 'data-column';
/** A finger that rests drags; one that moves at once scrolls. */
const touchDelayMs = 250;

/**
 * Lets the named children of an element be dragged into another order, and says which. The element itself is left as it
 * was: what it shows is drawn anew from the order. Returns the function that ends it.
 */
export const dragOrder = (root: HTMLElement, onOrder: (names: string[]) => void, handle?: string): (() => void) => {
  let before: readonly Element[] = [];
  const sortable = Sortable.create(root, {
    draggable: `[${nameAttribute}]`,
    dataIdAttr: nameAttribute,
    ...(handle !== undefined && { handle }),
    filter: '.width-handle',
    preventOnFilter: false,
    // Firefox does not drag by a button natively.
    forceFallback: true,
    fallbackTolerance: 4,
    fallbackClass: 'dragged',
    delay: touchDelayMs,
    delayOnTouchOnly: true,
    // Before the copy that follows the pointer is among them.
    onChoose: () => {
      before = [...root.children];
    },
    onEnd: () => {
      const after = sortable.toArray();
      // Not by the library's `sort`, which mistakes the named children when there are others before them.
      root.append(...before);
      if (after.join() !== sortable.toArray().join()) onOrder(after);
    },
  });
  // What can be dragged looks so.
  root.dataset.drag = 'ready';
  return () => sortable.destroy();
};
