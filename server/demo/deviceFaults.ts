import type { PoolClient } from 'pg';
import { type AnomalyKind, anomalyKinds } from '../../src/contract/anomalies.ts';
import { hourMs } from '../../src/schema/kinds/time.ts';

interface FaultStory {
  /** Hours from the fault's begin to now, and hours from its last occurrence to now. */
  readonly hoursAgo: readonly [began: number, last: number];
  readonly count: number;
  readonly quarantined: number;
  readonly foundIn: 'message' | 'track' | 'curve' | 'check';
  readonly confirmed?: true;
  readonly slope?: number;
}

const foundInMessage = { foundIn: 'message' } as const;
const foundInTrack = { foundIn: 'track' } as const;
const foundInCurve = { foundIn: 'curve' } as const;
const foundByCheck = { foundIn: 'check', count: 1, quarantined: 0 } as const;

/**
 * One fault of each kind, as the server's checks would find it. A fault that is confirmed or quarantines nothing
 * occurred less than a day ago. The recurring check ends older ones.
 */
const storyByKind: Readonly<Record<AnomalyKind, FaultStory>> = {
  rollover: { ...foundInMessage, hoursAgo: [70, 9], count: 8640, quarantined: 0, confirmed: true },
  clockFar: { ...foundInMessage, hoursAgo: [30, 30], count: 118, quarantined: 118 },
  clockBack: { ...foundInMessage, hoursAgo: [52, 51], count: 2210, quarantined: 2210 },
  repeat: { ...foundInMessage, hoursAgo: [26, 26], count: 1420, quarantined: 1420 },
  place: { ...foundInMessage, hoursAgo: [63, 6], count: 37, quarantined: 37 },
  swapped: { ...foundInMessage, hoursAgo: [20, 19], count: 900, quarantined: 0 },
  speed: { ...foundInMessage, hoursAgo: [45, 44], count: 4, quarantined: 4 },
  row: { ...foundInMessage, hoursAgo: [12, 3], count: 11, quarantined: 0 },
  speedStuck: { ...foundInTrack, hoursAgo: [9, 8], count: 2480, quarantined: 0, slope: 0 },
  speedUnit: { ...foundInTrack, hoursAgo: [28, 5], count: 3105, quarantined: 0, slope: 0.278 },
  speedScale: { ...foundInTrack, hoursAgo: [33, 7], count: 1790, quarantined: 0, slope: 1.31 },
  frozenFix: { ...foundInTrack, hoursAgo: [14, 14], count: 164, quarantined: 164 },
  parkedDrift: { ...foundInTrack, hoursAgo: [22, 11], count: 30_400, quarantined: 0 },
  movedWithoutIgnition: { ...foundInTrack, hoursAgo: [43, 42], count: 2900, quarantined: 2900 },
  ignitionNeverOn: { ...foundInTrack, hoursAgo: [25, 2], count: 3300, quarantined: 0 },
  unit: { ...foundInCurve, hoursAgo: [40, 12], count: 90_000, quarantined: 90_000, confirmed: true },
  gravity: { ...foundInCurve, hoursAgo: [18, 17], count: 45_000, quarantined: 45_000 },
  notUpright: { ...foundInCurve, hoursAgo: [36, 35], count: 60_000, quarantined: 60_000 },
  frozenAxis: { ...foundInCurve, hoursAgo: [16, 15], count: 21_350, quarantined: 27_000 },
  spike: { ...foundInCurve, hoursAgo: [10, 10], count: 2, quarantined: 3000 },
  clipped: { ...foundInCurve, hoursAgo: [5, 5], count: 31, quarantined: 0 },
  curveClock: { ...foundInCurve, hoursAgo: [47, 6], count: 1000, quarantined: 0 },
  remounted: { ...foundInCurve, hoursAgo: [13, 13], count: 1, quarantined: 0 },
  silence: { ...foundByCheck, hoursAgo: [122, 0] },
  powerCut: { ...foundByCheck, hoursAgo: [7, 0] },
  mileage: { ...foundByCheck, hoursAgo: [21, 4], count: 18_400 },
};

const deciderName = 'Анна Соколова';
const decisionReason = 'Прошивка производителя, устройство заменят';

/** Writes a fault of every kind, each on a car of its own in the first company. Two of them are confirmed. */
export const writeDeviceFaults = async (client: PoolClient, today: Date, companyName: string): Promise<void> => {
  const { rows: cars } = await client.query<{ company_id: number; voucher_id: number; object_id: string }>(
    `select v.company_id, v.id as voucher_id, v.object_id from voucher v join company c on c.id = v.company_id
     where c.name = $1 and v.closed_at is null and v.imei is not null and v.activated_at < $2::timestamptz - interval '20 days'
     order by v.id desc limit $3`,
    [companyName, today, anomalyKinds.length],
  );
  const timeAt = (hoursAgo: number): Date => new Date(today.getTime() - hoursAgo * hourMs);
  const faultsOfCars = anomalyKinds.flatMap((kind, n) =>
    cars[n] ? [{ kind, car: cars[n], ...storyByKind[kind] }] : [],
  );
  for (const { kind, car, hoursAgo, count, quarantined, foundIn, confirmed, slope } of faultsOfCars) {
    const decidedAt = confirmed ? timeAt(hoursAgo[1] - 2) : null;
    await client.query(
      `insert into anomaly (object_id, kind, found_in, from_at, to_at, count, quarantined, slope, state, decided_at, decided_by, reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        car.object_id,
        kind,
        foundIn,
        timeAt(hoursAgo[0]),
        timeAt(hoursAgo[1]),
        count,
        quarantined,
        slope ?? null,
        confirmed ? 'confirmed' : 'open',
        decidedAt,
        confirmed ? deciderName : '',
        confirmed ? decisionReason : '',
      ],
    );
    const { rows } = await client.query<{ id: number }>(
      `insert into anomaly_status (company_id, object_id, voucher_id, kind, began_at, last_at, count, quarantined, state)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        car.company_id,
        car.object_id,
        car.voucher_id,
        kind,
        timeAt(hoursAgo[0]),
        timeAt(hoursAgo[1]),
        count,
        quarantined,
        confirmed ? 'confirmed' : 'open',
      ],
    );
    if (!confirmed) continue;
    const changes = [{ field: 'State', before: 'open', after: 'confirmed' }];
    await client.query(
      `insert into audit (company_id, at, actor_id, actor_name, entity, entity_id, action, reason, changes)
       select $1, $2, (select min(id) from account where company_id = $1 and full_name = $3), $3, 'anomaly', $4, 'confirm', $5, $6`,
      [car.company_id, decidedAt, deciderName, rows[0]?.id, decisionReason, JSON.stringify(changes)],
    );
  }
  // Marks the devices of two faults as silent, as the recurring check does in operation.
  const faultsOfSilentDevices = faultsOfCars.filter(({ kind }) => kind === 'silence' || kind === 'powerCut');
  for (const { kind, car, hoursAgo } of faultsOfSilentDevices)
    await client.query(
      `insert into device_contact (company_id, object_id, voucher_id, received_at, silent_at, power_cut_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        car.company_id,
        car.object_id,
        car.voucher_id,
        timeAt(hoursAgo[0]),
        kind === 'silence' ? today : null,
        kind === 'powerCut' ? today : null,
      ],
    );
};
