import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

interface Stop {
  /** Description of the focused element. Undefined without focus. */
  readonly name: string | undefined;
  /** Reason why the focus is not visible. Undefined if it is visible. */
  readonly fault: string | undefined;
  /** True if the element is the same as in the previous step. */
  readonly stuck: boolean;
  /** True if `markWanted` marked the element. Undefined if React has replaced a marked element since. */
  readonly wanted: boolean | undefined;
}

/** Properties of the page's window that this file sets. */
interface Marked {
  lastStop?: Element | null;
  /** Elements of the locator that the focus is on its way to. */
  wanted?: readonly Element[];
}

/** Runs in the page. */
const readStop = (): Stop => {
  const element = document.activeElement;
  const marked = window as Marked;
  const same = marked.lastStop === element;
  marked.lastStop = element;
  const { wanted: all = [] } = marked;
  const wanted = all.every(({ isConnected }) => isConnected) ? all.some(one => one === element) : undefined;
  if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body)
    return { name: undefined, fault: undefined, stuck: false, wanted };
  const label = element.getAttribute('aria-label') ?? (element as unknown as HTMLInputElement).labels?.[0]?.textContent;
  const text = (label || element.textContent || element.getAttribute('placeholder') || '').trim().slice(0, 60);
  const shownAround = (around: Element | null, steps: number): boolean => {
    if (!around || steps === 0) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(around);
    return (
      (outlineStyle !== 'none' && outlineWidth !== '0px') ||
      boxShadow !== 'none' ||
      shownAround(around.parentElement, steps - 1)
    );
  };
  const field = element
    .closest('.MuiInputBase-root, .MuiPickersInputBase-root, .control')
    ?.querySelector(':scope > fieldset');
  // An SVG shape shows the focus by a bolder line instead of a ring.
  const bold = element instanceof SVGElement && Number.parseFloat(getComputedStyle(element).strokeWidth) > 3;
  const ring = bold || (field && getComputedStyle(field).borderWidth === '2px') || shownAround(element, 2);
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + Math.min(height / 2, 20)];
  const inSight = width > 0 && height > 0 && x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
  const above = inSight ? document.elementFromPoint(x, y) : null;
  const row = element.closest('tr, label, .MuiInputBase-root, .MuiSlider-root, .MuiChip-root') ?? element;
  const covered = above !== null && !row.contains(above) && !above.contains(element);
  const faults = [
    element.checkVisibility({ visibilityProperty: true }) ? '' : 'not drawn',
    inSight ? '' : 'out of sight',
    covered ? `covered by ${above.tagName} ${above.className}` : '',
    element.matches(':focus-visible') ? '' : 'not :focus-visible',
    ring ? '' : 'no ring',
  ].filter(Boolean);
  return {
    name: `${element.getAttribute('role') ?? element.tagName.toLowerCase()} “${text}”`,
    fault: faults.join(', ') || undefined,
    stuck: same,
    wanted,
  };
};

/** Returns the description of the focused element. */
const focusedName = async (page: Page): Promise<string> => (await page.evaluate(readStop)).name ?? 'nothing';

const isFocused = (thing: Locator): Promise<boolean> =>
  thing.evaluateAll(all => all.some(one => one === document.activeElement)).catch(() => false);

/** Waits for the focus, because closed or re-rendered elements return it a moment later. */
export const focusOn = async (page: Page, thing: Locator): Promise<void> => {
  await expect
    .poll(async () => ((await isFocused(thing)) ? String(thing) : await focusedName(page)))
    .toBe(String(thing));
};

/** Waits until any element has the focus, because the focus must never be lost. */
export const focusSomewhere = (page: Page): Promise<void> => expect.poll(() => focusedName(page)).not.toBe('nothing');

/** Polls, because the ring is drawn and the page scrolls shortly after the focus. */
const expectSeen = (page: Page, name: string): Promise<void> =>
  expect.poll(async () => (await page.evaluate(readStop)).fault, { interval: 20, message: name }).toBe(undefined);

/** Waits until the element can be focused, because Tab would pass an element that is drawn a moment later. */
const waitForStop = async (thing: Locator): Promise<void> => {
  await thing.first().waitFor({ state: 'attached' });
  await expect.poll(() => thing.first().isEnabled(), { message: `${thing} is enabled` }).toBe(true);
};

/** Marks the elements in the page, because a search by role at each stop would take longer than all else. */
const markWanted = (thing: Locator): Promise<void> =>
  thing.evaluateAll(all => {
    (window as Marked).wanted = all;
  });

/** Returns what the marks say of the focused element, or searches anew. */
const isReached = async (wanted: boolean | undefined, thing: Locator): Promise<boolean> => {
  if (wanted !== undefined) return wanted;
  await markWanted(thing);
  return isFocused(thing);
};

/** Presses Tab until the element is focused. Each stop must be visible, and must not trap or lose the focus. */
export const tabTo = async (
  page: Page,
  thing: Locator,
  limit: number,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> => {
  await waitForStop(thing);
  await markWanted(thing);
  const passed: string[] = [];
  const fail = (why: string): never =>
    expect.fail(`${why}; on the way to ${thing}: ${passed.join(' → ') || 'nothing'}`);
  for (let step = 0; step < limit; step += 1) {
    await page.keyboard.press(key);
    const { name, stuck, fault, wanted } = await page.evaluate(readStop);
    if (name === undefined) return fail('the focus was lost');
    if (stuck && step > 0) fail('the focus does not move');
    passed.push(name);
    if (fault !== undefined) await expectSeen(page, name);
    if (await isReached(wanted, thing)) return;
  }
  fail(`not reached in ${limit} steps`);
};

/** Presses a key until the element is focused, `most` times at most. Nothing happens if it is focused already. */
export const stepTo = async (
  page: Page,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowRight',
  thing: Locator,
  most: number,
): Promise<void> => {
  await waitForStop(thing);
  await markWanted(thing);
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await isReached((await page.evaluate(readStop)).wanted, thing)) return;
    await page.keyboard.press(key);
  }
  await focusOn(page, thing);
};
