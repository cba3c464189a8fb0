import { lazyComponent } from '../../../feedback/lazyComponent.ts';

// The form is loaded when an action is opened, because most visits only read.
export const ActionDialog = lazyComponent('ActionDialog', () => import('./ActionDialog.tsx'));
