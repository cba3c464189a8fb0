import { persist } from './persisted.ts';

/** Path of the page that signing in leads to; empty: the work desk. Only a path of our own. */
export const startPage = persist({
  key: 'appstart',
  parse: stored => (stored && /^\/([a-z0-9-]+\/)*$/.test(stored) ? stored : ''),
});
