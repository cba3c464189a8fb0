import type { CallName } from '../contract/index.ts';
import { ApiError, callHeaders, callUrl, fileForm, OfflineError, parseErrorAnswer } from './client.ts';
import { readToken } from './token.ts';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Sends a file and reports its progress, which `fetch` cannot. `onProgress` gets 0…1. Resolves to the call's answer.
 */
export const upload = (
  name: CallName,
  params: object,
  file: File,
  { onProgress, signal }: { readonly onProgress?: (fraction: number) => void; readonly signal?: AbortSignal } = {},
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const token = readToken();
    const request = new XMLHttpRequest();
    request.open('POST', callUrl(name, params));
    callHeaders(token).forEach((value, header) => {
      request.setRequestHeader(header, value);
    });
    request.upload.onprogress = event => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () => {
      const answer = parseJson(request.responseText);
      if (request.status < 300) resolve(answer);
      else reject(new ApiError(request.status, parseErrorAnswer(answer), token ?? null));
    };
    request.onerror = () => reject(new OfflineError('No answer from the server'));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(fileForm(file));
  });
