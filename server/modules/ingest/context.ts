import { sql, type Transaction } from 'kysely';
import type { AccidentKind } from '../../../src/contract/states.ts';
import type { Database } from '../../db/types.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { StoredBlock } from '../telemetry/service.ts';

type Db = Transaction<Database>;

/**
 * How far back the acceleration of earlier trips is read to find the vertical axis, ms, and the maximum number of
 * curves.
 */
const lookBackMs = 30 * 86_400_000;
const mostCurves = 20;

/** Returns acceleration in the device's own axes from trips before a moment, newest first. */
export const curvesOfTrips = (db: Db, objectId: string, beforeMs: number): Promise<StoredBlock[]> =>
  db
    .selectFrom('curve_block')
    .select(['samples', 'data'])
    .where('object_id', '=', objectId)
    .where('accident_id', 'is', null)
    .where('frame', '=', 'device')
    .where('start_at', '>=', new Date(beforeMs - lookBackMs).toISOString())
    .where('start_at', '<', new Date(beforeMs).toISOString())
    .orderBy('start_at', 'desc')
    .limit(mostCurves)
    .execute();

/** Highest frequency that the device's model passes on, Hz. Null: unknown. */
export const bandwidthOf = async (db: Db, companyId: number, imei: string): Promise<number | null> => {
  const row = await db
    .selectFrom('device')
    .innerJoin('obu_model', 'obu_model.id', 'device.obu_model_id')
    .select('bandwidth_hz as bandwidthHz')
    .where('device.company_id', '=', companyId)
    .where('device.imei', '=', imei)
    .executeTakeFirst();
  return row?.bandwidthHz ?? null;
};

interface Crash {
  readonly kind: AccidentKind;
  readonly companyId: number;
  readonly objectId: string;
  readonly crashMs: number;
  /** Digest of the curve. Null without a curve. */
  readonly digest: string | null;
  /** Case of this crash. Absent: none exists yet. */
  readonly ownId?: number | undefined;
}

/** Returns the earliest accident of the object with the same curve or at the same moment. Null: none. */
export const sameCrash = async (
  db: Db,
  { companyId, objectId, kind, crashMs, digest, ownId }: Crash,
): Promise<number | null> => {
  const curve =
    digest === null
      ? undefined
      : await db
          .selectFrom('curve_block')
          .select('accident_id as id')
          .where('object_id', '=', objectId)
          .where('digest', '=', digest)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst();
  if (curve?.id) return curve.id;
  const near = defaultSettings.sameCrashMs;
  const { rows } = await sql<{ id: number }>`
    select id from accident
    where company_id = ${companyId} and object_id = ${objectId} and kind = ${kind}
      and crash_at between ${new Date(crashMs - near)} and ${new Date(crashMs + near)}
      and id is distinct from ${ownId ?? null}::bigint
    order by id limit 1`.execute(db);
  return rows[0]?.id ?? null;
};
