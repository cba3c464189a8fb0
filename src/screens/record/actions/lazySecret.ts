import { lazyComponent } from '../../../feedback/lazyComponent.ts';

// This component is not in lazy.ts, because lazy.ts loads ActionDialog, which opens the component. The imports would
// form a cycle.
export const SecretDialog = lazyComponent('SecretDialog', () => import('./SecretDialog.tsx'), 'admin');
