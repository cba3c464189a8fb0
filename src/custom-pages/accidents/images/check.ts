import { ApiError } from '../../../api/client.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { imageMaxBytes, imagesPerAccidentMax } from '../../../contract/limits.ts';

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] as const;
const imageExtensions = /\.(jpe?g|png|webp|heic|heif)$/i;

export type ImageFault = 'type' | 'empty' | 'size' | 'count';

/**
 * Returns all reasons why a file cannot be sent. The extension counts if the type is empty, because some systems give
 * HEIC files no type.
 */
export const imageFaults = (file: Pick<File, 'name' | 'type' | 'size'>, storedCount: number): readonly ImageFault[] => {
  const isImage = imageTypes.some(type => type === file.type) || (file.type === '' && imageExtensions.test(file.name));
  const faults: readonly (readonly [ImageFault, boolean])[] = [
    ['type', !isImage],
    ['empty', file.size === 0],
    ['size', file.size > imageMaxBytes],
    ['count', storedCount >= imagesPerAccidentMax],
  ];
  return faults.flatMap(([fault, isPresent]) => (isPresent ? [fault] : []));
};

/**
 * Returns the faults of each of several files that are added at once. A file that cannot be sent takes no place of the
 * others.
 */
export const imageFaultsByFile = (
  files: readonly Pick<File, 'name' | 'type' | 'size'>[],
  storedCount: number,
): readonly (readonly ImageFault[])[] => {
  let count = storedCount;
  return files.map(file => {
    const faults = imageFaults(file, count);
    if (faults.length === 0) count++;
    return faults;
  });
};

/** Error codes after which another attempt fails too, because the file or the user is the cause. */
const permanentErrorCodes: ReadonlySet<string | undefined> = new Set<ErrorCode>([
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
/**
 * HTTP statuses after which another attempt fails too. They are used for answers of a proxy, which have no error code.
 */
const permanentStatuses: readonly number[] = [400, 403, 404, 413, 415];

/** Returns true if sending the file again may succeed. */
export const mayRetry = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return true;
  const code = error.answer?.Code;
  return !(code === undefined ? permanentStatuses.includes(error.status) : permanentErrorCodes.has(code));
};

/** Returns the files in a paste or drop event. */
export const filesIn = (data: DataTransfer | null): File[] => (data ? [...data.files] : []);
