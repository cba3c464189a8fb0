import Sortable from 'sortablejs';
import './dragOrder.css';

/** Attribute with the name of a draggable element. */
const nameAttribute = 'data-column';
/** Time after which a resting finger drags, milliseconds. A finger that moves earlier scrolls. */
const touchDelayMs = 250;

/**
 * Makes the named children of an element sortable by drag, and reports the new order. The DOM itself is restored,
 * because React draws the new order. Returns the function that ends it.
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
    // The children are stored before the library adds the copy that follows the pointer.
    onChoose: () => {
      before = [...root.children];
    },
    onEnd: () => {
      const after = sortable.toArray();
      // The library's `sort` is not used, because it mixes up the children when others stand before them.
      root.append(...before);
      if (after.join() !== sortable.toArray().join()) onOrder(after);
    },
  });
  // Attribute for the style of draggable elements.
  root.dataset.drag = 'ready';
  return () => sortable.destroy();
};
