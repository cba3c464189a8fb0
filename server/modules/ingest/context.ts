import { sql, type Transaction } from 'kysely';
import type { AccidentKind } from '../../../src/contract/states.ts';
import type { Database } from '../../db/types.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { StoredBlock } from '../telemetry/service.ts';

type Db = Transaction<Database>;

/** How far back, and how many of the latest curves of trips are asked where up is. */
const lookBackMs = 30 * 86_400_000;
const mostCurves = 20;

/** Acceleration the object's device sent in its own axes while driving, before a moment; newest first. */
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

/** Highest frequency the device's model passes on, Hz; null: not known. */
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
  /** Of its curve; null without one. */
  readonly digest: string | null;
  /** Case of the crash itself; absent: it has none yet. */
  readonly ownId?: number | undefined;
}

/** The earliest accident of the object with the same curve, or at the same moment; null: none. */
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
