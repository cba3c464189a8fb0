import { say } from '../i18n/store.ts';
import { showToast } from './toasts.ts';

/** A part of the program, or its words in another language, did not come. */
export const tellMissing = (): void => {
  showToast({ kind: 'error', heading: say('shell.failed.chunk') });
};
