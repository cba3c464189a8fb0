import { contentId } from '../frame/SkipLink.tsx';

const longestWaitMs = 10_000;

/** What a key presses on the page of a case; the first that is there. */
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
/** Where a note is written, once its panel is open: the text, or what takes the case first. */
const noteText = '[data-key=note-text] textarea:not([aria-hidden])';
const takeFirst = '[data-key=note-text] [data-key=take-and-write]';

const page = (): HTMLElement => document.getElementById(contentId) ?? document.body;
const isThere = (element: HTMLElement): boolean =>
  element.checkVisibility() && !element.matches(':disabled, [aria-disabled=true]');

const find = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(isThere);

/** The element, as soon as it is on the page; undefined if it does not come. */
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

/** The row or card the focus is in, if its list is one of cases. */
export const rowAt = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('tr, .card') ?? null;

/**
 * Presses what stands for a key: on the page of a case at once; on a row of a list the phone, or else the case is opened and it
 * is pressed there.
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
