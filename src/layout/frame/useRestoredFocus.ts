import { useEffect } from 'react';
import { contentId } from './SkipLink.tsx';

/** Wait before the focus is moved, because a new component may focus an element itself, milliseconds. */
const soonMs = 100;
/** Maximum wait for a disabled button, because it usually becomes enabled again, milliseconds. */
const patienceMs = 500;

const stops = 'a[href], button, input, select, textarea, [tabindex]';

const isOut = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

const isSomewhere = (element: Element | null): boolean =>
  element !== null && element !== document.body && !isOut(element);

const isStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !isOut(element) && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);

const withParts = (element: Element | null): readonly HTMLElement[] =>
  element instanceof HTMLElement && element !== document.body ? [element, ...withParts(element.parentElement)] : [];

/**
 * Returns the container if it can have the focus. Otherwise returns the last tab stop before the removed element, or
 * the first tab stop.
 */
const placeIn = (part: HTMLElement, out: HTMLElement): HTMLElement | undefined => {
  if (part.hasAttribute('tabindex')) return part;
  const all = [...part.querySelectorAll<HTMLElement>(stops)].filter(isStop);
  const before = all.filter(stop => stop.compareDocumentPosition(out) === Node.DOCUMENT_POSITION_FOLLOWING);
  return before.at(-1) ?? all[0];
};

const placeFor = (out: HTMLElement, parts: readonly HTMLElement[]): HTMLElement | null => {
  for (const part of parts) {
    const place = part.isConnected && placeIn(part, out);
    if (place) return place;
  }
  return document.getElementById(contentId);
};

/** Keeps the keyboard's position: if the focused control disappears or is disabled, a neighbour gets the focus. */
export const useRestoredFocus = (): void => {
  useEffect(() => {
    let byKeys = false;
    let held: readonly HTMLElement[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;

    const mend = (since: number) => {
      timer = undefined;
      const [out, ...parts] = held;
      if (!out || isSomewhere(document.activeElement)) return;
      if (out.isConnected && isOut(out) && Date.now() - since < patienceMs) {
        timer = setTimeout(mend, soonMs, since);
        return;
      }
      const place = isOut(out) ? placeFor(out, parts) : out;
      place?.focus({ preventScroll: true });
    };
    const look = (changes: readonly MutationRecord[]) => {
      const [last] = held;
      if (!last) return;
      const moved = changes.some(({ removedNodes }) => [...removedNodes].some(node => node.contains(last)));
      if (isOut(last)) timer ??= setTimeout(mend, soonMs, Date.now());
      else if (moved && !isSomewhere(document.activeElement)) last.focus({ preventScroll: true });
    };
    const onFocus = () => {
      if (byKeys && isSomewhere(document.activeElement)) held = withParts(document.activeElement);
    };
    const onKey = () => {
      byKeys = true;
      onFocus();
    };
    // Users of a pointer do not need the focus, so it is not restored for them.
    const onPointer = () => {
      byKeys = false;
      held = [];
    };
    const observer = new MutationObserver(look);
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
