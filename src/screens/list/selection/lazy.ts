import { part } from '../../../feedback/part.ts';

// Fetched where rows can be chosen at all.
const load = () => import('./SelectBox.tsx');
export const SelectRow = part('SelectRow', load);
export const SelectPage = part('SelectPage', load);
export const SelectionBar = part('SelectionBar', () => import('./SelectionBar.tsx'));
