import Sortable from 'sortablejs';
import './dragOrder.css';

/** Attribute with the name of a draggable element. */
const nameAttribute = 'data-column';
/** Time after which a resting finger drags, milliseconds. A finger that moves earlier scrolls. */
const touchDelayMs = 250;

/** Private method of the sorting library. It moves the dragged element to the position of the pointer. */
interface Dragging {
  readonly _emulateDragOver?: () => void;
}
const releases = ['pointerup', 'mouseup', 'touchend'] as const;

/**
 * Makes the named children of an element sortable by drag, and reports the new order. After a drag the children get
 * their old order again, because React renders the new order. Returns a function that ends sorting.
 */
export const dragOrder = (root: HTMLElement, onOrder: (names: string[]) => void, handle?: string): (() => void) => {
  let before: readonly Element[] = [];
  // The library reads the pointer's position every 50 ms. It is read once more on release, because otherwise an earlier
  // position would count, or none.
  const follow = () => (sortable as Sortable & Dragging)._emulateDragOver?.();
  const stopFollowing = () => {
    for (const release of releases) document.removeEventListener(release, follow, true);
  };
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
      for (const release of releases) document.addEventListener(release, follow, true);
    },
    onUnchoose: stopFollowing,
    onEnd: () => {
      const after = sortable.toArray();
      // The library's `sort` is not used, because it gives a wrong order if other elements stand before the children.
      root.append(...before);
      if (after.join() !== sortable.toArray().join()) onOrder(after);
    },
  });
  // Attribute for the style of draggable elements.
  root.dataset.drag = 'ready';
  return () => {
    stopFollowing();
    sortable.destroy();
  };
};
