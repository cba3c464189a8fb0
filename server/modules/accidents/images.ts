import { createHash } from 'node:crypto';
import exifr from 'exifr';
import { sql } from 'kysely';
import { imagesPerAccidentMax } from '../../../src/contract/limits.ts';
import type { Image } from '../../../src/contract/shapes/accident.ts';
import { twoDigits } from '../../../src/schema/kinds/format.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { Binary, Context, UploadedFile } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { reencodePicture } from '../images/service.ts';
import { type AccidentContext, type CallerContext, requireAuthor } from './accidentContext.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import {
  countImages,
  deleteImageRow,
  type ImageVariant,
  imageToWire,
  insertImage,
  readImageBytes,
  readImageRow,
  readImages,
} from './imageRepository.ts';
import { changeLeasedAccident, requireLease } from './lease.ts';
import { type AccidentKey, readAccident } from './repository.ts';

type ExifTags = Readonly<Record<string, unknown>>;

/** Time and place at which the camera took the picture. */
interface CaptureInfo {
  readonly at: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const exifHeader = 'Exif\0\0';

const readTags = async (exif: Buffer): Promise<ExifTags> => {
  const tiff = exif.toString('latin1', 0, exifHeader.length) === exifHeader ? exif.subarray(exifHeader.length) : exif;
  // Corrupt metadata is ignored, because it is no reason to reject a picture.
  const tags = await exifr.parse(tiff, { reviveValues: false, gps: true, exif: true }).catch(() => undefined);
  return (tags ?? {}) as ExifTags;
};

/** `2026:01:15` and `12:31:07` → `2026-01-15T12:31:07`. Undefined unless date and time are valid. */
const toLocalTime = (date: string, time: string): string | undefined => {
  const [, year, month, day] = /^(\d{4})[:-](\d\d)[:-](\d\d)$/.exec(date) ?? [];
  if (!year || Number(year) < 1990 || Number(year) > 2100) return undefined;
  const local = `${year}-${month}-${day}T${time}`;
  const moment = new Date(`${local}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(local) ? local : undefined;
};

/** Parses a local time. Some programs write the zone behind the time: `2026:01:15 12:31:07+05:00`. */
const parseLocalTime = (text: unknown): { readonly local: string | undefined; readonly zone: string } => {
  const [, date = '', time = '', zone = ''] =
    /^(\S{10})[ T](\d\d:\d\d:\d\d)(?:[.,]\d+)?(.*)$/s.exec(String(text)) ?? [];
  return { local: toLocalTime(date, time), zone };
};

/** Whether a time zone offset has more than blanks and a colon. Cameras fill an unknown offset with these. */
const isFilled = (value: unknown): value is string => typeof value === 'string' && /[^\s:\0]/.test(value);

const [minOffsetMin, maxOffsetMin] = [-12 * 60, 14 * 60];

/**
 * Minutes east of Greenwich of `+03:00`, `+0300`, `+03`, `+3`, `+3:00` or `Z`. Undefined for another text, or if no
 * time zone has that offset.
 */
const offsetMinutes = (text: string): number | undefined => {
  const cleaned = text.replace(/[\s\0]/g, '').replace('\u2212', '-');
  if (/^(Z|UTC|GMT)$/i.test(cleaned)) return 0;
  const [, sign, hours, minutes = '0'] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(cleaned) ?? [];
  if (sign === undefined || Number(minutes) > 59) return undefined;
  const offsetMin = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return offsetMin >= minOffsetMin && offsetMin <= maxOffsetMin ? offsetMin : undefined;
};

/** GPS time of the picture, UTC, ms since 1970. */
const gpsTimeMs = ({ GPSDateStamp: date, GPSTimeStamp: time }: ExifTags): number | undefined => {
  const parts = typeof time === 'string' ? time.split(':').map(Number) : time;
  if (typeof date !== 'string' || !Array.isArray(parts) || parts.length !== 3) return undefined;
  if (!parts.every(part => typeof part === 'number' && part >= 0 && part < 100)) return undefined;
  const clock = parts.map(part => twoDigits(Math.floor(part))).join(':');
  const local = toLocalTime(date.trim(), clock);
  return local === undefined ? undefined : Date.parse(`${local}Z`);
};

/**
 * Time zones differ from UTC by multiples of a quarter of an hour. A GPS fix may be some minutes older than the
 * picture.
 */
const zoneStepMin = 15;
const maxGpsAgeMin = 5;

const offsetFromGps = (local: string, gpsMs: number): number | undefined => {
  const differenceMin = (Date.parse(`${local}Z`) - gpsMs) / 60_000;
  const offsetMin = Math.round(differenceMin / zoneStepMin) * zoneStepMin;
  const fits =
    Math.abs(differenceMin - offsetMin) <= maxGpsAgeMin && offsetMin >= minOffsetMin && offsetMin <= maxOffsetMin;
  return fits ? offsetMin : undefined;
};

const toUtc = (local: string, offsetMin: number): string =>
  new Date(Date.parse(`${local}Z`) - offsetMin * 60_000).toISOString();

const offsetTags = ['OffsetTimeOriginal', 'OffsetTimeDigitized', 'OffsetTime'] as const;

/**
 * Returns the time at which the picture was taken. Cameras record local time. The time zone is the one in the file,
 * else the one that the GPS time implies, else the company's. Null if the time zone in the file is not readable.
 */
const readCaptureTime = async (db: Db, companyId: number, tags: ExifTags): Promise<string | null> => {
  const { local, zone } = parseLocalTime(tags.DateTimeOriginal);
  const gpsMs = gpsTimeMs(tags);
  if (!local)
    return gpsMs === undefined || /[1-9]/.test(String(tags.DateTimeOriginal ?? ''))
      ? null
      : new Date(gpsMs).toISOString();
  const namedOffsets = [zone, ...offsetTags.map(tag => tags[tag])].filter(isFilled);
  const gpsOffsetMin = gpsMs === undefined ? undefined : offsetFromGps(local, gpsMs);
  const offsetMin = namedOffsets.map(offsetMinutes).find(each => each !== undefined) ?? gpsOffsetMin;
  if (offsetMin !== undefined) return toUtc(local, offsetMin);
  if (namedOffsets.length > 0) return null;
  const { at } = await db
    .selectFrom('company')
    .select(sql<string>`${local}::timestamp at time zone time_zone`.as('at'))
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return at;
};

/**
 * Converts `[degrees, minutes, seconds]` to degrees. Null without a hemisphere, because the position would be
 * ambiguous.
 */
const toDegrees = (value: unknown, reference: unknown, [positive, negative]: string, limit: number): number | null => {
  if (!Array.isArray(value) || value.length < 1 || value.length > 3) return null;
  const [wholeDegrees, minutes = 0, seconds = 0] = value as readonly unknown[];
  const parts = [wholeDegrees, minutes, seconds];
  if (!parts.every(part => typeof part === 'number' && Number.isFinite(part) && part >= 0)) return null;
  const [d, m, s] = parts as [number, number, number];
  // A value of 60 is accepted, because rounded seconds may be a full minute.
  if (m > 60 || s > 60) return null;
  const letter = String(reference).trim().charAt(0).toUpperCase();
  const sign = letter === positive ? 1 : letter === negative ? -1 : undefined;
  const total = d + m / 60 + s / 3600;
  return sign === undefined || total > limit ? null : sign * total;
};

/**
 * Degrees. If latitude and longitude are both closer to zero, the position is ignored, because devices without a fix
 * write zeros.
 */
const noPositionDegrees = 0.0001;

const readPosition = (tags: ExifTags): Pick<CaptureInfo, 'latitude' | 'longitude'> => {
  const latitude = toDegrees(tags.GPSLatitude, tags.GPSLatitudeRef, 'NS', 90);
  const longitude = toDegrees(tags.GPSLongitude, tags.GPSLongitudeRef, 'EW', 180);
  const noPosition = { latitude: null, longitude: null };
  if (latitude === null || longitude === null) return noPosition;
  return Math.abs(latitude) < noPositionDegrees && Math.abs(longitude) < noPositionDegrees
    ? noPosition
    : { latitude, longitude };
};

const readCaptureInfo = async (
  db: Db,
  companyId: number,
  exif: Buffer | undefined,
  now: Date,
): Promise<CaptureInfo> => {
  const tags = exif ? await readTags(exif) : {};
  const at = await readCaptureTime(db, companyId, tags);
  // A later time shows that the clock of the camera is wrong. A day is allowed, because the time zone may be unknown.
  const isInFuture = at !== null && Date.parse(at) > now.getTime() + dayMs;
  return { at: isInFuture ? null : at, ...readPosition(tags) };
};

export type ImageType = keyof typeof variantByImageType;
const variantByImageType = {
  accident: 'picture',
  'accident-thumbnail': 'thumbnail',
  'accident-original': 'original',
} as const;

export const listImages = async ({ db }: AccidentContext, { companyId }: Caller, id: number): Promise<Image[]> => {
  await readAccident(db, { companyId, id });
  return (await readImages(db, { companyId, id })).map(imageToWire);
};

const requireImageCapacity = async (db: Db, key: AccidentKey): Promise<void> => {
  if ((await countImages(db, key)) < imagesPerAccidentMax) return;
  throw new DomainError('TOO_MANY_IMAGES', { values: { max: imagesPerAccidentMax } });
};

/** Checks the lease and the number of pictures before the expensive work. The transaction checks both again. */
const checkBeforeRendering = async (context: AccidentContext, request: CallerContext, id: number): Promise<void> => {
  const key = { companyId: request.caller.companyId, id };
  requireLease(await readAccident(context.db, key), request, context.now());
  await requireImageCapacity(context.db, key);
};

interface UploadAttachment {
  /** The chunked upload that brought the file. */
  readonly uploadId: string;
  /** Runs in the transaction that adds the picture. Throws if the picture must not be attached after all. */
  readonly onAttach: (tx: Tx) => Promise<void>;
}

export const addImage = async (
  context: AccidentContext,
  request: CallerContext,
  id: number,
  file: UploadedFile,
  upload?: UploadAttachment,
): Promise<Image> => {
  await checkBeforeRendering(context, request, id);
  const { companyId, accountId, fullName } = request.caller;
  const fileName = file.name;
  const rendered = await reencodePicture(file.bytes, fileName, {
    owner: request.caller,
    reserveMemory: context.reserveMemory,
  });
  const { picture, thumbnail, width, height, isTruncated: cut, exif } = rendered;
  const captureInfo = await readCaptureInfo(context.db, companyId, exif, context.now());
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  return changeLeasedAccident(context, request, id, async (tx, _accident, key) => {
    await requireImageCapacity(tx.db, key);
    await upload?.onAttach(tx);
    const row = await insertImage(
      tx.db,
      {
        company_id: companyId,
        accident_id: id,
        file_name: fileName,
        content_type: picture.contentType,
        size: picture.bytes.length,
        width,
        height,
        original_sha256: sha256,
        cut,
        upload_id: upload?.uploadId ?? null,
        taken_at: captureInfo.at,
        latitude: captureInfo.latitude,
        longitude: captureInfo.longitude,
        author_id: accountId,
        author_name: fullName,
        created_at: context.now(),
      },
      { picture, thumbnail, original: { contentType: 'application/octet-stream', bytes: file.bytes } },
    );
    const changes = [
      { field: 'FileName', before: null, after: fileName },
      { field: 'OriginalSha256', before: null, after: sha256 },
      ...(cut ? [{ field: 'Cut', before: null, after: true }] : []),
    ];
    await tx.audit({ entity: 'accident', entityId: id, action: 'image', changes });
    await emitAccidentEvent(tx, key, { action: 'image', fields: ['Images'] });
    return imageToWire(row);
  });
};

export const deleteImage = (
  context: AccidentContext,
  request: CallerContext,
  id: number,
  imageId: number,
): Promise<{ Done: true }> =>
  changeLeasedAccident(context, request, id, async (tx, _accident, key) => {
    const image = await readImageRow(tx.db, key, imageId);
    requireAuthor(request.caller, image.author_id);
    await deleteImageRow(tx.db, key.companyId, imageId);
    const changes = [
      { field: 'FileName', before: image.file_name, after: null },
      { field: 'OriginalSha256', before: image.original_sha256, after: null },
    ];
    await tx.audit({ entity: 'accident', entityId: id, action: 'imageDelete', changes });
    await emitAccidentEvent(tx, key, { action: 'imageDelete', fields: ['Images'] });
    return { Done: true as const };
  });

/**
 * Returns a picture. The original is sent only as a download, because a browser must not render other content in that
 * file.
 */
export const readImage = async (
  { db }: Context,
  { companyId }: Caller,
  type: ImageType,
  imageId: number,
): Promise<Binary> => {
  const variant: ImageVariant = variantByImageType[type];
  const {
    content_type: contentType,
    bytes,
    file_name: fileName,
  } = await readImageBytes(db, companyId, imageId, variant);
  return { contentType, bytes, ...(variant === 'original' && { fileName }) };
};
