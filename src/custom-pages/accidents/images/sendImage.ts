import { ApiError, addressOf, OfflineError } from '../../../api/client.ts';
import { readToken } from '../../../api/token.ts';
import type { ErrorAnswer } from '../../../contract/shapes/common.ts';
import { currentLocale } from '../../../i18n/locale.ts';

const answerIn = (text: string): ErrorAnswer | undefined => {
  try {
    return JSON.parse(text) as ErrorAnswer;
  } catch {
    return undefined;
  }
};

/** Uploads a picture with progress, which `fetch` cannot report. `onProgress` gets 0…1. */
export const sendImage = (
  accidentId: number,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf('POST /api/v2/Accident/{id}/images', { id: accidentId }));
    request.setRequestHeader('Accept-Language', currentLocale());
    const token = readToken();
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = event => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(new ApiError(request.status, answerIn(request.responseText), token ?? null));
    request.onerror = () => reject(new OfflineError('No answer from the server'));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
