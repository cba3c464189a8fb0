import { useRef } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { CountLine } from './CountLine.tsx';
import { ExportProvider, useExport } from './export/ExportProvider.tsx';
import { ListBody } from './ListBody.tsx';
import { Pager } from './Pager.tsx';
import { Selection } from './selection/Selection.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useListKeys } from './useListKeys.ts';
import { usePrefetchedPages } from './usePrefetchedPages.ts';
import './controls.css';
import './list.css';
import { useListView } from './view.tsx';

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
