import { say } from '../i18n/store.ts';
import { showToast } from './toasts.ts';

/** Reports a chunk or texts that failed to load. */
export const tellMissing = (): void => {
  showToast({ kind: 'error', heading: say('shell.failed.chunk') });
};
