import { promisify } from 'node:util';
import { constants, crc32, deflate, inflate } from 'node:zlib';
import { imageMaxBytes } from '../../../src/contract/limits.ts';

export type Format = 'jpeg' | 'png' | 'webp' | 'heif';

const inflateAsync = promisify<Buffer, object, Buffer>(inflate);
const deflateAsync = promisify<Buffer, object, Buffer>(deflate);

/** Whether a JPEG marker has no length: RST0 to RST7, SOI and TEM. */
const hasNoLength = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;

/** Whether a JPEG marker begins the header of the frame: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Number of samples per pixel of a JPEG, summed over all colour components. Computed from their sampling factors. */
const countSamplesPerPixel = (frame: Buffer): number => {
  const factors = Array.from({ length: frame[5] ?? 0 }, (_, component) => frame[7 + component * 3] ?? 0);
  const [horizontal, vertical] = [factors.map(factor => factor >> 4), factors.map(factor => factor & 15)];
  const total = factors.reduce(
    (sum, _, component) => sum + (horizontal[component] ?? 0) * (vertical[component] ?? 0),
    0,
  );
  return total / (Math.max(...horizontal) * Math.max(...vertical));
};

interface JpegScan {
  /** Number of bytes of picture data. */
  readonly bytes: number;
  readonly hasEndMarker: boolean;
  readonly segments: number;
  /** Samples per pixel, summed over all colour components. Undefined if the file has no frame header. */
  readonly samplesPerPixel: number | undefined;
}

/** Walks the segments, because an end mark (FFD9) may also be in an embedded thumbnail or a table. */
const scanJpeg = (file: Buffer): JpegScan => {
  let at = 2;
  let [bytes, segments] = [0, 0];
  let samplesPerPixel: number | undefined;
  let isInScan = false;
  while (at + 1 < file.length) {
    const marker = file[at + 1]!;
    if (file[at] !== 0xff || marker === 0xff || marker === 0x00 || hasNoLength(marker)) {
      // These bytes are picture data, filling or a restart marker. The next marker begins at the next FF byte.
      const nextMarker = file.indexOf(0xff, at + 1);
      const next = nextMarker < 0 ? file.length : nextMarker;
      if (isInScan) bytes += next - at;
      at = next;
      continue;
    }
    if (marker === 0xd9) return { bytes, hasEndMarker: true, segments, samplesPerPixel };
    if (at + 4 > file.length) break;
    isInScan = marker === 0xda;
    segments += 1;
    const next = at + 2 + file.readUInt16BE(at + 2);
    if (isFrameHeader(marker)) samplesPerPixel ??= countSamplesPerPixel(file.subarray(at + 4, next));
    at = next;
  }
  return { bytes, hasEndMarker: false, segments, samplesPerPixel };
};

/**
 * Samples per pixel, summed over all colour components of a JPEG. The image library tells only whether some component
 * has a reduced resolution, and not which one.
 */
export const jpegSamplesPerPixel = (bytes: Buffer): number | undefined => scanJpeg(bytes).samplesPerPixel;

interface Chunk {
  readonly type: string;
  /** Bytes of the chunk. Fewer than the chunk's stated length if the file is truncated. */
  readonly data: Buffer;
  readonly isComplete: boolean;
}

function* pngChunks(bytes: Buffer): Generator<Chunk> {
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const data = bytes.subarray(at + 8, at + 8 + length);
    yield { type: bytes.toString('latin1', at + 4, at + 8), data, isComplete: at + 12 + length <= bytes.length };
    at += 12 + length;
  }
}

const webpHeaderBytes = 12;

function* webpChunks(bytes: Buffer): Generator<{ readonly type: string; readonly at: number; readonly end: number }> {
  for (let at = webpHeaderBytes; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    yield { type: bytes.toString('latin1', at, at + 4), at, end };
    at = end;
  }
}

/**
 * Returns a WebP without the frames after the first, because the decoder takes minutes to list some ten thousand
 * frames.
 */
export const keepFirstFrame = (bytes: Buffer): Buffer => {
  const keptParts = [bytes.subarray(0, webpHeaderBytes)];
  let frames = 0;
  for (const { type, at, end } of webpChunks(bytes)) {
    if (type === 'ANMF') frames += 1;
    if (type !== 'ANMF' || frames === 1) keptParts.push(bytes.subarray(at, end));
  }
  if (frames < 2) return bytes;
  const file = Buffer.concat(keptParts);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
};

/** Maximum number of parts of a file. Photographs have some hundreds, and a decoder keeps each in memory. */
const maxParts = 20_000;

export const hasTooManyParts = (bytes: Buffer, format: Format): boolean => {
  if (format === 'jpeg') return scanJpeg(bytes).segments > maxParts;
  if (format === 'heif') return false;
  let parts = 0;
  for (const { type } of format === 'png' ? pngChunks(bytes) : webpChunks(bytes)) {
    // Animation frames do not count as parts, because `keepFirstFrame` removes all but the first.
    if (type !== 'ANMF') parts += 1;
    if (parts > maxParts) return true;
  }
  return false;
};

/** End of the last top-level box of a HEIF file, if the file states it. */
const heifLength = (bytes: Buffer): number => {
  let at = 0;
  while (at + 16 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    // A HEIF box with the size 0 extends to the end of the file.
    if (size === 0) return bytes.length;
    const length = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size;
    if (length < 8) return bytes.length;
    at += length;
  }
  return Math.max(at, bytes.length);
};

export const isTruncated = (bytes: Buffer, format: Format): boolean => {
  if (format === 'jpeg') return !scanJpeg(bytes).hasEndMarker;
  if (format === 'png') return ![...pngChunks(bytes)].some(({ type, isComplete }) => type === 'IEND' && isComplete);
  if (format === 'webp') return bytes.length < 16 || bytes.readUInt32LE(4) + 8 > bytes.length;
  return heifLength(bytes) > bytes.length;
};

const samplesPerPixel: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Passes of an interlaced PNG, each as start and step across, then start and step down, in pixels. */
const adam7Passes = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;

const pngRawLength = (header: Buffer): number => {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bitsPerPixel = header[8]! * (samplesPerPixel[header[9]!] ?? 4);
  const passes = header[12] === 1 ? adam7Passes : ([[0, 1, 0, 1]] as const);
  return passes.reduce((total, [left, across, top, down]) => {
    const columns = Math.max(0, Math.ceil((width - left) / across));
    const rows = Math.max(0, Math.ceil((height - top) / down));
    return columns === 0 ? total : total + rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  }, 0);
};

const pngChunk = (type: string, data: Buffer): Buffer => {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, crc]);
};

/**
 * Returns a PNG with the rows that have arrived, followed by empty rows. Without these, libpng returns nothing from a
 * file whose last chunk is cut.
 */
const completePng = async (bytes: Buffer, maxRawBytes: number): Promise<Buffer | undefined> => {
  const chunks = [...pngChunks(bytes)];
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.data.length !== 13) return undefined;
  const rawBytes = pngRawLength(header.data);
  if (rawBytes > maxRawBytes) return undefined;
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const inflated = await inflateAsync(compressed, {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength: rawBytes,
  }).catch(() => undefined);
  if (!inflated?.length) return undefined;
  const raw = Buffer.alloc(rawBytes);
  inflated.copy(raw);
  const chunksBeforeData = chunks.slice(
    0,
    chunks.findIndex(({ type }) => type === 'IDAT'),
  );
  return Buffer.concat([
    bytes.subarray(0, 8),
    ...chunksBeforeData.map(({ type, data }) => pngChunk(type, data)),
    pngChunk('IDAT', await deflateAsync(raw, { level: constants.Z_BEST_SPEED })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

/**
 * Minimum share of a picture's data that must have arrived. A smaller part of the file shows nothing of the picture.
 */
const minShare = 0.1;
/**
 * Minimum share of a HEIF file that must have arrived. The decoder shows noise in place of missing bytes, so only the
 * end of the file may be missing.
 */
const minHeifShare = 0.95;

const webpImageTypes = ['VP8 ', 'VP8L', 'ANMF'];
/** Flags of the VP8X chunk for XMP and EXIF data, whose chunks follow the picture. */
const metadataFlags = 0x0c;

/**
 * Completes a cut WebP: keeps the chunks up to the picture and fills the missing part with zeros. Chunks after the
 * picture are lost.
 */
const completeWebp = (bytes: Buffer): Buffer | undefined => {
  let file = Buffer.from(bytes);
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [type, length] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4)];
    if (type === 'VP8X' && at + 8 < bytes.length) file[at + 8]! &= ~metadataFlags;
    const end = at + 8 + length + (length % 2);
    if (webpImageTypes.includes(type) && (end > bytes.length || end + 8 > bytes.length || type !== 'ANMF')) {
      if (end > 2 * imageMaxBytes || bytes.length - at < length * minShare) return undefined;
      file = Buffer.concat([file.subarray(0, end), Buffer.alloc(Math.max(0, end - bytes.length))]);
      file.writeUInt32LE(end - 8, 4);
      return file;
    }
    at = end;
  }
  return undefined;
};

/** Bytes of picture data below which a JPEG shows nothing. */
const minScanBytes = 4;

/**
 * Completes a cut file so that a decoder shows the part that has arrived. Undefined if nothing of the picture has
 * arrived. A JPEG stays unchanged, because its decoder fills the rest. Other formats are filled with zeros.
 */
export const completeFile = async (bytes: Buffer, format: Format, maxRawBytes: number): Promise<Buffer | undefined> => {
  if (format === 'jpeg') return scanJpeg(bytes).bytes < minScanBytes ? undefined : bytes;
  if (format === 'png') return completePng(bytes, maxRawBytes);
  if (format === 'webp') return completeWebp(bytes);
  const length = heifLength(bytes);
  if (length > 2 * imageMaxBytes || bytes.length < length * minHeifShare) return undefined;
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
};
