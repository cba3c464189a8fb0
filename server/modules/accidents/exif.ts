import exifr from 'exifr';
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

interface Tags {
  readonly DateTimeOriginal?: unknown;
  readonly OffsetTimeOriginal?: unknown;
  readonly latitude?: unknown;
  readonly longitude?: unknown;
}

/** When and where the camera took the picture. */
export interface Taken {
  readonly at: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const header = 'Exif\0\0';

const readTags = async (exif: Buffer): Promise<Tags> => {
  const tiff = exif.toString('latin1', 0, header.length) === header ? exif.subarray(header.length) : exif;
  // Corrupt metadata is no reason to refuse a picture.
  const tags = await exifr.parse(tiff, { reviveValues: false, gps: true, exif: true }).catch(() => undefined);
  return (tags ?? {}) as Tags;
};

const wallTime = (text: unknown): string | undefined => {
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(String(text)) ?? [];
  if (!year || Number(year) < 1990 || Number(year) > 2100) return undefined;
  const local = `${year}-${month}-${day}T${time}`;
  const moment = new Date(`${local}Z`);
  // Of a day that no month has, as 31 February, another one is made: the database takes neither for the other.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(local) ? local : undefined;
};

/** Cameras record local time; without a zone the company's is assumed. */
const takenAt = async (db: Db, companyId: number, tags: Tags): Promise<string | null> => {
  const local = wallTime(tags.DateTimeOriginal);
  if (!local) return null;
  const offset = String(tags.OffsetTimeOriginal);
  if (/^[+-](0\d|1[0-4]):[0-5]\d$/.test(offset)) return new Date(local + offset).toISOString();
  const { at } = await db
    .selectFrom('company')
    .select(sql<string>`${local}::timestamp at time zone time_zone`.as('at'))
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return at;
};

const within = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit;

export const takenOf = async (db: Db, companyId: number, exif: Buffer | undefined): Promise<Taken> => {
  const tags = exif ? await readTags(exif) : {};
  const { latitude, longitude } = tags;
  const placed = within(latitude, 90) && within(longitude, 180);
  return {
    at: await takenAt(db, companyId, tags),
    latitude: placed ? latitude : null,
    longitude: placed ? longitude : null,
  };
};
