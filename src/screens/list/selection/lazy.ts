import { lazyComponent } from '../../../feedback/lazyComponent.ts';

export const SelectionBar = lazyComponent('SelectionBar', () => import('./SelectionBar.tsx'), 'bulk');
