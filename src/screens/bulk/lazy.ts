import { lazyComponent } from '../../feedback/lazyComponent.ts';

// Loaded when an action is opened, and after the rows, because most visits need neither.
export const BulkDialog = lazyComponent('BulkDialog', () => import('./BulkDialog.tsx'), 'bulk');
export const RecentBulk = lazyComponent('RecentBulk', () => import('./RecentBulk.tsx'), 'bulk');
