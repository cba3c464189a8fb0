import { lazyComponent } from '../../../feedback/lazyComponent.ts';

// Apart from the other dialogs: one of those opens this one.
export const SecretDialog = lazyComponent('SecretDialog', () => import('./SecretDialog.tsx'), 'admin');
