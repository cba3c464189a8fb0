import { sql } from 'kysely';
import { manoeuvreKinds } from '../../../src/contract/manoeuvres.ts';
import type { Tx } from '../../context.ts';
import { noteFaults, refreshStatus } from './anomalies.ts';
import type { Recut } from './holders.ts';
import type { PreparedAlarm } from './preparing.ts';

const isManoeuvre = ({ kind }: PreparedAlarm): boolean => manoeuvreKinds.some(each => each === kind);

/** What a device says of its supply and place is a fault that goes on; what it says of the driving is kept as it came. */
export const noteAlarms = async ({ db }: Tx, whose: Recut, alarms: readonly PreparedAlarm[]): Promise<void> => {
  const { objectId } = whose;
  for (const alarm of alarms.filter(isManoeuvre))
    await sql`
      insert into device_alarm (object_id, kind, at, speed_kmh, latitude, longitude)
      values (${objectId}, ${alarm.kind}, ${new Date(alarm.atMs)}, ${alarm.speedKmh}, ${alarm.latitude}, ${alarm.longitude})
      on conflict do nothing`.execute(db);
  for (const { kind, atMs } of alarms) {
    if (kind === 'powerCut') await noteFaults(db, whose, { powerCut: 1 }, new Date(atMs));
    if (kind === 'deviceMoved') await noteFaults(db, whose, { remounted: 1 }, new Date(atMs));
    if (kind !== 'powerRestored') continue;
    await sql`update anomaly set ended_at = ${new Date(atMs)}, to_at = greatest(to_at, ${new Date(atMs)})
      where object_id = ${objectId} and kind = 'powerCut' and ended_at is null and from_at <= ${new Date(atMs)}`.execute(
      db,
    );
    await refreshStatus(db, whose, ['powerCut']);
  }
};
