import type { Room, RoomFigure } from '../../../src/contract/calls/room.ts';
import type { AccidentStatus } from '../../../src/contract/shapes/accident.ts';
import { hourMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import { reading } from '../../db/read.ts';
import type { Caller } from '../../transaction.ts';
import {
  ages,
  type Counting,
  confirmedIds,
  countContacted,
  countHours,
  countLoads,
  countMini,
  countOutcomes,
  countWaiting,
  notConfirmedIds,
  readNames,
} from './counting.ts';
import { momentsOf } from './moments.ts';

const statuses: readonly AccidentStatus[] = ['opened', 'closed', 'notvalid'];

const figure = (List: AccidentStatus, Count: number, Filter: RoomFigure['Filter']): RoomFigure => ({
  Count,
  List,
  Filter,
});
/** The last moment before another, because bounds of filters are inclusive. */
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
