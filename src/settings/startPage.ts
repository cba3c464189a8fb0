import { persist } from './persisted.ts';

/** Path of the page after sign-in; empty: the dashboard. Local paths only. */
export const startPage = persist({
  key: 'appstart',
  parse: stored => (stored && /^\/([a-z0-9-]+\/)*$/.test(stored) ? stored : ''),
});
