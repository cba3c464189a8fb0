import { sql, type Transaction } from 'kysely';
import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import type { Database } from '../../db/types.ts';
import { deadWireEndMs } from '../../domain/telemetry/movementWithoutIgnition.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { CompanyObject } from './devicePeriods.ts';
import type { TimeRange } from './window.ts';

type Db = Transaction<Database>;

/** Kinds of the faults that record a movement with the ignition off. */
const movementKinds: readonly AnomalyKind[] = ['movedWithoutIgnition', 'ignitionNeverOn'];

/** What the movements with the ignition off show about the ignition wire of an object. */
interface IgnitionWire {
  readonly hasMovements: boolean;
  /** Moment up to which the wire is not connected, ms since 1970. See `deadWireEndMs`. */
  readonly deadWireEndMs: number;
}

export const isMovement = ({ kind }: { readonly kind: AnomalyKind }): boolean => movementKinds.includes(kind);

export const readIgnitionWire = async (db: Db, { companyId, objectId }: CompanyObject): Promise<IgnitionWire> => {
  const { rows } = await sql<{ from_at: string }>`
    select from_at from anomaly where object_id = ${objectId} and kind = any(${movementKinds})`.execute(db);
  if (rows.length === 0) return { hasMovements: false, deadWireEndMs: Number.NEGATIVE_INFINITY };
  const contact = await sql<{ first_ignition_at: string | null }>`
    select first_ignition_at from device_contact
    where company_id = ${companyId} and object_id = ${objectId}`.execute(db);
  const firstIgnitionAt = contact.rows[0]?.first_ignition_at ?? null;
  const firstIgnitionMs = firstIgnitionAt === null ? Number.POSITIVE_INFINITY : Date.parse(firstIgnitionAt);
  const startsMs = rows.map(({ from_at }) => Date.parse(from_at));
  return { hasMovements: true, deadWireEndMs: deadWireEndMs(startsMs, firstIgnitionMs, defaultSettings) };
};

/** Returns the movements with the ignition off that were judged under another state of the ignition wire. */
export const readMisjudgedMovements = async (
  db: Db,
  { objectId }: CompanyObject,
  deadWireEndMs: number,
): Promise<TimeRange[]> => {
  const endAt = Number.isFinite(deadWireEndMs) ? new Date(deadWireEndMs).toISOString() : String(deadWireEndMs);
  const { rows } = await sql<{ from_at: string; to_at: string }>`
    select from_at, to_at from anomaly
    where object_id = ${objectId} and kind = any(${movementKinds})
      and (kind = 'ignitionNeverOn') <> (from_at < ${endAt.toLowerCase()}::timestamptz)`.execute(db);
  return rows.map(({ from_at, to_at }) => ({ fromMs: Date.parse(from_at), toMs: Date.parse(to_at) }));
};
