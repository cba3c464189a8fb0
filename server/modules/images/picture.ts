import sharp, { type Metadata, type Sharp } from 'sharp';
import { DomainError } from '../../errors.ts';
import { completed, type Format, firstFrame, hasTooManyParts, isCut, jpegSamplesPerPixel } from './cut.ts';
import { decodeHeic, heicMaximumPixels, TooManyPixels } from './heic.ts';

// Decoded pictures are large and seldom the same, so a cache only costs memory.
sharp.cache(false);

/** Picture formats are recognised by the first bytes, never by name. SVG, PDF and the like are not accepted. */
const signatures: readonly { readonly format: Format; readonly is: (bytes: Buffer) => boolean }[] = [
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
/**
 * Maximum number of pixels of a picture, more than the largest phone cameras take. A small file that decodes to more
 * pixels is an attack.
 */
const maximumPixels = 120_000_000;
/** Maximum decoded bytes of a picture that is decoded from top to bottom, a few rows at a time. */
const mostStreamedBytes = 512 * 1024 * 1024;
/** Maximum decoded bytes of a picture that its decoder holds as a whole. */
const mostHeldBytes = 160 * 1024 * 1024;
/**
 * Maximum bytes of the pixel rows of a PNG whose end is missing. Repairing it needs three copies in memory: unpacked,
 * completed and packed again.
 */
const mostCompletedBytes = 64 * 1024 * 1024;
/** Largest AVIF, pixels: its decoder takes up to 18 bytes for each. */
const avifMaximumPixels = 16_000_000;
/**
 * A picture is large if it has more than this share of the maximum number of pixels. The largest pictures take up to
 * 480 MB of memory (server/process/memory.ts), a photograph of 12 million pixels 80 MB.
 */
const largeShare = 1 / 4;
/** Time limit of a decoder, seconds. */
const usualTimeoutS = 30;

export interface Rendition {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface Picture {
  readonly picture: Rendition;
  readonly thumbnail: Rendition;
  readonly width: number;
  readonly height: number;
  /** The end of the file is missing, so the picture is incomplete. */
  readonly cut: boolean;
  /** Raw EXIF data of the file. */
  readonly exif: Buffer | undefined;
}

interface Source {
  readonly name: string;
  readonly format: Format;
  readonly bytes: Buffer;
  readonly cut: boolean;
  readonly timeoutS: number;
}

const open = ({ bytes, cut, timeoutS }: Source) =>
  sharp(bytes, {
    failOn: cut ? 'none' : 'truncated',
    limitInputPixels: maximumPixels,
    sequentialRead: true,
  }).timeout({ seconds: timeoutS });

const tooManyPixels = (name: string, most: number) =>
  new DomainError('TOO_MANY_PIXELS', { values: { name, max: Math.floor(most / 1_000_000) } });

const notAPicture = (name: string) => new DomainError('NOT_A_PICTURE', { values: { name } });
const pictureCut = (name: string) => new DomainError('PICTURE_CUT', { values: { name } });

/**
 * Throws OVERLOADED (503) if a decoder ran out of time, because a busy machine may not finish even a good picture. Does
 * nothing for other errors.
 */
const rejectLate = (cause: unknown): void => {
  if (cause instanceof Error && /^timeout|took too long/i.test(cause.message))
    throw new DomainError('OVERLOADED', { retryAfterS: 30 });
};

/** Explains a library error to the sender. */
const explain =
  ({ name, format, cut }: Source) =>
  (cause: unknown): never => {
    const text = cause instanceof Error ? cause.message : '';
    if (/pixel limit/i.test(text)) throw tooManyPixels(name, maximumPixels);
    rejectLate(cause);
    if (cut) throw pictureCut(name);
    if (format === 'heif') throw new DomainError('WRONG_MEDIA_TYPE', { values: { type: 'image/heic' } });
    throw notAPicture(name);
  };

interface Drawing {
  /**
   * Runs work while worker threads are idle, because a large picture needs as much memory as they do. Absent: runs it
   * at once.
   */
  readonly reserve?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Time limit of each decoder, seconds. */
  readonly timeoutS?: number;
}

const atOnce = <T>(work: () => Promise<T>): Promise<T> => work();

const readSource = async (file: Buffer, name: string, timeoutS: number): Promise<Source> => {
  const format = signatures.find(({ is }) => is(file))?.format;
  if (!format || hasTooManyParts(file, format)) throw notAPicture(name);
  const isWhole = !isCut(file, format);
  const bytes = format === 'webp' ? firstFrame(file) : file;
  if (isWhole) return { name, format, bytes, cut: false, timeoutS };
  const whole = await completed(bytes, format, mostCompletedBytes);
  if (!whole) throw pictureCut(name);
  return { name, format, bytes: whole, cut: true, timeoutS };
};

/** Whether the decoder keeps the whole picture in memory instead of reading it from top to bottom. */
const isHeld = ({ format, isProgressive }: Metadata): boolean =>
  format === 'webp' || format === 'heif' || Boolean(isProgressive);

/**
 * Maximum number of pixels of a picture with this header. The decoded bytes are limited too, so a picture with many
 * bytes in each pixel may have fewer. A format whose decoder keeps the whole picture in memory has a lower limit of
 * bytes.
 */
const mostPixels = ({ bytes }: Source, header: Metadata): number => {
  const { format, compression, channels, depth, isProgressive } = header;
  if (compression === 'hevc') return heicMaximumPixels;
  if (compression === 'av1') return avifMaximumPixels;
  const bytesPerPixel = channels * (depth === 'uchar' ? 1 : 2);
  if (format === 'jpeg' && isProgressive) return mostHeldBytes / (2 * (jpegSamplesPerPixel(bytes) ?? channels));
  return Math.min(maximumPixels, (isHeld(header) ? mostHeldBytes : mostStreamedBytes) / bytesPerPixel);
};

/**
 * Rejects if the work takes longer than the time limit. The library's own time limit applies to drawing, not to reading
 * a header.
 */
const withinTime = async <T>(work: Promise<T>, timeoutS: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The header took too long')), timeoutS * 1000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

interface Header extends Metadata {
  /** True if the picture is so large that drawing must first reserve memory (`reserve`). */
  readonly isLarge: boolean;
}

const readHeader = async (source: Source): Promise<Header> => {
  const header = await withinTime(open(source).metadata(), source.timeoutS).catch(explain(source));
  if (header.format !== source.format) throw notAPicture(source.name);
  const most = mostPixels(source, header);
  const pixels = header.width * header.height;
  if (pixels > most) throw tooManyPixels(source.name, most);
  return { ...header, isLarge: pixels > most * largeShare };
};

/**
 * Opens a picture upright. HEIC pictures of phones are compressed with HEVC. The library reads only their header, so
 * another decoder reads their pixels.
 */
const upright = async (source: Source, { format, compression }: Metadata): Promise<Sharp> => {
  if (format !== 'heif' || compression !== 'hevc') return open(source).autoOrient();
  const { data, width, height } = await decodeHeic(source.bytes, longSidePx, source.timeoutS * 1000).catch(cause => {
    if (cause instanceof TooManyPixels) throw tooManyPixels(source.name, heicMaximumPixels);
    rejectLate(cause);
    throw source.cut ? pictureCut(source.name) : notAPicture(source.name);
  });
  return sharp(data, { raw: { width, height, channels: 3 } }).timeout({ seconds: source.timeoutS });
};

/** Encodes a photograph as JPEG. Pictures with transparency keep their format. */
const encoded = (image: Sharp, { format, hasAlpha }: Metadata): Sharp => {
  if (hasAlpha && format === 'png') return image.png();
  if (hasAlpha) return image.webp({ quality: 85 });
  return image.jpeg({ quality: 85 });
};

const inside = (px: number) => ({ width: px, height: px, fit: 'inside', withoutEnlargement: true }) as const;

/** Grey value, 0 to 255, with which the JPEG decoder fills the missing part of a picture. */
const fillGrey = 128;
const nearly = 3;
const isBlank = async (thumbnail: Buffer): Promise<boolean> => {
  const { channels } = await sharp(thumbnail).stats();
  return channels.slice(0, 3).every(({ min, max }) => min >= fillGrey - nearly && max <= fillGrey + nearly);
};

/**
 * Re-encodes a picture from its pixels, upright and without metadata, and makes a thumbnail. If the end of the file is
 * missing, the result shows the part that has arrived.
 * Throws for anything that is not a readable picture.
 */
export const reencodePicture = async (bytes: Buffer, name: string, drawing: Drawing = {}): Promise<Picture> => {
  const { reserve = atOnce, timeoutS = usualTimeoutS } = drawing;
  const source = await readSource(bytes, name, timeoutS);
  const header = await readHeader(source);
  const draw = async () => {
    const image = (await upright(source, header)).resize(inside(longSidePx)).toColourspace('srgb');
    return encoded(image, header).toBuffer({ resolveWithObject: true }).catch(explain(source));
  };
  const drawn = await (header.isLarge ? reserve(draw) : draw());
  const small = await sharp(drawn.data).resize(inside(thumbnailPx)).webp({ quality: 75 }).toBuffer();
  if (source.cut && source.format === 'jpeg' && (await isBlank(small))) throw pictureCut(name);
  return {
    picture: { contentType: `image/${drawn.info.format}`, bytes: drawn.data },
    thumbnail: { contentType: 'image/webp', bytes: small },
    width: drawn.info.width,
    height: drawn.info.height,
    cut: source.cut,
    exif: header.exif,
  };
};

/** The centre square of a picture, re-encoded at this size. For portraits, which must be complete. */
export const cropToSquare = async (
  bytes: Buffer,
  name: string,
  px: number,
  { reserve = atOnce }: Pick<Drawing, 'reserve'> = {},
): Promise<Rendition> => {
  const source = await readSource(bytes, name, usualTimeoutS);
  if (source.cut) throw pictureCut(name);
  const header = await readHeader(source);
  const draw = async () => {
    const image = (await upright(source, header))
      .resize(px, px, { fit: 'cover' })
      .toColourspace('srgb')
      .webp({ quality: 85 });
    return image.toBuffer().catch(explain(source));
  };
  return { contentType: 'image/webp', bytes: await (header.isLarge ? reserve(draw) : draw()) };
};
