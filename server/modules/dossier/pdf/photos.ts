import sharp from 'sharp';
import type { Section } from '../document.ts';
import { colours, marginMm, needRoom, type Sheet, writeHeading, writeText } from './sheet.ts';

type Photos = Extract<Section, { kind: 'photos' }>;

/** Two of them on a page, sharp enough to be printed. */
const largestPx = 1400;
const tallestMm = 100;
/** A small picture is not blown up. */
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

/** Where pictures come from, and who hears of those that are not shown. */
export interface PictureMeans {
  /** A picture as it is shown; undefined: it is gone. */
  readonly read: (id: number) => Promise<Buffer | undefined>;
  readonly leftOut: (id: number, reason: string) => void;
}

/** Pictures one after the other; each is read when its turn comes. */
export const writePhotos = async (
  sheet: Sheet,
  { title, photos, empty }: Photos,
  { read, leftOut }: PictureMeans,
): Promise<void> => {
  writeHeading(sheet, title, photos.length > 0 ? tallestMm + captionMm : 10);
  if (photos.length === 0) writeText(sheet, empty, { size: 9, colour: colours.muted });
  /** A format of an older version may be unreadable by now; its file is in the archive all the same. */
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
