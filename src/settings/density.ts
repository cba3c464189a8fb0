import { createPersistedSetting } from './persisted.ts';

export type Density = 'comfortable' | 'dense';

/** Row density of tables in the user's settings. It decides the row height. */
export const density = createPersistedSetting<Density>({
  key: 'appdensity',
  parse: stored => (stored === 'dense' ? 'dense' : 'comfortable'),
});

export const useDensity = density.use;
