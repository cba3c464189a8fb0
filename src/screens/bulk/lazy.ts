import { lazyComponent } from '../../feedback/lazyComponent.ts';

// Forms are fetched once something is asked; the last change, behind the rows.
export const BulkDialog = lazyComponent('BulkDialog', () => import('./BulkDialog.tsx'), 'bulk');
export const RecentBulk = lazyComponent('RecentBulk', () => import('./RecentBulk.tsx'), 'bulk');
