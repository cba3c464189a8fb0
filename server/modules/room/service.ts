import type { Room, RoomFigure } from '../../../src/contract/calls/room.ts';
import type { AccidentStatus } from '../../../src/contract/shapes/accident.ts';
import { dayMs, hourMs } from '../../../src/schema/kinds/time.ts';
import { momentAt, wallClock } from '../../../src/schema/kinds/zone.ts';
import type { Context } from '../../context.ts';
import { type Read, reading } from '../../db/read.ts';
import type { Caller } from '../../transaction.ts';

/** Start and end times of the control room's figures, in the company's time zone. */
interface Moments {
  readonly now: Date;
  readonly zone: string;
  readonly today: Date;
  /** Start of the hour 23 hours ago. */
  readonly firstHour: Date;
  readonly weekAgo: Date;
  /** Start of the day 29 days ago. */
  readonly monthAgo: Date;
}

const momentsOf = (now: Date, zone: string): Moments => {
  const local = wallClock(now, zone);
  const dayStart = (day: string) => momentAt(`${day}T00:00:00`, zone);
  const thirtyDays = new Date(Date.parse(`${local.slice(0, 10)}T00:00:00Z`) - 29 * dayMs).toISOString().slice(0, 10);
  const hour = momentAt(`${local.slice(0, 13)}:00:00`, zone);
  return {
    now,
    zone,
    today: dayStart(local.slice(0, 10)),
    firstHour: new Date(hour.getTime() - 23 * hourMs),
    weekAgo: new Date(now.getTime() - 7 * dayMs),
    monthAgo: dayStart(thirtyDays),
  };
};

/**
 * Ids in the dictionary `statusesOfRoadAccident` that mean a crash: confirmed, passed to the insurer, finished.
 * `notConfirmedIds`: ids that mean no crash.
 */
const confirmedIds = [4, 7, 8];
const notConfirmedIds = [5];

/** Lower bounds of the age groups of new accidents, hours. */
const ages = [0, 1, 4, 24] as const;

interface Counting {
  readonly read: Read;
  readonly companyId: number;
  readonly at: Moments;
}

/** Counts new accidents by age group of `ages`, and new accidents with an overdue call. */
const countWaiting = async ({ read, companyId, at }: Counting) => {
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

interface Contacted {
  readonly status: AccidentStatus | null;
  readonly count: number;
  readonly seconds: number | null;
}

/**
 * Counts accidents whose first call was made within the last week, by bucket and in total. `seconds`: median time from
 * the crash to that call.
 */
const countContacted = ({ read, companyId, at }: Counting): Promise<Contacted[]> =>
  read<Contacted>({
    name: 'room_contacted',
    text: `select status, count(*)::int as count,
        percentile_cont(0.5) within group (order by extract(epoch from first_contact_at - crash_at)::float8) as seconds
      from accident where company_id = $1 and status = any('{opened,closed,notvalid}') and first_contact_at between $2 and $3
      group by grouping sets ((status), ())`,
    values: [companyId, at.weekAgo.toISOString(), at.now.toISOString()],
  });

interface Outcome {
  readonly model: string;
  readonly confirmed: number;
  readonly notConfirmed: number;
}

/**
 * Processed crashes of a month by device model. Models are compared as in filters, without regard to case and blanks.
 */
const countOutcomes = ({ read, companyId, at }: Counting): Promise<Outcome[]> =>
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

const countMini = async ({ read, companyId, at }: Counting): Promise<number> => {
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

const countHours = ({ read, companyId, at }: Counting): Promise<HourCount[]> =>
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

/**
 * Counts each operator's open new accidents, those with an overdue call, and the accidents that the operator closed
 * today.
 */
const countLoads = ({ read, companyId, at }: Counting): Promise<Load[]> =>
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
const readNames = async ({ read, companyId }: Counting, ids: readonly number[]): Promise<Map<number, string>> => {
  const rows = await read<{ id: number; name: string }>({
    text: 'select id, full_name as name from account where company_id = $1 and id = any($2::bigint[])',
    values: [companyId, [...ids]],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const statuses: readonly AccidentStatus[] = ['opened', 'closed', 'notvalid'];

const figure = (List: AccidentStatus, Count: number, Filter: RoomFigure['Filter']): RoomFigure => ({
  Count,
  List,
  Filter,
});
/** Returns the time one millisecond earlier, because the end of a filter is inclusive. */
const before = (moment: string): string => new Date(Date.parse(moment) - 1).toISOString();

const waiting = async (counting: Counting): Promise<Pick<Room, 'Waiting' | 'Overdue'>> => {
  const { overdue, aged, bounds } = await countWaiting(counting);
  return {
    Waiting: ages.map((FromHours, index) => {
      const older = bounds[index + 1];
      const from: RoomFigure['Filter'] =
        older === undefined ? {} : { CrashDateTimeFrom: new Date(Date.parse(older) + 1).toISOString() };
      const Filter = { ...from, CrashDateTimeTo: bounds[index] as string };
      return { FromHours, ToHours: ages[index + 1] ?? null, ...figure('opened', aged[index] ?? 0, Filter) };
    }),
    Overdue: figure('opened', overdue, { DateTimeOfNextCallTo: counting.at.now.toISOString() }),
  };
};

const contacted = async (counting: Counting): Promise<Room['FirstContact']> => {
  const rows = await countContacted(counting);
  const { weekAgo, now } = counting.at;
  const Filter = { FirstContactAtFrom: weekAgo.toISOString(), FirstContactAtTo: now.toISOString() };
  const seconds = rows.find(({ status }) => status === null)?.seconds ?? null;
  return {
    MedianMin: seconds === null ? null : Math.round(seconds / 6) / 10,
    Of: statuses.map(list => figure(list, rows.find(({ status }) => status === list)?.count ?? 0, Filter)),
  };
};

const outcomes = async (counting: Counting): Promise<Pick<Room, 'Outcomes' | 'Models'>> => {
  const [models, mini] = await Promise.all([countOutcomes(counting), countMini(counting)]);
  const { monthAgo, now } = counting.at;
  const month = { CrashDateTimeFrom: monthAgo.toISOString(), CrashDateTimeTo: now.toISOString() };
  const as = (ids: readonly number[]) => ({ ...month, StatusOfRoadAccidentID: ids.join() });
  const total = (key: 'confirmed' | 'notConfirmed') => models.reduce((sum, each) => sum + each[key], 0);
  return {
    Outcomes: {
      Confirmed: figure('closed', total('confirmed'), as(confirmedIds)),
      NotConfirmed: figure('closed', total('notConfirmed'), as(notConfirmedIds)),
      Mini: figure('notvalid', mini, month),
    },
    Models: models
      .filter(({ confirmed, notConfirmed }) => confirmed + notConfirmed > 0)
      .sort((a, b) => b.notConfirmed - a.notConfirmed || b.confirmed - a.confirmed)
      .map(({ model, confirmed, notConfirmed }) => {
        const its: RoomFigure['Filter'] = model === '' ? { DeviceModelEmpty: true } : { DeviceModelIs: model };
        return {
          Model: model || null,
          NotConfirmed: figure('closed', notConfirmed, { ...as(notConfirmedIds), ...its }),
          Confirmed: figure('closed', confirmed, { ...as(confirmedIds), ...its }),
        };
      }),
  };
};

const hours = async (counting: Counting): Promise<Room['Hours']> => {
  const rows = await countHours(counting);
  const { firstHour, now } = counting.at;
  return Array.from({ length: 24 }, (_, hour) => {
    const From = new Date(firstHour.getTime() + hour * hourMs).toISOString();
    const end = new Date(firstHour.getTime() + (hour + 1) * hourMs).toISOString();
    const to = end > now.toISOString() ? now.toISOString() : before(end);
    const of = (list: AccidentStatus) =>
      figure(list, rows.find(row => row.hour === hour && row.status === list)?.count ?? 0, {
        CrashDateTimeFrom: From,
        CrashDateTimeTo: to,
      });
    return { From, Opened: of('opened'), Closed: of('closed'), Notvalid: of('notvalid') };
  });
};

const operators = async (counting: Counting, open: number, overdue: number): Promise<Room['Operators']> => {
  const loads = await countLoads(counting);
  const names = await readNames(
    counting,
    loads.map(({ id }) => id),
  );
  const { now, today } = counting.at;
  const due = { DateTimeOfNextCallTo: now.toISOString() };
  const sum = (key: 'open' | 'overdue') => loads.reduce((all, each) => all + each[key], 0);
  const nobodys = { OperatorIdEmpty: true };
  return [
    ...loads.map(load => {
      const its = { OperatorId: load.id };
      return {
        Id: load.id,
        Name: names.get(load.id) ?? null,
        Open: figure('opened', load.open, its),
        Overdue: figure('opened', load.overdue, { ...its, ...due }),
        ClosedToday: figure('closed', load.closed, {
          ...its,
          FinishedAtFrom: today.toISOString(),
          FinishedAtTo: now.toISOString(),
        }),
      };
    }),
    {
      Id: null,
      Name: null,
      Open: figure('opened', open - sum('open'), nobodys),
      Overdue: figure('opened', overdue - sum('overdue'), { ...nobodys, ...due }),
      ClosedToday: null,
    },
  ];
};

const zoneOf = async ({ db }: Pick<Context, 'db'>, companyId: number): Promise<string> => {
  const company = db.selectFrom('company').select('time_zone').where('id', '=', companyId);
  return (await company.executeTakeFirstOrThrow()).time_zone;
};

/** Figures of a company's control room at this moment. */
export const countRoom = async (context: Context, caller: Caller): Promise<Room> => {
  const { companyId } = caller;
  const at = momentsOf(context.now(), await zoneOf(context, companyId));
  const counting = { read: reading(context, caller), companyId, at };
  const [queue, FirstContact, results, Hours] = await Promise.all([
    waiting(counting),
    contacted(counting),
    outcomes(counting),
    hours(counting),
  ]);
  const [row] = await counting.read<{ open: number }>({
    text: `select coalesce(sum(total), 0)::int as open from row_total
      where company_id = $1 and list = 'accidents' and bucket = 'opened'`,
    values: [companyId],
  });
  const Operators = await operators(counting, row?.open ?? 0, queue.Overdue.Count);
  return { At: at.now.toISOString(), TimeZone: at.zone, ...queue, FirstContact, ...results, Hours, Operators };
};
