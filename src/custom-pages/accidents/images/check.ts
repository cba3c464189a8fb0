import { imageMaxBytes, imagesPerAccident } from '../../../contract/limits.ts';

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] as const;
const endings = /\.(jpe?g|png|webp|heic|heif)$/i;

export type ImageFault = 'type' | 'empty' | 'size' | 'count';

/** Returns the reason why a file cannot be sent. Some systems give HEIC no type, so the extension counts too. */
export const imageFault = (file: Pick<File, 'name' | 'type' | 'size'>, already: number): ImageFault | undefined => {
  const known = imageTypes.some(type => type === file.type) || (file.type === '' && endings.test(file.name));
  if (!known) return 'type';
  if (file.size === 0) return 'empty';
  if (file.size > imageMaxBytes) return 'size';
  return already >= imagesPerAccident ? 'count' : undefined;
};

/** Files of a paste or drop. */
export const filesIn = (data: DataTransfer | null): File[] => (data ? [...data.files] : []);
