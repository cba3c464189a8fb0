import { persist } from './persisted.ts';

export type Density = 'comfortable' | 'dense';

/** How much room a row of a table takes. */
export const density = persist<Density>({
  key: 'appdensity',
  parse: stored => (stored === 'dense' ? 'dense' : 'comfortable'),
});

export const useDensity = density.use;
