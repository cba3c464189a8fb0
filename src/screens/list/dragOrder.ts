import Sortable from 'sortablejs';
import './dragOrder.css';

/** Attribute that holds the name of a draggable element. */
const nameAttribute = 'data-column';
/**
 * Time after which a finger that rests on an element starts to drag it, milliseconds. A finger that moves earlier
 * scrolls.
 */
const touchDelayMs = 250;

/** Private method of the sorting library (SortableJS). It moves the dragged element to the position of the pointer. */
interface SortableInternals {
  readonly _emulateDragOver?: () => void;
}
const releaseEvents = ['pointerup', 'mouseup', 'touchend'] as const;

/**
 * Makes the named children of an element sortable by drag, and reports the new order of names. After a drag the
 * children get their old order again, because React renders the new order. Returns a function that ends sorting.
 */
export const makeSortable = (
  root: HTMLElement,
  onReorder: (names: string[]) => void,
  handleSelector?: string,
): (() => void) => {
  let childrenBefore: readonly Element[] = [];
  // The library reads the pointer's position only every 50 ms. `followPointer` reads it once more on release. Otherwise
  // the element would be dropped at an outdated position.
  const followPointer = () => (sortable as Sortable & SortableInternals)._emulateDragOver?.();
  const stopFollowingPointer = () => {
    for (const eventName of releaseEvents) document.removeEventListener(eventName, followPointer, true);
  };
  const sortable = Sortable.create(root, {
    draggable: `[${nameAttribute}]`,
    dataIdAttr: nameAttribute,
    ...(handleSelector !== undefined && { handle: handleSelector }),
    filter: '.width-handle',
    preventOnFilter: false,
    // The library's own drag is used, because Firefox does not start a native drag from a button.
    forceFallback: true,
    fallbackTolerance: 4,
    fallbackClass: 'dragged',
    delay: touchDelayMs,
    delayOnTouchOnly: true,
    // The order of the children is stored before the library adds a copy of the dragged child.
    onChoose: () => {
      childrenBefore = [...root.children];
      for (const eventName of releaseEvents) document.addEventListener(eventName, followPointer, true);
    },
    onUnchoose: stopFollowingPointer,
    onEnd: () => {
      const newOrder = sortable.toArray();
      // The library's `sort` is not used. It gives a wrong order if `root` has other elements before the sortable
      // children.
      root.append(...childrenBefore);
      if (newOrder.join() !== sortable.toArray().join()) onReorder(newOrder);
    },
  });
  // Style sheets use this attribute to mark draggable elements.
  root.dataset.drag = 'ready';
  return () => {
    stopFollowingPointer();
    sortable.destroy();
  };
};
