import { lazyComponent } from '../../../feedback/lazyComponent.ts';

// Separate from the other dialogs, because one of them opens this one.
export const SecretDialog = lazyComponent('SecretDialog', () => import('./SecretDialog.tsx'), 'admin');
