import { createPersistedSetting } from './persisted.ts';

/** Path of the page after sign-in. Empty: the dashboard. Only local paths are accepted. */
export const startPage = createPersistedSetting({
  key: 'appstart',
  parse: stored => (stored && /^\/([a-z0-9-]+\/)*$/.test(stored) ? stored : ''),
});
