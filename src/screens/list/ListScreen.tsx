import { type RefObject, useEffect, useRef } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { CountLine } from './CountLine.tsx';
import { ExportProvider, useExport } from './export/ExportProvider.tsx';
import { ListBody } from './ListBody.tsx';
import { Pager } from './Pager.tsx';
import { Selection } from './selection/Selection.tsx';
import { Toolbar } from './Toolbar.tsx';
import { usePrefetchedPages } from './usePrefetchedPages.ts';
import './controls.css';
import './list.css';
import { useListView } from './view.tsx';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

const move = (root: HTMLElement, by: 1 | -1) => {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1);
  rows[next]?.focus();
  rows[next]?.closest('tr, li')?.scrollIntoView?.({ block: 'nearest' });
};

type Act = (root: HTMLElement) => void;

/** Keys are identified by their position, so that they work in the Russian layout. The link handles Enter. */
const acts: { readonly [code: string]: Act } = {
  KeyJ: root => move(root, 1),
  KeyK: root => move(root, -1),
  KeyE: root => root.querySelector<HTMLElement>('[data-key=export]')?.click(),
  Slash: root => root.querySelector<HTMLElement>('[data-key=search]')?.focus(),
};

const useListKeys = (root: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { current } = root;
      // The question mark on that key opens the help (layout/keys).
      const act = event.key === '?' ? undefined : acts[event.key === '/' ? 'Slash' : event.code];
      const modified = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key !== '/');
      // An open dialog or drawer handles keys itself.
      const covered = document.querySelector('[role=dialog], [role=menu]');
      if (!act || !current || modified || covered || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      act(current);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [root]);
};

const ExportStatus = lazyComponent('ExportStatus', () => import('./export/ExportStatus.tsx'));

/** Renders nothing until an export starts. */
const ExportState = () =>
  useExport().state.at === 'idle' ? null : (
    <LazyBoundary waiting={null}>
      <ExportStatus />
    </LazyBoundary>
  );

/** Controls, rows and pager. A table scrolls under a fixed header. */
export const ListScreen = () => {
  const root = useRef<HTMLDivElement>(null);
  const { asCards, density } = useListView();
  useListKeys(root);
  usePrefetchedPages();
  return (
    <ExportProvider>
      <div ref={root} className="list" data-table={!asCards || undefined} data-density={density}>
        <Toolbar />
        <ExportState />
        <CountLine />
        <Selection />
        <ListBody />
        <Pager />
      </div>
    </ExportProvider>
  );
};
