import { contentId } from '../frame/SkipLink.tsx';

const maxWaitMs = 10_000;

/** Selectors of the controls on the page of a case that a key presses. The first visible match is used. */
const controlSelectors: { readonly [code: string]: string } = {
  KeyL: '[data-key=claim]',
  KeyN: '[data-key=note]',
  KeyC: 'a[href^="tel:"]',
  KeyR: '[data-key=call-result]',
  KeyM: '[data-key=move-notvalid]',
  KeyF: '[data-key=move-closed]',
  KeyB: '[data-key=move-opened]',
  KeyG: '[data-key=call-card]',
  KeyW: '[data-key=step-who]',
  KeyS: '[data-key=step-script]',
  KeyA: '[data-key=step-answers]',
  KeyQ: '[data-key=queue]',
  KeyD: '[data-key=merge]',
  KeyE: '[data-key=export]',
};
/** Selector of the text input in the opened panel of notes. */
const noteTextSelector = '[data-key=note-text] textarea:not([aria-hidden])';

const pageContent = (): HTMLElement => document.getElementById(contentId) ?? document.body;
const isUsable = (element: HTMLElement): boolean =>
  element.checkVisibility() && !element.matches(':disabled, [aria-disabled=true]');

const findUsable = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(isUsable);

/**
 * Resolves to the element as soon as it is on the page. Resolves to undefined if it does not appear within `maxWaitMs`.
 */
const waitForElement = (selector: string): Promise<HTMLElement | undefined> =>
  new Promise(resolve => {
    const finish = (element: HTMLElement | undefined) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(element);
    };
    const check = () => {
      const element = findUsable(selector);
      if (element) finish(element);
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    const timer = setTimeout(finish, maxWaitMs, undefined);
    check();
  });

const focusNoteField = async (): Promise<void> => {
  (await waitForElement(noteTextSelector))?.focus();
};

const pressControl = async (code: string, element: HTMLElement | undefined): Promise<void> => {
  // The case is closed only by a second key (Enter), because D opens nothing that shows the other case first.
  if (code === 'KeyD') element?.focus();
  else element?.click();
  if (code === 'KeyN' && element) await focusNoteField();
};

/** Returns the row or card that contains the element, if any. */
export const rowOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('tr, .card') ?? null;

/**
 * Presses the control that belongs to a key. On the page of a case this happens at once. On a row of a list it presses
 * the phone link, or opens the case and presses the control there. Returns false if the key does nothing here.
 */
export const pressKey = (code: string, row: HTMLElement | null): boolean => {
  const selector = controlSelectors[code];
  if (!selector) return false;
  const link = row?.querySelector<HTMLElement>('.row-link');
  if (!link) {
    const element = pageContent().querySelector('.list') ? undefined : findUsable(selector);
    if (!element) return false;
    void pressControl(code, element);
    return true;
  }
  if (code === 'KeyE' || code === 'KeyD') return false;
  if (code === 'KeyC') row?.querySelector<HTMLElement>('a[href^="tel:"]')?.click();
  else {
    link.click();
    void waitForElement(selector).then(element => pressControl(code, element));
  }
  return true;
};
