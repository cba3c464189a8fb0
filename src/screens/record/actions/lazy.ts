import { lazyComponent } from '../../../feedback/lazyComponent.ts';

// The dialog of an action is loaded when the action is opened, because most visits only read.
export const ActionDialog = lazyComponent('ActionDialog', () => import('./ActionDialog.tsx'));
