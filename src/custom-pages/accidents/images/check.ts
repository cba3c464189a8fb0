import { ApiError } from '../../../api/client.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { imageMaxBytes, imagesPerAccident } from '../../../contract/limits.ts';

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] as const;
const endings = /\.(jpe?g|png|webp|heic|heif)$/i;

export type ImageFault = 'type' | 'empty' | 'size' | 'count';

/** Returns all reasons why a file cannot be sent. Some systems give HEIC no type, so the extension counts too. */
export const imageFaults = (file: Pick<File, 'name' | 'type' | 'size'>, already: number): readonly ImageFault[] => {
  const known = imageTypes.some(type => type === file.type) || (file.type === '' && endings.test(file.name));
  const faults: readonly (readonly [ImageFault, boolean])[] = [
    ['type', !known],
    ['empty', file.size === 0],
    ['size', file.size > imageMaxBytes],
    ['count', already >= imagesPerAccident],
  ];
  return faults.flatMap(([fault, isThere]) => (isThere ? [fault] : []));
};

/** The server judges the file or the person: the same file gets the same answer. */
const finalCodes: ReadonlySet<string | undefined> = new Set<ErrorCode>([
  'NOT_A_PICTURE',
  'PICTURE_CUT',
  'TOO_MANY_PIXELS',
  'TOO_LARGE',
  'WRONG_MEDIA_TYPE',
  'INVALID',
  'MALFORMED',
  'FORBIDDEN',
  'NOT_FOUND',
]);
/** The same from a proxy, whose answer has no code. */
const finalStatuses: readonly number[] = [400, 403, 404, 413, 415];

/** Whether sending a file once more may succeed after it was refused. */
export const mayRetry = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return true;
  const code = error.answer?.Code;
  return !(code === undefined ? finalStatuses.includes(error.status) : finalCodes.has(code));
};

/** Files of a paste or drop. */
export const filesIn = (data: DataTransfer | null): File[] => (data ? [...data.files] : []);
