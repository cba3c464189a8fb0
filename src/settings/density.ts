import { keep } from './kept.ts';

export type Density = 'comfortable' | 'dense';

/** How much room a row of a table takes. */
export const density = keep<Density>({
  key: 'appdensity',
  parse: stored => (stored === 'dense' ? 'dense' : 'comfortable'),
});

export const useDensity = density.use;
