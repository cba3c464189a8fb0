import { isGoneChunk } from '../fetchChunk.ts';
import { translate } from '../i18n/store.ts';
import { renderErrorText } from './ErrorFallback.tsx';
import { showToast } from './toasts.ts';

export const showLoadFailure = (error: unknown): void => {
  showToast({ kind: 'error', heading: isGoneChunk(error) ? translate('shell.failed.chunk') : renderErrorText });
};
