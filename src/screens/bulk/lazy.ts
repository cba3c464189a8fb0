import { lazyComponent } from '../../feedback/LazyBoundary.tsx';

// BulkDialog is loaded when an action is opened, RecentBulk after the rows of the list. Most visits need neither.
export const BulkDialog = lazyComponent('BulkDialog', () => import('./BulkDialog.tsx'), 'bulk');
export const RecentBulk = lazyComponent('RecentBulk', () => import('./RecentBulk.tsx'), 'bulk');
