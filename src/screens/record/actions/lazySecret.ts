import { lazyComponent } from '../../../feedback/lazyComponent.ts';

// Not in lazy.ts, because ActionDialog opens this dialog and lazy.ts loads ActionDialog. The imports would form a
// cycle.
export const SecretDialog = lazyComponent('SecretDialog', () => import('./SecretDialog.tsx'), 'admin');
