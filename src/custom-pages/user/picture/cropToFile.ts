import { type Crop, cropRectangle } from './crop.ts';

/** Larger than the server stores, so that quality is lost only once, pixels. */
const sidePx = 640;

/** Resolves to the crop as a file for upload. */
export const cropToFile = async (picture: ImageBitmap, crop: Crop): Promise<File> => {
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  const { left, top, side } = cropRectangle(picture, crop);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no pictures');
  pen.imageSmoothingQuality = 'high';
  // JPEG has no transparency, so the background is white.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, sidePx, sidePx);
  pen.drawImage(picture, left, top, side, side, 0, 0, sidePx, sidePx);
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', 0.92));
  if (!blob) throw new Error('This browser writes no JPEG');
  return new File([blob], 'portrait.jpg', { type: blob.type });
};
