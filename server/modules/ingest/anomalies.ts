import { sql, type Transaction } from 'kysely';
import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import type { Database } from '../../db/types.ts';
import type { SpeedFault } from '../../domain/telemetry/receiverSpeed.ts';
import type { MessageFaults } from './positions.ts';
import type { CutWindow } from './window.ts';

type Db = Transaction<Database>;

/** A fault that goes on in messages no further apart is one. */
const goesOnMs = 3_600_000;

/** Writes down what a message showed of its device, at the time it came. The object is held. */
export const noteFaults = async (db: Db, objectId: string, faults: MessageFaults, receivedAt: Date): Promise<void> => {
  const since = new Date(receivedAt.getTime() - goesOnMs);
  for (const [kind, count] of Object.entries(faults) as [AnomalyKind, number][]) {
    if (count === 0) continue;
    const { rows } = await sql`
      update anomaly set to_at = greatest(to_at, ${receivedAt}), count = count + ${count}
      where object_id = ${objectId} and id = (
        select max(id) from anomaly
        where object_id = ${objectId} and kind = ${kind} and found_in = 'message' and to_at >= ${since})
      returning id`.execute(db);
    if (rows.length > 0) continue;
    await db
      .insertInto('anomaly')
      .values({ object_id: objectId, kind, found_in: 'message', from_at: receivedAt, to_at: receivedAt, count })
      .execute();
  }
};

const speedKind = (fault: SpeedFault): AnomalyKind => {
  if (fault === 'stuck') return 'speedStuck';
  return fault === 'scale' ? 'speedScale' : 'speedUnit';
};

/** Faults of a window of track stand for those it had before, as its trips do. */
export const replaceSpeedFaults = async (
  db: Db,
  objectId: string,
  { fromMs, beforeMs, speedFaults }: CutWindow,
): Promise<void> => {
  await db
    .deleteFrom('anomaly')
    .where('object_id', '=', objectId)
    .where('found_in', '=', 'track')
    .where('from_at', '>=', new Date(fromMs).toISOString())
    .where('from_at', '<', new Date(beforeMs).toISOString())
    .execute();
  if (speedFaults.length === 0) return;
  await db
    .insertInto('anomaly')
    .values(
      speedFaults.map(found => ({
        object_id: objectId,
        kind: speedKind(found.fault),
        found_in: 'track',
        from_at: new Date(found.fromMs),
        to_at: new Date(found.toMs),
        count: found.fixes,
        slope: Math.min(found.slope, 1000),
      })),
    )
    .execute();
};

interface ImpactFaults {
  readonly accidentId: number;
  readonly crashMs: number;
  readonly endMs: number;
  readonly samples: number;
  readonly kinds: readonly AnomalyKind[];
}

/** Faults of an impact's recording. */
export const noteImpactFaults = async (
  db: Db,
  objectId: string,
  { accidentId, crashMs, endMs, samples, kinds }: ImpactFaults,
): Promise<void> => {
  if (kinds.length === 0) return;
  const moment = { from_at: new Date(crashMs), to_at: new Date(Math.max(crashMs, endMs)) };
  const found = { object_id: objectId, found_in: 'impact', accident_id: accidentId, count: samples, ...moment };
  await db
    .insertInto('anomaly')
    .values(kinds.map(kind => ({ ...found, kind })))
    .execute();
};
