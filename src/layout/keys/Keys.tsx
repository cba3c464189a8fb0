import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNextCase } from '../../components/useNextCase.ts';
import { listName, locateList } from '../../dataProvider/locate.ts';
import { renderChunkFailure } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { accidents } from '../../resources/accidents.ts';
import { matchRoute } from '../../routes/match.ts';
import { recordPath } from '../../schema/addresses.ts';
import type { Row } from '../../schema/kinds/value.ts';
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

const rowOf = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>('tr, .card') ?? null;

/**
 * Presses the control that belongs to a key. On the page of a case this happens at once. On a row of a list it presses
 * the phone link, or opens the case and presses the control there. Returns false if the key does nothing here.
 */
const pressKey = (code: string, row: HTMLElement | null): boolean => {
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

interface Page {
  readonly data?: readonly Row[];
}

/**
 * Returns the path of the record before or after a record in its list. The order is that of the list page that was
 * fetched last.
 */
const neighbourPath = (client: QueryClient, list: string, id: number, offset: 1 | -1): string | undefined => {
  const located = locateList(list);
  const [latest] = client
    .getQueryCache()
    .findAll({ queryKey: [list, 'getList'] })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const rows = (latest?.state.data as Page | undefined)?.data ?? [];
  const index = rows.findIndex(row => Number(row.Id) === id);
  const row = index < 0 ? undefined : rows[index + offset];
  return located && row ? recordPath(located.resource, row, located.split) : undefined;
};

const KeyHelp = lazyComponent('KeyHelp', () => import('./KeyHelp.tsx'), 'keys');

const keyInputSelector =
  'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox]';

const isUnclaimedKey = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || defaultPrevented) &&
  !(target instanceof Element && target.closest(keyInputSelector)) &&
  // An open dialog, drawer or menu handles keys itself. While it closes, it is still visible but has `aria-hidden`, and
  // does not count.
  !document.querySelector(':is([role=dialog], [role=menu]):not([aria-hidden=true] *)');

/**
 * Returns true if the records of the list at this path have leases. Only on rows of such lists the shortcuts of a case
 * work.
 */
const listHasLeases = (path: string): boolean => {
  const resource = matchRoute(path)?.entry.resource;
  return resource !== undefined && locateList(resource)?.resource.lease !== undefined;
};

/**
 * Keys J and K open the next and the previous case. They are identified by their position on the keyboard, so that they
 * work in the Russian layout too.
 */
const offsetByCode: { readonly [code: string]: 1 | -1 } = { KeyJ: 1, KeyK: -1 };

/**
 * Maximum age of a key press that is handled late, milliseconds. An older key press is dropped, because its effect
 * would surprise the user.
 */
const maxKeyAgeMs = 10_000;

/**
 * Handles single-key shortcuts: on any page, on the page of a case, and on the rows of lists of cases. `?` shows the
 * help. `earlyKey` is a key press from before this component had loaded.
 */
export const Keys = ({ earlyKey }: { earlyKey?: KeyboardEvent | undefined }) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const openNext = useNextCase();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [hasOpenedHelp, setHasOpenedHelp] = useState(false);
  const earlyKeyRef = useRef(earlyKey);
  useEffect(() => {
    const openNeighbour = (offset: 1 | -1): boolean => {
      const { status, id } = matchRoute(window.location.pathname)?.params ?? {};
      const path = status && id ? neighbourPath(client, listName(accidents, status), Number(id), offset) : undefined;
      if (path) void navigate(path);
      return path !== undefined;
    };
    const handleKey = ({ code, key, shiftKey, target }: KeyboardEvent): boolean => {
      if (key === '?' || (code === 'Slash' && shiftKey)) {
        setHasOpenedHelp(true);
        setIsHelpOpen(true);
        return true;
      }
      if (shiftKey) return false;
      if (code === 'KeyX') {
        void openNext();
        return true;
      }
      if (code === 'KeyU') {
        const undoButton = document.querySelector<HTMLElement>('[data-key=undo]');
        undoButton?.click();
        return undoButton !== null;
      }
      const row = rowOf(target instanceof Element ? target : null);
      if (row) return listHasLeases(window.location.pathname) && pressKey(code, row);
      if (key === '/') {
        document.querySelector<HTMLElement>('[aria-keyshortcuts*="Control+K"]')?.click();
        return true;
      }
      const offset = offsetByCode[code];
      return offset ? openNeighbour(offset) : pressKey(code, null);
    };
    const onKey = (event: KeyboardEvent) => {
      // On a page with a list, the list itself handles J, K, E and `/`.
      const isOnList = document.querySelector('.list') !== null;
      const isListKey = ['KeyJ', 'KeyK', 'KeyE'].includes(event.code) || event.key === '/';
      if (!isUnclaimedKey(event) || (isOnList && isListKey)) return;
      if (handleKey(event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    const { current } = earlyKeyRef;
    earlyKeyRef.current = undefined;
    if (current && performance.now() - current.timeStamp < maxKeyAgeMs) onKey(current);
    return () => window.removeEventListener('keydown', onKey);
  }, [client, navigate, openNext]);
  return hasOpenedHelp ? (
    <LazyBoundary failed={renderChunkFailure} waiting={null}>
      <KeyHelp open={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </LazyBoundary>
  ) : null;
};
