import sharp, { type Metadata, type Sharp } from 'sharp';
import { DomainError } from '../../errors.ts';
import {
  completeFile,
  type Format,
  hasTooManyParts,
  isTruncated,
  jpegSamplesPerPixel,
  keepFirstFrame,
} from './fileStructure.ts';
import { decodeHeic, heicMaximumPixels, TooManyPixels } from './heic.ts';

// Decoded pictures are large and seldom the same, so a cache only costs memory.
sharp.cache(false);

/** Picture formats are recognised by the first bytes, never by name. SVG, PDF and the like are not accepted. */
const signatures: readonly { readonly format: Format; readonly matches: (bytes: Buffer) => boolean }[] = [
  { format: 'jpeg', matches: bytes => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  { format: 'png', matches: bytes => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
  {
    format: 'webp',
    matches: bytes => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
  {
    format: 'heif',
    matches: bytes => /^ftyp(heic|heix|heim|heis|mif1|msf1|avif)$/.test(bytes.toString('latin1', 4, 12)),
  },
];

const longSidePx = 4096;
const thumbnailPx = 320;
/**
 * Maximum number of pixels of a picture, more than the largest phone cameras take. A small file that decodes to more
 * pixels is an attack.
 */
const maximumPixels = 120_000_000;
/** Maximum decoded bytes of a picture that is decoded from top to bottom, a few rows at a time. */
const maxStreamedBytes = 512 * 1024 * 1024;
/** Maximum decoded bytes of a picture that its decoder holds as a whole. */
const maxBufferedBytes = 160 * 1024 * 1024;
/**
 * Maximum bytes of the pixel rows of a PNG whose end is missing. Repairing it needs three copies in memory: unpacked,
 * completed and packed again.
 */
const maxRepairedBytes = 64 * 1024 * 1024;
/** Largest AVIF, pixels: its decoder takes up to 18 bytes for each. */
const avifMaximumPixels = 16_000_000;
/**
 * A picture is large if it has more than this share of the maximum number of pixels. The largest pictures take up to
 * 480 MB of memory (server/process/memory.ts), a photograph of 12 million pixels 80 MB.
 */
const largeShare = 1 / 4;
/** Time limit of a decoder, seconds. */
const defaultTimeoutS = 30;

export interface Rendition {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface Picture {
  readonly picture: Rendition;
  readonly thumbnail: Rendition;
  readonly width: number;
  readonly height: number;
  /** True if the end of the file is missing or its middle is damaged, so that the picture is incomplete. */
  readonly isTruncated: boolean;
  /** Raw EXIF data of the file. */
  readonly exif: Buffer | undefined;
}

interface Source {
  readonly name: string;
  readonly format: Format;
  readonly bytes: Buffer;
  readonly isTruncated: boolean;
  readonly timeoutS: number;
}

const openImage = ({ bytes, isTruncated, timeoutS }: Source, failOn: 'truncated' | 'warning' = 'truncated') =>
  sharp(bytes, {
    failOn: isTruncated ? 'none' : failOn,
    limitInputPixels: maximumPixels,
    sequentialRead: true,
  }).timeout({ seconds: timeoutS });

const tooManyPixelsError = (name: string, maxPixels: number) =>
  new DomainError('TOO_MANY_PIXELS', { values: { name, max: Math.floor(maxPixels / 1_000_000) } });

const notAPictureError = (name: string) => new DomainError('NOT_A_PICTURE', { values: { name } });
const truncatedError = (name: string) => new DomainError('PICTURE_CUT', { values: { name } });

/**
 * Throws OVERLOADED (503) if a decoder ran out of time, because a busy machine may not finish even a good picture. Does
 * nothing for other errors.
 */
const throwIfTimedOut = (cause: unknown): void => {
  if (cause instanceof Error && /^timeout|took too long/i.test(cause.message))
    throw new DomainError('OVERLOADED', { retryAfterS: 30 });
};

/** Turns an error of the image library into an error that explains the fault to the sender. */
const toDomainError =
  ({ name, isTruncated }: Source) =>
  (cause: unknown): never => {
    const text = cause instanceof Error ? cause.message : '';
    if (/pixel limit/i.test(text)) throw tooManyPixelsError(name, maximumPixels);
    throwIfTimedOut(cause);
    if (isTruncated) throw truncatedError(name);
    throw notAPictureError(name);
  };

interface DrawingOptions {
  /**
   * Runs `work` while worker threads are idle, because a large picture needs as much memory as they do. If this
   * function is absent, the work runs at once.
   */
  readonly reserve?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Time limit of each decoder, seconds. */
  readonly timeoutS?: number;
}

/**
 * Warnings of the JPEG decoder about a picture whose middle is damaged. Superfluous bytes, as some cameras write them,
 * damage nothing.
 */
const damageWarning = /Corrupt JPEG data: (?!.*extraneous)/i;

const runNow = <T>(work: () => Promise<T>): Promise<T> => work();

const readSource = async (file: Buffer, name: string, timeoutS: number): Promise<Source> => {
  const format = signatures.find(({ matches }) => matches(file))?.format;
  if (!format || hasTooManyParts(file, format)) throw notAPictureError(name);
  const isComplete = !isTruncated(file, format);
  const bytes = format === 'webp' ? keepFirstFrame(file) : file;
  if (isComplete) return { name, format, bytes, isTruncated: false, timeoutS };
  const completedFile = await completeFile(bytes, format, maxRepairedBytes);
  if (!completedFile) throw truncatedError(name);
  return { name, format, bytes: completedFile, isTruncated: true, timeoutS };
};

/** Whether the decoder keeps the whole picture in memory instead of reading it from top to bottom. */
const isFullyBuffered = ({ format, isProgressive }: Metadata): boolean =>
  format === 'webp' || format === 'heif' || Boolean(isProgressive);

/**
 * Maximum number of pixels of a picture with this header. The decoded bytes are limited too, so a picture with many
 * bytes in each pixel may have fewer. A format whose decoder keeps the whole picture in memory has a lower limit of
 * bytes.
 */
const maxPixelsFor = ({ bytes }: Source, header: Metadata): number => {
  const { format, compression, channels, depth, isProgressive } = header;
  if (compression === 'hevc') return heicMaximumPixels;
  if (compression === 'av1') return avifMaximumPixels;
  const bytesPerPixel = channels * (depth === 'uchar' ? 1 : 2);
  if (format === 'jpeg' && isProgressive) return maxBufferedBytes / (2 * (jpegSamplesPerPixel(bytes) ?? channels));
  return Math.min(maximumPixels, (isFullyBuffered(header) ? maxBufferedBytes : maxStreamedBytes) / bytesPerPixel);
};

/**
 * Rejects if the work takes longer than the time limit. The library's own time limit applies to drawing, not to reading
 * a header.
 */
const withTimeout = async <T>(work: Promise<T>, timeoutS: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The header took too long')), timeoutS * 1000);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};

interface Header extends Metadata {
  /** True if the picture is so large that drawing must first reserve memory (`reserve`). */
  readonly isLarge: boolean;
}

const readHeader = async (source: Source): Promise<Header> => {
  const header = await withTimeout(openImage(source).metadata(), source.timeoutS).catch(toDomainError(source));
  if (header.format !== source.format) throw notAPictureError(source.name);
  const maxPixels = maxPixelsFor(source, header);
  const pixels = header.width * header.height;
  if (pixels > maxPixels) throw tooManyPixelsError(source.name, maxPixels);
  return { ...header, isLarge: pixels > maxPixels * largeShare };
};

/**
 * Opens a picture upright. HEIC pictures of phones are compressed with HEVC. The library reads only their header, so
 * another decoder reads their pixels.
 */
const openUpright = async (source: Source, { format, compression }: Metadata): Promise<Sharp> => {
  if (format !== 'heif' || compression !== 'hevc') return openImage(source).autoOrient();
  const { data, width, height } = await decodeHeic(source.bytes, longSidePx, source.timeoutS * 1000).catch(cause => {
    if (cause instanceof TooManyPixels) throw tooManyPixelsError(source.name, heicMaximumPixels);
    throwIfTimedOut(cause);
    throw source.isTruncated ? truncatedError(source.name) : notAPictureError(source.name);
  });
  return sharp(data, { raw: { width, height, channels: 3 } }).timeout({ seconds: source.timeoutS });
};

/** Encodes a photograph as JPEG. Pictures with transparency keep their format. */
const encode = (image: Sharp, { format, hasAlpha }: Metadata): Sharp => {
  if (hasAlpha && format === 'png') return image.png();
  if (hasAlpha) return image.webp({ quality: 85 });
  return image.jpeg({ quality: 85 });
};

const fitInside = (sidePx: number) =>
  ({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true }) as const;

/** Grey value, 0 to 255, with which the JPEG decoder fills the missing part of a picture. */
const fillGrey = 128;
const tolerance = 3;
const isBlankImage = async (thumbnail: Buffer): Promise<boolean> => {
  const { channels } = await sharp(thumbnail).stats();
  return channels.slice(0, 3).every(({ min, max }) => min >= fillGrey - tolerance && max <= fillGrey + tolerance);
};

/**
 * Re-encodes a picture from its pixels, upright and without metadata, and makes a thumbnail. If the end of the file is
 * missing, the result shows the part that has arrived.
 * Throws for anything that is not a readable picture.
 */
export const reencodePicture = async (bytes: Buffer, name: string, options: DrawingOptions = {}): Promise<Picture> => {
  const { reserve = runNow, timeoutS = defaultTimeoutS } = options;
  const source = await readSource(bytes, name, timeoutS);
  const header = await readHeader(source);
  let isDamaged = false;
  const draw = (opened: Sharp) =>
    encode(opened.resize(fitInside(longSidePx)).toColourspace('srgb'), header).toBuffer({ resolveWithObject: true });
  const render = async () => {
    if (source.format !== 'jpeg' || source.isTruncated)
      return draw(await openUpright(source, header)).catch(toDomainError(source));
    // Only a JPEG with a warning is decoded twice: the second time its readable parts are kept.
    return draw(openImage(source, 'warning').autoOrient()).catch((cause: unknown) => {
      throwIfTimedOut(cause);
      isDamaged = cause instanceof Error && damageWarning.test(cause.message);
      return draw(openImage(source).autoOrient()).catch(toDomainError(source));
    });
  };
  const result = await (header.isLarge ? reserve(render) : render());
  const thumbnail = await sharp(result.data).resize(fitInside(thumbnailPx)).webp({ quality: 75 }).toBuffer();
  if (source.isTruncated && source.format === 'jpeg' && (await isBlankImage(thumbnail))) throw truncatedError(name);
  return {
    picture: { contentType: `image/${result.info.format}`, bytes: result.data },
    thumbnail: { contentType: 'image/webp', bytes: thumbnail },
    width: result.info.width,
    height: result.info.height,
    isTruncated: source.isTruncated || isDamaged,
    exif: header.exif,
  };
};

/**
 * Returns the centre square of a picture, re-encoded with this side length. It serves portraits, whose file must be
 * complete.
 */
export const cropToSquare = async (
  bytes: Buffer,
  name: string,
  sidePx: number,
  { reserve = runNow }: Pick<DrawingOptions, 'reserve'> = {},
): Promise<Rendition> => {
  const source = await readSource(bytes, name, defaultTimeoutS);
  if (source.isTruncated) throw truncatedError(name);
  const header = await readHeader(source);
  const render = async () => {
    const image = (await openUpright(source, header))
      .resize(sidePx, sidePx, { fit: 'cover' })
      .toColourspace('srgb')
      .webp({ quality: 85 });
    return image.toBuffer().catch(toDomainError(source));
  };
  return { contentType: 'image/webp', bytes: await (header.isLarge ? reserve(render) : render()) };
};
