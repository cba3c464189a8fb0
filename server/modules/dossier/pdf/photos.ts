import sharp from 'sharp';
import type { Section } from '../document.ts';
import { colours, marginMm, needRoom, type Sheet, writeHeading, writeText } from './sheet.ts';

type Photos = Extract<Section, { kind: 'photos' }>;

/** Longest side of a picture, pixels: two pictures fit on a page, sharp enough to print. */
const largestPx = 1400;
const tallestMm = 100;
/** Minimum resolution: a small picture is not enlarged beyond this. */
const mmPerPx = 0.25;
const captionMm = 14;

interface Small {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const smaller = async (bytes: Buffer, turnedDeg: number): Promise<Small> => {
  const { data, info } = await sharp(bytes)
    .rotate(turnedDeg)
    .resize({ width: largestPx, height: largestPx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#FFFFFF' })
    .jpeg({ quality: 78 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
};

const putPicture = (sheet: Sheet, { bytes, width, height }: Small): void => {
  const scale = Math.min(sheet.width / width, tallestMm / height, mmPerPx);
  needRoom(sheet, height * scale + captionMm);
  const left = marginMm + (sheet.width - width * scale) / 2;
  sheet.pdf.addImage(bytes, 'JPEG', left, sheet.y, width * scale, height * scale, undefined, 'NONE');
  sheet.y += height * scale + 2;
};

/** Source of the pictures, and receiver of those that are left out. */
export interface PictureMeans {
  /** Reads a picture as it is displayed. Undefined: the picture is gone. */
  readonly read: (id: number) => Promise<Buffer | undefined>;
  readonly leftOut: (id: number, reason: string) => void;
}

/** Writes the pictures. Each is read when its turn comes. */
export const writePhotos = async (
  sheet: Sheet,
  { title, photos, empty }: Photos,
  { read, leftOut }: PictureMeans,
): Promise<void> => {
  writeHeading(sheet, title, photos.length > 0 ? tallestMm + captionMm : 10);
  if (photos.length === 0) writeText(sheet, empty, { size: 9, colour: colours.muted });
  /** Prepares a picture. A picture of an older version may be unreadable now, but its file is in the archive. */
  const draw = async ({ id, turnedDeg }: Photos['photos'][number]): Promise<Small | undefined> => {
    const bytes = await read(id);
    if (!bytes) {
      leftOut(id, 'gone');
      return undefined;
    }
    try {
      return await smaller(bytes, turnedDeg);
    } catch (error) {
      leftOut(id, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  for (const photo of photos) {
    const small = await draw(photo);
    if (small) putPicture(sheet, small);
    else needRoom(sheet, captionMm);
    writeText(sheet, photo.title, { size: 9, style: 'bold', gapMm: 0 });
    writeText(sheet, small ? photo.facts : `${photo.unreadable} ${photo.facts}`, {
      size: 8,
      colour: colours.muted,
      gapMm: 5,
    });
  }
};
