import { persist } from './persisted.ts';

/** Path of the page after sign-in. Empty: the dashboard. Only local paths are accepted. */
export const startPage = persist({
  key: 'appstart',
  parse: stored => (stored && /^\/([a-z0-9-]+\/)*$/.test(stored) ? stored : ''),
});
