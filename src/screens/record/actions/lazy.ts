import { lazyComponent } from '../../../feedback/lazyComponent.ts';

// Forms are fetched once something is asked: lists and records are read far more often.
export const ActionDialog = lazyComponent('ActionDialog', () => import('./ActionDialog.tsx'));
