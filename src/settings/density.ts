import { createPersistedSetting } from './persisted.ts';

export type Density = 'comfortable' | 'dense';

/** Row height of tables. */
export const density = createPersistedSetting<Density>({
  key: 'appdensity',
  parse: stored => (stored === 'dense' ? 'dense' : 'comfortable'),
});

export const useDensity = density.use;
