import type { ComponentType } from 'react';
import { lazyComponent } from '../../feedback/LazyBoundary.tsx';
import type { FilterProps, Kind } from '../kind.ts';

type FilterPair = Pick<Kind, 'Filter' | 'FilterText'>;
type FilterModule = { Filter: ComponentType<FilterProps>; FilterText: Kind['FilterText'] };

/** Filter inputs load when filters are opened or active, so that the rows of a list appear earlier. */
const lazyFilter = (load: () => Promise<FilterModule>): FilterPair => ({
  Filter: lazyComponent('Filter', load),
  FilterText: lazyComponent('FilterText', load),
});

export const contains = lazyFilter(() => import('./contains.tsx'));
export const numberRange = lazyFilter(() => import('./numberRange.tsx'));
export const dayRange = lazyFilter(() => import('./timeRange.tsx').then(({ dayRange }) => dayRange));
export const momentRange = lazyFilter(() => import('./timeRange.tsx').then(({ momentRange }) => momentRange));
export const choices = lazyFilter(() => import('./choices.tsx'));
export const records = lazyFilter(() => import('./reference.tsx'));
export const yesNo = lazyFilter(() => import('./yesNo.tsx'));
export const OperatorText = lazyComponent('OperatorText', () => import('./OperatorText.tsx'));
