import Sortable from 'sortablejs';
import './dragOrder.css';

/** Attribute with the name of a draggable element. */
const nameAttribute = 'data-column';
/** Time after which a resting finger drags, milliseconds. A finger that moves earlier scrolls. */
const touchDelayMs = 250;

/** Private method of the sorting library. It moves the dragged element to the position of the pointer. */
interface SortableInternals {
  readonly _emulateDragOver?: () => void;
}
const releaseEvents = ['pointerup', 'mouseup', 'touchend'] as const;

/**
 * Makes the named children of an element sortable by drag, and reports the new order. After a drag the children get
 * their old order again, because React renders the new order. Returns a function that ends sorting.
 */
export const makeSortable = (
  root: HTMLElement,
  onReorder: (names: string[]) => void,
  handleSelector?: string,
): (() => void) => {
  let childrenBefore: readonly Element[] = [];
  // The library reads the pointer's position every 50 ms. It is read once more on release, because otherwise an earlier
  // position would count, or none.
  const followPointer = () => (sortable as Sortable & SortableInternals)._emulateDragOver?.();
  const stopFollowing = () => {
    for (const eventName of releaseEvents) document.removeEventListener(eventName, followPointer, true);
  };
  const sortable = Sortable.create(root, {
    draggable: `[${nameAttribute}]`,
    dataIdAttr: nameAttribute,
    ...(handleSelector !== undefined && { handle: handleSelector }),
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
      childrenBefore = [...root.children];
      for (const eventName of releaseEvents) document.addEventListener(eventName, followPointer, true);
    },
    onUnchoose: stopFollowing,
    onEnd: () => {
      const newOrder = sortable.toArray();
      // The library's `sort` is not used, because it gives a wrong order if other elements stand before the children.
      root.append(...childrenBefore);
      if (newOrder.join() !== sortable.toArray().join()) onReorder(newOrder);
    },
  });
  // Attribute for the style of draggable elements.
  root.dataset.drag = 'ready';
  return () => {
    stopFollowing();
    sortable.destroy();
  };
};
