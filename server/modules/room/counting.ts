import type { AccidentStatus } from '../../../src/contract/shapes/accident.ts';
import { hourMs } from '../../../src/schema/kinds/time.ts';
import type { Read } from '../../db/read.ts';
import type { Moments } from './moments.ts';

/** Entries of statusesOfRoadAccident for a crash (confirmed, passed to the insurer, finished), and for no crash. */
export const confirmedIds = [4, 7, 8];
export const notConfirmedIds = [5];

/** Lower bounds of the age groups of new accidents, hours. */
export const ages = [0, 1, 4, 24] as const;

export interface Counting {
  readonly read: Read;
  readonly companyId: number;
  readonly at: Moments;
}

/** Number of new accidents by age group of `ages`, and of those with an overdue call. */
export const countWaiting = async ({ read, companyId, at }: Counting) => {
  const bounds = ages.map(hours => new Date(at.now.getTime() - hours * hourMs).toISOString());
  const rows = await read<{ overdue: number; aged: number[] }>({
    name: 'room_waiting',
    text: `select (select count(*) from accident where company_id = $1 and status = 'opened' and next_call_at <= $2) as overdue,
      array(select (select count(*) from accident where company_id = $1 and status = 'opened'
          and crash_at <= newest and crash_at > oldest)::int
        from unnest($3::timestamptz[], $4::timestamptz[]) with ordinality as each(newest, oldest, place) order by place) as aged`,
    values: [companyId, at.now.toISOString(), bounds, [...bounds.slice(1), '-infinity']],
  });
  const { overdue, aged } = rows[0] as { overdue: number; aged: number[] };
  return { overdue: Number(overdue), aged, bounds };
};

export interface Contacted {
  readonly status: AccidentStatus | null;
  readonly count: number;
  readonly seconds: number | null;
}

/** Accidents with a first call within a week, by bucket, and in total. */
export const countContacted = ({ read, companyId, at }: Counting): Promise<Contacted[]> =>
  read<Contacted>({
    name: 'room_contacted',
    text: `select status, count(*)::int as count,
        percentile_cont(0.5) within group (order by extract(epoch from first_contact_at - crash_at)::float8) as seconds
      from accident where company_id = $1 and status = any('{opened,closed,notvalid}') and first_contact_at between $2 and $3
      group by grouping sets ((status), ())`,
    values: [companyId, at.weekAgo.toISOString(), at.now.toISOString()],
  });

export interface Outcome {
  readonly model: string;
  readonly confirmed: number;
  readonly notConfirmed: number;
}

/**
 * Processed crashes of a month by device model. Models are compared as in filters, without regard to case and blanks.
 */
export const countOutcomes = ({ read, companyId, at }: Counting): Promise<Outcome[]> =>
  read<Outcome>({
    name: 'room_outcomes',
    // Models have few spellings. Grouping by spelling first compares each spelling once and not for each crash.
    text: `select min(model) as model, sum(confirmed)::int as confirmed, sum("notConfirmed")::int as "notConfirmed" from (
        select device_model as model,
          count(*) filter (where status_of_road_accident_id = any($4::int[])) as confirmed,
          count(*) filter (where status_of_road_accident_id = any($5::int[])) as "notConfirmed"
        from accident where company_id = $1 and status = 'closed' and crash_at between $2 and $3 group by 1) each
      group by search_key(model)`,
    values: [companyId, at.monthAgo.toISOString(), at.now.toISOString(), confirmedIds, notConfirmedIds],
  });

export const countMini = async ({ read, companyId, at }: Counting): Promise<number> => {
  const [row] = await read<{ count: number }>({
    name: 'room_mini',
    text: `select count(*)::int as count from accident where company_id = $1 and status = 'notvalid' and crash_at between $2 and $3`,
    values: [companyId, at.monthAgo.toISOString(), at.now.toISOString()],
  });
  return row?.count ?? 0;
};

interface HourCount {
  readonly hour: number;
  readonly status: AccidentStatus;
  readonly count: number;
}

export const countHours = ({ read, companyId, at }: Counting): Promise<HourCount[]> =>
  read<HourCount>({
    name: 'room_hours',
    text: `select floor(extract(epoch from crash_at - $2::timestamptz) / 3600)::int as hour, status, count(*)::int as count
      from accident where company_id = $1 and status = any('{opened,closed,notvalid}') and crash_at between $2 and $3
      group by 1, 2`,
    values: [companyId, at.firstHour.toISOString(), at.now.toISOString()],
  });

interface Load {
  readonly id: number;
  readonly open: number;
  readonly overdue: number;
  readonly closed: number;
}

/** Number of new accidents of each operator, and of those closed today. */
export const countLoads = ({ read, companyId, at }: Counting): Promise<Load[]> =>
  read<Load>({
    name: 'room_loads',
    text: `select operator_id as id, sum(open)::int as open, sum(overdue)::int as overdue, sum(closed)::int as closed from (
        select operator_id, count(*) as open, count(*) filter (where next_call_at <= $2) as overdue, 0 as closed
          from accident where company_id = $1 and operator_id is not null and finished_at is null and status = 'opened'
          group by 1
        union all select operator_id, 0, 0, count(*)
          from accident where company_id = $1 and operator_id is not null and status = 'closed'
            and finished_at between $3 and $2 group by 1) each
      group by 1 order by 2 desc, 1`,
    values: [companyId, at.now.toISOString(), at.today.toISOString()],
  });

/** Names of present and former users. */
export const readNames = async (
  { read, companyId }: Counting,
  ids: readonly number[],
): Promise<Map<number, string>> => {
  const rows = await read<{ id: number; name: string }>({
    text: 'select id, full_name as name from account where company_id = $1 and id = any($2::bigint[])',
    values: [companyId, [...ids]],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
};
