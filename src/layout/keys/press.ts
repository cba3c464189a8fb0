import { contentId } from '../frame/SkipLink.tsx';

const longestWaitMs = 10_000;

/** Selector of the control that a key presses on the page of a case. The first visible match is used. */
const controls: { readonly [code: string]: string } = {
  KeyL: '[data-key=claim]',
  KeyN: '[data-key=note]',
  KeyC: 'a[href^="tel:"]',
  KeyR: '[data-key=call-result]',
  KeyM: '[data-key=move-notvalid]',
  KeyF: '[data-key=move-closed]',
  KeyB: '[data-key=move-opened]',
  KeyE: '[data-key=export]',
};
/** Selectors in the opened panel of notes: the text field, and the button that takes the lease first. */
const noteText = '[data-key=note-text] textarea:not([aria-hidden])';
const takeFirst = '[data-key=note-text] [data-key=take-and-write]';

const page = (): HTMLElement => document.getElementById(contentId) ?? document.body;
const isThere = (element: HTMLElement): boolean =>
  element.checkVisibility() && !element.matches(':disabled, [aria-disabled=true]');

const find = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(isThere);

/** Resolves to the element as soon as it is on the page. Undefined if it does not appear in time. */
const appearing = (selector: string): Promise<HTMLElement | undefined> =>
  new Promise(resolve => {
    const end = (element: HTMLElement | undefined) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(element);
    };
    const look = () => {
      const element = find(selector);
      if (element) end(element);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    const timer = setTimeout(end, longestWaitMs, undefined);
    look();
  });

const writeNote = async (): Promise<void> => {
  const place = await appearing(`${noteText}, ${takeFirst}`);
  if (place?.matches(takeFirst)) place.click();
  else place?.focus();
};

const pressOn = async (code: string, element: HTMLElement | undefined): Promise<void> => {
  element?.click();
  if (code === 'KeyN' && element) await writeNote();
};

/** Returns the row or card that contains the element, if any. */
export const rowAt = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('tr, .card') ?? null;

/**
 * Presses the control of a key. On the page of a case this happens at once. On a row of a list it presses the phone
 * link, or opens the case and presses the control there. Returns false if the key does nothing here.
 */
export const press = (code: string, row: HTMLElement | null): boolean => {
  const selector = controls[code];
  if (!selector) return false;
  const link = row?.querySelector<HTMLElement>('.row-link');
  if (!link) {
    const element = page().querySelector('.list') ? undefined : find(selector);
    if (!element) return false;
    void pressOn(code, element);
    return true;
  }
  if (code === 'KeyE') return false;
  if (code === 'KeyC') row?.querySelector<HTMLElement>('a[href^="tel:"]')?.click();
  else {
    link.click();
    void appearing(selector).then(element => pressOn(code, element));
  }
  return true;
};
