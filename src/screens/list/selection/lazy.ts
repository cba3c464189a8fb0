import { lazyComponent } from '../../../feedback/lazyComponent.ts';

// Fetched where rows can be chosen at all.
const load = () => import('./SelectBox.tsx');
export const SelectRow = lazyComponent('SelectRow', load);
export const SelectPage = lazyComponent('SelectPage', load);
export const SelectionBar = lazyComponent('SelectionBar', () => import('./SelectionBar.tsx'));
