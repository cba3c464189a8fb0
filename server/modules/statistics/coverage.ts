import type { ScoreCoverage } from '../../../src/contract/shapes/statistics.ts';
import type { Read } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import { currentFormula } from '../../domain/score/formula.ts';
import type { Period } from './object.ts';
import { scoringRows } from './table.ts';

interface Asked {
  readonly companyId: number;
  /** Absent: since activation. */
  readonly period: Period | undefined;
  readonly nowIso: string;
}

type Reason = keyof ScoreCoverage['LeftOut'] | 'Scored';

interface Row {
  readonly reason: Reason;
  readonly vouchers: number;
  readonly sensed: number;
}

const isUncounted = 'rush_ms is null and quarantine_reason is null and excluded_at is null';

/**
 * Counts vouchers without a score row whose trips have not been counted since an upgrade.
 * Trips and vouchers are two queries, because a cluster stores them on different nodes. Usually no such trip exists.
 */
const countUncounted = async (read: Read, { companyId, period }: Asked): Promise<number> => {
  const some = await read({ text: `select 1 as some from trip where ${isUncounted} limit 1`, values: [] });
  if (some.length === 0) return 0;
  const [{ objects } = { objects: [] }] = await read<{ objects: readonly string[] }>({
    oneProcess: true,
    text: `select coalesce(array_agg(object_id), '{}') as objects from voucher
      where company_id = $1::bigint and stage not in ('closed', 'suspended') and not exists (select from object_score whole
        where whole.company_id = $1::bigint and whole.object_id = voucher.object_id)`,
    values: [companyId],
  });
  const values = new Values();
  const within = ({ from, to }: Period): string => {
    const zone = `(select time_zone from company where id = ${values.add(companyId)}::bigint)`;
    const midnight = (day: string, later = 0) =>
      `(${values.add(day)}::date + ${later})::timestamp at time zone ${zone}`;
    return `and start_at >= ${midnight(from)} and start_at < ${midnight(to, 1)}`;
  };
  const text = `select count(distinct object_id)::int as uncounted from trip
    where object_id = any(${values.add(objects)}::text[]) and ${isUncounted} ${period ? within(period) : ''}`;
  const [row] = await read<{ uncounted: number }>({ oneProcess: true, text, values: values.list });
  return row?.uncounted ?? 0;
};

/**
 * Counts the company's vouchers that have a score in the period, and the others by reason. Uses the rows of the score
 * list.
 */
export const coverageOf = async (read: Read, asked: Asked): Promise<ScoreCoverage> => {
  const { companyId, period, nowIso } = asked;
  const values = new Values();
  const rows = scoringRows(companyId, { from: period?.from, to: period?.to }, nowIso)(values);
  const text = `select case when scoring.score is not null then 'Scored' when voucher.stage = 'suspended' then 'Suspended'
        when coalesce(scoring.trips, 0) = 0 then 'NoTrips'
        when scoring.distance_km < ${currentFormula.leastDistanceKm} then 'NotEnoughData' else 'NotMeasured' end as reason,
      count(*)::int as vouchers, (count(*) filter (where scoring.with_acceleration))::int as sensed
    from voucher left join ${rows} on scoring.company_id = voucher.company_id and scoring.id = voucher.id
    where voucher.company_id = ${values.add(companyId)}::bigint and (voucher.stage <> 'closed' or scoring.id is not null) group by 1`;
  const [found, NotCounted] = await Promise.all([
    read<Row>({ oneProcess: true, text, values: values.list }),
    countUncounted(read, asked),
  ]);
  const count = (reason: Reason): number => found.find(row => row.reason === reason)?.vouchers ?? 0;
  return {
    Vouchers: found.reduce((sum, { vouchers }) => sum + vouchers, 0),
    Scored: count('Scored'),
    WithAcceleration: found.find(({ reason }) => reason === 'Scored')?.sensed ?? 0,
    LeftOut: {
      NotEnoughData: count('NotEnoughData'),
      NotMeasured: count('NotMeasured'),
      NoTrips: count('NoTrips') - NotCounted,
      NotCounted,
      Suspended: count('Suspended'),
    },
  };
};
