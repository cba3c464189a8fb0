import sharp, { type Metadata, type Sharp } from 'sharp';
import { DomainError } from '../../errors.ts';
import { decodeHeic, heicMaximumPixels, TooManyPixels } from './heic.ts';

/** Picture formats are recognised by the first bytes, never by name. SVG, PDF and the like are not accepted. */
const signatures: readonly { readonly format: string; readonly is: (bytes: Buffer) => boolean }[] = [
  { format: 'jpeg', is: bytes => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  { format: 'png', is: bytes => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
  {
    format: 'webp',
    is: bytes => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
  { format: 'heif', is: bytes => /^ftyp(heic|heix|heim|heis|mif1|msf1|avif)$/.test(bytes.toString('latin1', 4, 12)) },
];

const longSidePx = 4096;
const thumbnailPx = 320;
/** More than the largest phone cameras take; a small file that unpacks to more is an attack. */
const maximumPixels = 120_000_000;
const timeoutS = 30;

export interface Rendition {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface Picture {
  readonly picture: Rendition;
  readonly thumbnail: Rendition;
  readonly width: number;
  readonly height: number;
  /** Raw EXIF data of the file. */
  readonly exif: Buffer | undefined;
}

const open = (bytes: Buffer) =>
  sharp(bytes, { failOn: 'truncated', limitInputPixels: maximumPixels, sequentialRead: true }).timeout({
    seconds: timeoutS,
  });

const tooManyPixels = (most = maximumPixels) =>
  new DomainError('TOO_LARGE', { values: { max: `${most / 1_000_000} Mpx` } });

const notAPicture = (name: string) => new DomainError('NOT_A_PICTURE', { values: { name } });

/** Explains a library error to the sender. */
const explain =
  (name: string, format: string) =>
  (cause: unknown): never => {
    const text = cause instanceof Error ? cause.message : '';
    if (/pixel limit/i.test(text)) throw tooManyPixels();
    if (format === 'heif') throw new DomainError('WRONG_MEDIA_TYPE', { values: { type: 'image/heic' } });
    throw notAPicture(name);
  };

const readHeader = async (bytes: Buffer, name: string): Promise<Metadata> => {
  const format = signatures.find(({ is }) => is(bytes))?.format;
  if (!format) throw notAPicture(name);
  const header = await open(bytes).metadata().catch(explain(name, format));
  if (header.format !== format) throw notAPicture(name);
  const most = header.compression === 'hevc' ? heicMaximumPixels : maximumPixels;
  if (header.width * header.height > most) throw tooManyPixels(most);
  return header;
};

/** Pictures of phones are HEVC inside, which the library reads no more of than the header. */
const upright = async (bytes: Buffer, name: string, { format, compression }: Metadata): Promise<Sharp> => {
  if (format !== 'heif' || compression !== 'hevc') return open(bytes).autoOrient();
  const { data, width, height } = await decodeHeic(bytes, timeoutS * 1000).catch(cause => {
    if (cause instanceof TooManyPixels) throw tooManyPixels(heicMaximumPixels);
    throw notAPicture(name);
  });
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .timeout({ seconds: timeoutS });
};

/** Photographs become JPEG; pictures with transparency keep their format. */
const encoded = (image: Sharp, { format, hasAlpha }: Metadata): Sharp => {
  if (hasAlpha && format === 'png') return image.png();
  if (hasAlpha) return image.webp({ quality: 85 });
  return image.jpeg({ quality: 85 });
};

const inside = (px: number) => ({ width: px, height: px, fit: 'inside', withoutEnlargement: true }) as const;

/**
 * The picture re-encoded from its pixels, upright and without metadata, and a thumbnail. Throws for anything that is
 * not a readable picture.
 */
export const drawAnew = async (bytes: Buffer, name: string): Promise<Picture> => {
  const header = await readHeader(bytes, name);
  const image = (await upright(bytes, name, header)).resize(inside(longSidePx)).toColourspace('srgb');
  const drawn = await encoded(image, header).toBuffer({ resolveWithObject: true }).catch(explain(name, header.format));
  const small = await sharp(drawn.data).resize(inside(thumbnailPx)).webp({ quality: 75 }).toBuffer();
  return {
    picture: { contentType: `image/${drawn.info.format}`, bytes: drawn.data },
    thumbnail: { contentType: 'image/webp', bytes: small },
    width: drawn.info.width,
    height: drawn.info.height,
    exif: header.exif,
  };
};

/** The centre square of a picture, re-encoded at this size: for portraits. */
export const drawSquare = async (bytes: Buffer, name: string, px: number): Promise<Rendition> => {
  const header = await readHeader(bytes, name);
  const image = (await upright(bytes, name, header))
    .resize(px, px, { fit: 'cover' })
    .toColourspace('srgb')
    .webp({ quality: 85 });
  const drawn = await image.toBuffer().catch(explain(name, header.format));
  return { contentType: 'image/webp', bytes: drawn };
};
