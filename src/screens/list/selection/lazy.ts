import { lazyComponent } from '../../../feedback/lazyComponent.ts';

// Loaded only where rows can be selected.
const load = () => import('./SelectBox.tsx');
export const SelectRow = lazyComponent('SelectRow', load);
export const SelectPage = lazyComponent('SelectPage', load);
export const SelectionBar = lazyComponent('SelectionBar', () => import('./SelectionBar.tsx'), 'bulk');
