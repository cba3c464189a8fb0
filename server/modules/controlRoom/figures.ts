import type { ControlRoomData, ControlRoomFigure } from '../../../src/contract/calls/controlRoom.ts';
import type { AccidentStatus } from '../../../src/contract/shapes/accident.ts';
import { confirmedStatuses, workStatus } from '../../../src/contract/workStatuses.ts';
import { dayMs, hourMs } from '../../../src/schema/kinds/time.ts';
import { momentAt, wallClock } from '../../../src/schema/kinds/zone.ts';
import type { Context } from '../../context.ts';
import { createQueryRunner, type QueryRunner } from '../../db/read.ts';
import type { Caller } from '../../transaction.ts';
import { firstCallTarget, unreliableRecording } from '../accidents/table.ts';

interface TimeBounds {
  readonly now: Date;
  readonly zone: string;
  readonly today: Date;
  /** Start of the hour 23 hours ago. */
  readonly firstHour: Date;
  readonly weekAgo: Date;
  /** Start of the day 29 days ago. */
  readonly monthAgo: Date;
}

const computeTimeBounds = (now: Date, zone: string): TimeBounds => {
  const localTime = wallClock(now, zone);
  const dayStart = (day: string) => momentAt(`${day}T00:00:00`, zone);
  const monthStartDay = new Date(Date.parse(`${localTime.slice(0, 10)}T00:00:00Z`) - 29 * dayMs)
    .toISOString()
    .slice(0, 10);
  const hour = momentAt(`${localTime.slice(0, 13)}:00:00`, zone);
  return {
    now,
    zone,
    today: dayStart(localTime.slice(0, 10)),
    firstHour: new Date(hour.getTime() - 23 * hourMs),
    weekAgo: new Date(now.getTime() - 7 * dayMs),
    monthAgo: dayStart(monthStartDay),
  };
};

/** Ids of the work statuses that mean no crash. */
export const notConfirmedIds = [workStatus.notConfirmed];

const ageBoundsHours = [0, 1, 4, 24] as const;

interface CountQuery {
  readonly read: QueryRunner;
  readonly companyId: number;
  readonly times: TimeBounds;
}

/**
 * Counts new accidents by age group of `ageBoundsHours`, those with an overdue call, and those with an unreliable
 * recording.
 */
const countNewByAge = async ({ read, companyId, times }: CountQuery) => {
  const bounds = ageBoundsHours.map(ageHours => new Date(times.now.getTime() - ageHours * hourMs).toISOString());
  const [counts] = await read<{ overdue: number; unreliable: number; countsByAge: number[] }>({
    name: 'room_waiting',
    text: `select (select count(*) from accident where company_id = $1 and status = 'opened' and next_call_at <= $2)::int as overdue,
      (select count(*) from accident where company_id = $1 and status = 'opened' and ${unreliableRecording})::int as unreliable,
      array(select (select count(*) from accident where company_id = $1 and status = 'opened'
          and crash_at <= newest and crash_at > oldest)::int
        from unnest($3::timestamptz[], $4::timestamptz[]) with ordinality as each(newest, oldest, place) order by place) as "countsByAge"`,
    values: [companyId, times.now.toISOString(), bounds, [...bounds.slice(1), '-infinity']],
  });
  return { ...counts!, bounds };
};

const medianSeconds = `percentile_cont(0.5) within group (order by extract(epoch from first_contact_at - crash_at)::float8)`;

interface ContactCount {
  readonly status: AccidentStatus | null;
  readonly count: number;
  readonly seconds: number | null;
  readonly earlierSeconds: number | null;
  readonly onTimeShare: number | null;
}

/**
 * Counts accidents whose first phone call was made within the last week, by bucket and in total. `seconds`: median time
 * from the crash to that call. `earlierSeconds`: the same for the week before. `onTimeShare`: share of the last week's
 * calls within their target.
 */
const countFirstContacts = ({ read, companyId, times }: CountQuery): Promise<ContactCount[]> =>
  read<ContactCount>({
    name: 'room_contacted',
    text: `select status, count(*) filter (where first_contact_at >= $2)::int as count,
        ${medianSeconds} filter (where first_contact_at >= $2) as seconds,
        ${medianSeconds} filter (where first_contact_at < $2) as "earlierSeconds",
        avg((first_contact_at <= ${firstCallTarget})::int) filter (where first_contact_at >= $2)::float8 as "onTimeShare"
      from accident where company_id = $1 and status = any('{opened,closed,notvalid}') and first_contact_at between $4 and $3
        and duplicate_of_id is null
      group by grouping sets ((status), ())`,
    values: [
      companyId,
      times.weekAgo.toISOString(),
      times.now.toISOString(),
      new Date(times.weekAgo.getTime() - 7 * dayMs).toISOString(),
    ],
  });

interface ModelOutcome {
  readonly model: string;
  readonly confirmed: number;
  readonly notConfirmed: number;
}

/**
 * Counts confirmed and unconfirmed crashes of the last month among the processed accidents, by device model. Models are
 * compared as in filters, without regard to case and blanks.
 */
const countOutcomes = ({ read, companyId, times }: CountQuery): Promise<ModelOutcome[]> =>
  read<ModelOutcome>({
    name: 'room_outcomes',
    // The names of device models have few spellings. The inner query groups by spelling, so that each spelling and not
    // each crash is compared.
    text: `select min(model) as model, sum(confirmed)::int as confirmed, sum("notConfirmed")::int as "notConfirmed" from (
        select device_model as model,
          count(*) filter (where status_of_road_accident_id = any($4::int[])) as confirmed,
          count(*) filter (where status_of_road_accident_id = any($5::int[])) as "notConfirmed"
        from accident where company_id = $1 and status = 'closed' and crash_at between $2 and $3 and duplicate_of_id is null
        group by 1) each
      group by search_key(model)`,
    values: [companyId, times.monthAgo.toISOString(), times.now.toISOString(), confirmedStatuses, notConfirmedIds],
  });

const countMiniLosses = async ({ read, companyId, times }: CountQuery): Promise<number> => {
  const [row] = await read<{ count: number }>({
    name: 'room_mini',
    text: `select count(*)::int as count from accident where company_id = $1 and status = 'notvalid' and crash_at between $2 and $3`,
    values: [companyId, times.monthAgo.toISOString(), times.now.toISOString()],
  });
  return row?.count ?? 0;
};

interface HourCount {
  readonly hour: number;
  readonly status: AccidentStatus;
  readonly count: number;
}

const countHours = ({ read, companyId, times }: CountQuery): Promise<HourCount[]> =>
  read<HourCount>({
    name: 'room_hours',
    text: `select floor(extract(epoch from crash_at - $2::timestamptz) / 3600)::int as hour, status, count(*)::int as count
      from accident where company_id = $1 and status = any('{opened,closed,notvalid}') and crash_at between $2 and $3
        and duplicate_of_id is null
      group by 1, 2`,
    values: [companyId, times.firstHour.toISOString(), times.now.toISOString()],
  });

interface OperatorLoad {
  readonly id: number;
  readonly open: number;
  readonly overdue: number;
  readonly closed: number;
}

/**
 * Counts each operator's open new accidents, those with an overdue call, and the accidents that the operator closed
 * today.
 */
const countLoads = ({ read, companyId, times }: CountQuery): Promise<OperatorLoad[]> =>
  read<OperatorLoad>({
    name: 'room_loads',
    text: `select operator_id as id, sum(open)::int as open, sum(overdue)::int as overdue, sum(closed)::int as closed from (
        select operator_id, count(*) as open, count(*) filter (where next_call_at <= $2) as overdue, 0 as closed
          from accident where company_id = $1 and operator_id is not null and finished_at is null and status = 'opened'
          group by 1
        union all select operator_id, 0, 0, count(*)
          from accident where company_id = $1 and operator_id is not null and status = 'closed'
            and finished_at between $3 and $2 and duplicate_of_id is null group by 1) each
      group by 1 order by 2 desc, 1`,
    values: [companyId, times.now.toISOString(), times.today.toISOString()],
  });

/** Names of present and former users. */
export const readNames = async (
  { read, companyId }: Pick<CountQuery, 'read' | 'companyId'>,
  ids: readonly number[],
): Promise<Map<number, string>> => {
  const rows = await read<{ id: number; name: string }>({
    text: 'select id, full_name as name from account where company_id = $1 and id = any($2::bigint[])',
    values: [companyId, [...ids]],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const statuses: readonly AccidentStatus[] = ['opened', 'closed', 'notvalid'];

/** Only processed accidents can be duplicates, and an event with duplicates counts once. */
export const toFigure = (
  List: AccidentStatus,
  Count: number,
  Filter: ControlRoomFigure['Filter'],
): ControlRoomFigure => ({
  Count,
  List,
  Filter: List === 'closed' ? { ...Filter, DuplicateOfEmpty: true } : Filter,
});
/**
 * Returns the moment one millisecond earlier. The link to a list needs it, because the end of a filter is inclusive.
 */
export const oneMsBefore = (moment: string): string => new Date(Date.parse(moment) - 1).toISOString();

const readNewFigures = async (
  countQuery: CountQuery,
): Promise<Pick<ControlRoomData, 'Waiting' | 'Overdue' | 'Unreliable'>> => {
  const { overdue, unreliable, countsByAge, bounds } = await countNewByAge(countQuery);
  return {
    Waiting: ageBoundsHours.map((FromHours, index) => {
      const olderBound = bounds[index + 1];
      const fromFilter: ControlRoomFigure['Filter'] =
        olderBound === undefined ? {} : { CrashDateTimeFrom: new Date(Date.parse(olderBound) + 1).toISOString() };
      const Filter = { ...fromFilter, CrashDateTimeTo: bounds[index] as string };
      return {
        FromHours,
        ToHours: ageBoundsHours[index + 1] ?? null,
        ...toFigure('opened', countsByAge[index] ?? 0, Filter),
      };
    }),
    Overdue: toFigure('opened', overdue, { DateTimeOfNextCallTo: countQuery.times.now.toISOString() }),
    Unreliable: toFigure('opened', unreliable, { Unreliable: true }),
  };
};

const readFirstContactFigures = async (countQuery: CountQuery): Promise<ControlRoomData['FirstContact']> => {
  const rows = await countFirstContacts(countQuery);
  const { weekAgo, now } = countQuery.times;
  const Filter = { FirstContactAtFrom: weekAgo.toISOString(), FirstContactAtTo: now.toISOString() };
  const total = rows.find(({ status }) => status === null);
  const toMinutes = (seconds: number | null | undefined) => (seconds == null ? null : Math.round(seconds / 6) / 10);
  return {
    MedianMin: toMinutes(total?.seconds),
    EarlierMedianMin: toMinutes(total?.earlierSeconds),
    OnTimeShare: total?.onTimeShare == null ? null : Math.round(total.onTimeShare * 100) / 100,
    Of: statuses.map(list => toFigure(list, rows.find(({ status }) => status === list)?.count ?? 0, Filter)),
  };
};

const readOutcomeFigures = async (countQuery: CountQuery): Promise<Pick<ControlRoomData, 'Outcomes' | 'Models'>> => {
  const [models, mini] = await Promise.all([countOutcomes(countQuery), countMiniLosses(countQuery)]);
  const { monthAgo, now } = countQuery.times;
  const month = { CrashDateTimeFrom: monthAgo.toISOString(), CrashDateTimeTo: now.toISOString() };
  const byStatusIds = (ids: readonly number[]) => ({ ...month, StatusOfRoadAccidentID: ids.join() });
  const sumOf = (key: 'confirmed' | 'notConfirmed') => models.reduce((sum, item) => sum + item[key], 0);
  return {
    Outcomes: {
      Confirmed: toFigure('closed', sumOf('confirmed'), byStatusIds(confirmedStatuses)),
      NotConfirmed: toFigure('closed', sumOf('notConfirmed'), byStatusIds(notConfirmedIds)),
      Mini: toFigure('notvalid', mini, month),
    },
    Models: models
      .filter(({ confirmed, notConfirmed }) => confirmed + notConfirmed > 0)
      .sort((a, b) => b.notConfirmed - a.notConfirmed || b.confirmed - a.confirmed)
      .map(({ model, confirmed, notConfirmed }) => {
        const extraFilter: ControlRoomFigure['Filter'] =
          model === '' ? { DeviceModelEmpty: true } : { DeviceModelIs: model };
        return {
          Model: model || null,
          NotConfirmed: toFigure('closed', notConfirmed, { ...byStatusIds(notConfirmedIds), ...extraFilter }),
          Confirmed: toFigure('closed', confirmed, { ...byStatusIds(confirmedStatuses), ...extraFilter }),
        };
      }),
  };
};

const readHourFigures = async (countQuery: CountQuery): Promise<ControlRoomData['Hours']> => {
  const rows = await countHours(countQuery);
  const { firstHour, now } = countQuery.times;
  return Array.from({ length: 24 }, (_, hour) => {
    const From = new Date(firstHour.getTime() + hour * hourMs).toISOString();
    const end = new Date(firstHour.getTime() + (hour + 1) * hourMs).toISOString();
    const to = end > now.toISOString() ? now.toISOString() : oneMsBefore(end);
    const countOf = (list: AccidentStatus) =>
      toFigure(list, rows.find(row => row.hour === hour && row.status === list)?.count ?? 0, {
        CrashDateTimeFrom: From,
        CrashDateTimeTo: to,
      });
    return { From, Opened: countOf('opened'), Closed: countOf('closed'), Notvalid: countOf('notvalid') };
  });
};

const readOperatorFigures = async (
  countQuery: CountQuery,
  open: number,
  overdue: number,
): Promise<ControlRoomData['Operators']> => {
  const loads = await countLoads(countQuery);
  const names = await readNames(
    countQuery,
    loads.map(({ id }) => id),
  );
  const { now, today } = countQuery.times;
  const overdueFilter = { DateTimeOfNextCallTo: now.toISOString() };
  const sumLoads = (key: 'open' | 'overdue') => loads.reduce((total, item) => total + item[key], 0);
  const unassignedFilter = { OperatorIdEmpty: true };
  return [
    ...loads.map(load => {
      const extraFilter = { OperatorId: load.id };
      return {
        Id: load.id,
        Name: names.get(load.id) ?? null,
        Open: toFigure('opened', load.open, extraFilter),
        Overdue: toFigure('opened', load.overdue, { ...extraFilter, ...overdueFilter }),
        ClosedToday: toFigure('closed', load.closed, {
          ...extraFilter,
          FinishedAtFrom: today.toISOString(),
          FinishedAtTo: now.toISOString(),
        }),
      };
    }),
    {
      Id: null,
      Name: null,
      Open: toFigure('opened', open - sumLoads('open'), unassignedFilter),
      Overdue: toFigure('opened', overdue - sumLoads('overdue'), { ...unassignedFilter, ...overdueFilter }),
      ClosedToday: null,
    },
  ];
};

export const readTimeZone = async ({ db }: Pick<Context, 'db'>, companyId: number): Promise<string> => {
  const company = db.selectFrom('company').select('time_zone').where('id', '=', companyId);
  return (await company.executeTakeFirstOrThrow()).time_zone;
};

export const readControlRoom = async (context: Context, caller: Caller): Promise<ControlRoomData> => {
  const { companyId } = caller;
  const times = computeTimeBounds(context.now(), await readTimeZone(context, companyId));
  const countQuery = { read: createQueryRunner(context, caller), companyId, times };
  const [newFigures, FirstContact, outcomeFigures, Hours] = await Promise.all([
    readNewFigures(countQuery),
    readFirstContactFigures(countQuery),
    readOutcomeFigures(countQuery),
    readHourFigures(countQuery),
  ]);
  const [row] = await countQuery.read<{ open: number }>({
    text: `select coalesce(sum(total), 0)::int as open from row_total
      where company_id = $1 and list = 'accidents' and bucket = 'opened'`,
    values: [companyId],
  });
  const Operators = await readOperatorFigures(countQuery, row?.open ?? 0, newFigures.Overdue.Count);
  return {
    At: times.now.toISOString(),
    TimeZone: times.zone,
    ...newFigures,
    FirstContact,
    ...outcomeFigures,
    Hours,
    Operators,
  };
};
