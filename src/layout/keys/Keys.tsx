import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNextCase } from '../../components/useNextCase.ts';
import { listName, locate } from '../../dataProvider/locate.ts';
import { showMissing } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { accidents } from '../../resources/accidents.ts';
import { matchRoute } from '../../routes/match.ts';
import { recordAddress } from '../../schema/addresses.ts';
import type { Row } from '../../schema/kinds/value.ts';
import { press, rowAt } from './press.ts';

interface Page {
  readonly data?: readonly Row[];
}

/** Returns the path of the row before or after a record, on the page of the list that was fetched last. */
const neighbour = (client: QueryClient, list: string, id: number, by: 1 | -1): string | undefined => {
  const located = locate(list);
  const [latest] = client
    .getQueryCache()
    .findAll({ queryKey: [list, 'getList'] })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const rows = (latest?.state.data as Page | undefined)?.data ?? [];
  const at = rows.findIndex(row => Number(row.Id) === id);
  const row = at < 0 ? undefined : rows[at + by];
  return located && row ? recordAddress(located.resource, row, located.split) : undefined;
};

const KeyHelp = lazyComponent('KeyHelp', () => import('./KeyHelp.tsx'), 'keys');

const usedThere =
  'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox]';

const isFree = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || defaultPrevented) &&
  !(target instanceof Element && target.closest(usedThere)) &&
  // An open dialog, drawer or menu handles keys itself. A closing one does not count: it is still visible, but already
  // hidden from screen readers.
  !document.querySelector(':is([role=dialog], [role=menu]):not([aria-hidden=true] *)');

/** Returns true if the list at this address has leases. */
const hasCases = (path: string): boolean => {
  const resource = matchRoute(path)?.entry.resource;
  return resource !== undefined && locate(resource)?.resource.lease !== undefined;
};

/** Keys are identified by their position, so that they work in the Russian layout too. */
const steps: { readonly [code: string]: 1 | -1 } = { KeyJ: 1, KeyK: -1 };

/**
 * Maximum age of a key press, milliseconds. An older key press is dropped, because its effect would surprise the user.
 */
const earlyMs = 10_000;

/**
 * Single keys that work anywhere, on a case, and on the rows of its lists. `?` shows the help. `before` is a key that
 * was pressed before this component had loaded.
 */
export const Keys = ({ before }: { before?: KeyboardEvent | undefined }) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const openNext = useNextCase();
  const [help, setHelp] = useState(false);
  const [asked, setAsked] = useState(false);
  const early = useRef(before);
  useEffect(() => {
    const step = (by: 1 | -1): boolean => {
      const { status, id } = matchRoute(window.location.pathname)?.params ?? {};
      const path = status && id ? neighbour(client, listName(accidents, status), Number(id), by) : undefined;
      if (path) void navigate(path);
      return path !== undefined;
    };
    const act = ({ code, key, shiftKey, target }: KeyboardEvent): boolean => {
      if (key === '?' || (code === 'Slash' && shiftKey)) {
        setAsked(true);
        setHelp(true);
        return true;
      }
      if (shiftKey) return false;
      if (code === 'KeyX') {
        void openNext();
        return true;
      }
      const row = rowAt(target instanceof Element ? target : null);
      if (row) return hasCases(window.location.pathname) && press(code, row);
      if (key === '/') {
        document.querySelector<HTMLElement>('[aria-keyshortcuts*="Control+K"]')?.click();
        return true;
      }
      const by = steps[code];
      return by ? step(by) : press(code, null);
    };
    const onKey = (event: KeyboardEvent) => {
      // On a page with a list, the list itself handles these keys.
      const inList = document.querySelector('.list') !== null;
      const listsOwn = ['KeyJ', 'KeyK', 'KeyE'].includes(event.code) || event.key === '/';
      if (!isFree(event) || (inList && listsOwn)) return;
      if (act(event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    const { current } = early;
    early.current = undefined;
    if (current && performance.now() - current.timeStamp < earlyMs) onKey(current);
    return () => window.removeEventListener('keydown', onKey);
  }, [client, navigate, openNext]);
  return asked ? (
    <LazyBoundary failed={showMissing} waiting={null}>
      <KeyHelp open={help} onClose={() => setHelp(false)} />
    </LazyBoundary>
  ) : null;
};
