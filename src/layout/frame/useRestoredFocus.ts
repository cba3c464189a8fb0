import { useEffect } from 'react';
import { contentId } from './SkipLink.tsx';

/**
 * Wait before the focus is moved from a removed control, milliseconds. A new component may focus an element itself
 * meanwhile.
 */
const restoreDelayMs = 100;
/** Maximum wait for a disabled button that had the focus, milliseconds. Such a button usually becomes enabled again. */
const maxWaitMs = 500;

const tabStopSelector = 'a[href], button, input, select, textarea, [tabindex]';

const isUnfocusable = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

const isUsableFocus = (element: Element | null): boolean =>
  element !== null && element !== document.body && !isUnfocusable(element);

const isTabStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !isUnfocusable(element) && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);

const withAncestors = (element: Element | null): readonly HTMLElement[] =>
  element instanceof HTMLElement && element !== document.body ? [element, ...withAncestors(element.parentElement)] : [];

/**
 * Returns the element that gets the focus of a removed control: the container, if it can have the focus. Otherwise the
 * last tab stop before the removed control, or the first tab stop.
 */
const focusTargetIn = (container: HTMLElement, lostElement: HTMLElement): HTMLElement | undefined => {
  if (container.hasAttribute('tabindex')) return container;
  const tabStops = [...container.querySelectorAll<HTMLElement>(tabStopSelector)].filter(isTabStop);
  const preceding = tabStops.filter(
    stop => stop.compareDocumentPosition(lostElement) === Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return preceding.at(-1) ?? tabStops[0];
};

const focusTargetFor = (lostElement: HTMLElement, containers: readonly HTMLElement[]): HTMLElement | null => {
  for (const container of containers) {
    const target = container.isConnected && focusTargetIn(container, lostElement);
    if (target) return target;
  }
  return document.getElementById(contentId);
};

/**
 * Keeps the keyboard's position: if the control with the focus disappears or is disabled, a neighbour gets the focus.
 */
export const useRestoredFocus = (): void => {
  useEffect(() => {
    let isKeyboardUsed = false;
    let focusPath: readonly HTMLElement[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;

    const restoreFocus = (lostAtMs: number) => {
      timer = undefined;
      const [lostElement, ...containers] = focusPath;
      if (!lostElement || isUsableFocus(document.activeElement)) return;
      if (lostElement.isConnected && isUnfocusable(lostElement) && Date.now() - lostAtMs < maxWaitMs) {
        timer = setTimeout(restoreFocus, restoreDelayMs, lostAtMs);
        return;
      }
      const target = isUnfocusable(lostElement) ? focusTargetFor(lostElement, containers) : lostElement;
      target?.focus({ preventScroll: true });
    };
    const onMutations = (changes: readonly MutationRecord[]) => {
      const [focused] = focusPath;
      if (!focused) return;
      const wasMoved = changes.some(({ removedNodes }) => [...removedNodes].some(node => node.contains(focused)));
      if (isUnfocusable(focused)) timer ??= setTimeout(restoreFocus, restoreDelayMs, Date.now());
      else if (wasMoved && !isUsableFocus(document.activeElement)) focused.focus({ preventScroll: true });
    };
    const onFocus = () => {
      if (isKeyboardUsed && isUsableFocus(document.activeElement)) focusPath = withAncestors(document.activeElement);
    };
    const onKey = () => {
      isKeyboardUsed = true;
      onFocus();
    };
    // After pointer input the focus is not restored, because users of a pointer do not need it.
    const onPointer = () => {
      isKeyboardUsed = false;
      focusPath = [];
    };
    const observer = new MutationObserver(onMutations);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointer, true);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointer, true);
    };
  }, []);
};
