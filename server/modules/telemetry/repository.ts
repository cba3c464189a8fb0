import { type Kysely, sql } from 'kysely';
import type { CrashFacts } from '../../../src/contract/shapes/accident.ts';
import type { Database } from '../../db/types.ts';
import { decodeCurve, decodeTrack } from '../../domain/telemetry/codec.ts';
import type { CurveSamples } from '../../domain/telemetry/curves.ts';
import { sliceTrack, type Track } from '../../domain/telemetry/positions.ts';
import type { Vector } from '../../domain/telemetry/vectors.ts';
import { notFound } from '../../errors.ts';
import { mergeFixes } from './merging.ts';

type Reader = Kysely<Database>;

/**
 * Maximum length of a block, ms. A block that reaches into a time range therefore begins at most this long before the
 * range.
 */
export const longestBlockMs = 24 * 3_600_000;

const iso = (ms: number): string => new Date(ms).toISOString();

export interface StoredBlock {
  readonly samples: number;
  readonly data: Uint8Array;
}

/** Blocks of an object that overlap `fromMs` ≤ time < `toMs`, except blocks with suspect fixes only. */
export const readBlocks = (db: Reader, objectId: string, fromMs: number, toMs: number): Promise<StoredBlock[]> =>
  db
    .selectFrom('position_block')
    .select(['samples', 'data'])
    .where('object_id', '=', objectId)
    .where('start_at', '>=', iso(fromMs - longestBlockMs))
    .where('start_at', '<', iso(toMs))
    .where('end_at', '>=', iso(fromMs))
    .whereRef('suspect', '<', 'samples')
    .execute();

/** Decodes the fixes of blocks with `fromMs` ≤ time < `toMs`. */
export const decodeFixes = (blocks: readonly StoredBlock[], fromMs: number, toMs: number): Track =>
  sliceTrack(mergeFixes(blocks.map(block => decodeTrack(block.data))), fromMs, toMs);

export interface CrashRecord {
  readonly objectId: string;
  readonly crashAt: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Upward direction in the device's axes, g. Null: unknown, or the recording is in the vehicle's axes. */
  readonly gravity: Vector | null;
  readonly facts: Partial<CrashFacts>;
}

export const readCrash = (db: Reader, companyId: number, id: number): Promise<CrashRecord> =>
  db
    .selectFrom('accident')
    .select(['object_id as objectId', 'crash_at as crashAt', 'latitude', 'longitude'])
    .select(['facts', sql<Vector | null>`facts->'Gravity'`.as('gravity')])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);

/** The stored curve of an impact. */
export const readCrashBlock = (db: Reader, objectId: string, id: number): Promise<StoredBlock | undefined> =>
  db
    .selectFrom('curve_block')
    .select(['samples', 'data'])
    .where('object_id', '=', objectId)
    .where('accident_id', '=', id)
    .orderBy('id')
    .executeTakeFirst();

export const readCrashCurve = async (db: Reader, objectId: string, id: number): Promise<CurveSamples | undefined> => {
  const row = await readCrashBlock(db, objectId, id);
  return row && decodeCurve(row.data);
};

export interface CurveHead {
  readonly id: number;
  readonly startMs: number;
  readonly rateHz: number;
  readonly samples: number;
}

/**
 * Blocks of acceleration that overlap a time range, in order of their start. The device sent them while driving or with
 * an impact.
 */
export const readCurveHeads = async (
  db: Reader,
  objectId: string,
  fromMs: number,
  toMs: number,
): Promise<CurveHead[]> => {
  const rows = await db
    .selectFrom('curve_block')
    .select(['id', 'start_at', 'rate_hz as rateHz', 'samples'])
    .where('object_id', '=', objectId)
    .where('start_at', '>=', iso(fromMs - longestBlockMs))
    .where('start_at', '<', iso(toMs))
    .where('end_at', '>=', iso(fromMs))
    .orderBy('start_at')
    .orderBy('id')
    .execute();
  return rows.map(({ start_at, ...head }) => ({ ...head, startMs: Date.parse(start_at) }));
};

export const readCurveData = async (
  db: Reader,
  objectId: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Uint8Array>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('curve_block')
    .select(['id', 'data'])
    .where('object_id', '=', objectId)
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  return new Map(rows.map(({ id, data }) => [id, data]));
};

/**
 * Returns the end of the last block of fixes that ends at `since` or later. Leaves out blocks with suspect fixes only.
 * Null: none.
 */
export const readLastFixTime = async (db: Reader, objectId: string, since?: string): Promise<string | null> => {
  const row = await db
    .selectFrom('position_block')
    .select('end_at')
    .where('object_id', '=', objectId)
    .$if(since !== undefined, blocks =>
      blocks.where('start_at', '>=', iso(Date.parse(since ?? '') - longestBlockMs)).where('end_at', '>=', since ?? ''),
    )
    .whereRef('suspect', '<', 'samples')
    .orderBy('start_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.end_at ?? null;
};

/** End of the last data of an object, positions or curves. Null: none. */
export const readLastDataTime = async (db: Reader, objectId: string): Promise<string | null> => {
  const curve = await db
    .selectFrom('curve_block')
    .select('end_at')
    .where('object_id', '=', objectId)
    .orderBy('start_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const moments = [await readLastFixTime(db, objectId), curve?.end_at ?? null].filter(at => at !== null);
  return moments.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null;
};

export const readTripTimes = async (db: Reader, objectId: string) => {
  const { rows } = await sql<{
    FirstTripAt: string | null;
    LastTripAt: string | null;
  }>`select min(start_at) as "FirstTripAt", max(start_at) as "LastTripAt" from trip
    where object_id = ${objectId}`.execute(db);
  return rows[0]!;
};

/** Returns the voucher of an object. Undefined: the object belongs to no voucher of the company. */
export const findVoucherId = async (db: Reader, companyId: number, objectId: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('monitored_object')
    .select('voucher_id')
    .where('company_id', '=', companyId)
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  return row?.voucher_id;
};

/** Returns the voucher of an object. Throws 404 if the object belongs to no voucher of the company. */
export const readVoucherId = async (db: Reader, companyId: number, objectId: string): Promise<number> => {
  // PostgreSQL text cannot contain NUL, so no object has such an id.
  const voucherId = objectId.includes('\0') ? undefined : await findVoucherId(db, companyId, objectId);
  if (voucherId === undefined) throw notFound();
  return voucherId;
};

/**
 * Tables with data and faults of an object, each with the name of the column that holds the company. Null: the table
 * has no such column.
 */
export const telemetryTables = {
  device_contact: 'company_id',
  anomaly_status: 'company_id',
  position_block: null,
  curve_block: null,
  device_alarm: null,
  anomaly: null,
  orientation: null,
  trip: null,
  trip_cut: null,
  trip_score: null,
  manoeuvre: null,
} as const;

export const findObjectsWithTelemetry = async (
  db: Reader,
  companyId: number,
  objectIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const [table, companyColumn] of Object.entries(telemetryTables)) {
    const remaining = objectIds.filter(id => !found.has(id));
    const companyCondition = companyColumn === null ? sql`true` : sql`${sql.ref(companyColumn)} = ${companyId}`;
    const { rows } = await sql<{ object_id: string }>`select distinct object_id from ${sql.table(table)}
      where object_id = any(${remaining}) and ${companyCondition}`.execute(db);
    for (const { object_id } of rows) found.add(object_id);
  }
  return found;
};
