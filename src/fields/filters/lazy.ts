import type { ComponentType } from 'react';
import { part } from '../../feedback/part.ts';
import type { FilterProps, Kind } from '../kind.ts';

type Pair = Pick<Kind, 'Filter' | 'FilterText'>;
type Loaded = { Filter: ComponentType<FilterProps>; FilterText: Kind['FilterText'] };

/** Inputs are fetched when the filters are opened or one is on: rows do not wait for them. */
const later = (load: () => Promise<Loaded>): Pair => ({
  Filter: part('Filter', load),
  FilterText: part('FilterText', load),
});

export const contains = later(() => import('./contains.tsx'));
export const numberRange = later(() => import('./numberRange.tsx'));
export const dayRange = later(() => import('./timeRange.tsx').then(({ dayRange }) => dayRange));
export const momentRange = later(() => import('./timeRange.tsx').then(({ momentRange }) => momentRange));
export const choices = later(() => import('./choices.tsx'));
export const yesNo = later(() => import('./yesNo.tsx'));
