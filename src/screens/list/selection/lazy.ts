import { lazyComponent } from '../../../feedback/LazyBoundary.tsx';

export const SelectionBar = lazyComponent('SelectionBar', () => import('./SelectionBar.tsx'), 'bulk');
