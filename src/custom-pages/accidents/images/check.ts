import { imageMaxBytes, imagesPerAccident } from '../../../contract/limits.ts';

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] as const;
const endings = /\.(jpe?g|png|webp|heic|heif)$/i;

export type ImageFault = 'type' | 'empty' | 'size' | 'count';

/** Why a file cannot be sent, found before it is. Some systems give HEIC no type: the name's ending counts too. */
export const imageFault = (file: Pick<File, 'name' | 'type' | 'size'>, already: number): ImageFault | undefined => {
  const known = imageTypes.some(type => type === file.type) || (file.type === '' && endings.test(file.name));
  if (!known) return 'type';
  if (file.size === 0) return 'empty';
  if (file.size > imageMaxBytes) return 'size';
  return already >= imagesPerAccident ? 'count' : undefined;
};

/** Pictures in what was pasted or dropped. */
export const filesIn = (data: DataTransfer | null): File[] => (data ? [...data.files] : []);
