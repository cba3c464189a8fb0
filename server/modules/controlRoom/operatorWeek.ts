import type { OperatorWeek, OperatorWeekFigures } from '../../../src/contract/calls/controlRoom.ts';
import { callResult, confirmedStatuses } from '../../../src/contract/workStatuses.ts';
import { dateRules } from '../../../src/schema/kinds/dates.ts';
import { minuteMs } from '../../../src/schema/kinds/time.ts';
import { momentAt, wallClock } from '../../../src/schema/kinds/zone.ts';
import type { Context } from '../../context.ts';
import { createQueryRunner, type QueryRunner } from '../../db/read.ts';
import { invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { addDays } from '../statistics/service.ts';
import { notConfirmedIds, oneMsBefore, readNames, readTimeZone, toFigure } from './figures.ts';

const daysPerWeek = 7;
/** Delay of a promised phone call, minutes, from which the call counts as missed. */
const promiseGraceMin = 15;
/** Results of phone calls that the client did not answer. A call planned after one of them was promised to nobody. */
const unansweredIds = [callResult.noAnswer, callResult.busy, callResult.unavailable];

interface WeekQuery {
  readonly read: QueryRunner;
  readonly companyId: number;
  readonly nowIso: string;
  /** First moment of the week. */
  readonly fromIso: string;
  /** First moment after the week. */
  readonly endIso: string;
}

/** Figures of one operator. `isTotal` marks the row of the whole company, which also has cases without an operator. */
interface Counted {
  readonly id: number | null;
  readonly isTotal: boolean;
}

interface FinishedRow extends Counted {
  readonly closed: number;
  readonly confirmed: number;
  readonly notConfirmed: number;
  readonly mini: number;
  readonly handlingMin: number | null;
}

/**
 * Counts the cases that each operator finished in the week, by outcome. `handlingMin`: median time from the first claim
 * of a case to its end, minutes. Cases that nobody claimed, such as those of a bulk change, have no such time.
 */
const countFinished = ({ read, companyId, fromIso, endIso }: WeekQuery): Promise<FinishedRow[]> =>
  read<FinishedRow>({
    name: 'room_week_finished',
    text: `select operator_id as id, grouping(operator_id) = 1 as "isTotal",
        count(*) filter (where status = 'closed')::int as closed,
        count(*) filter (where status = 'closed' and status_of_road_accident_id = any($4::int[]))::int as confirmed,
        count(*) filter (where status = 'closed' and status_of_road_accident_id = any($5::int[]))::int as "notConfirmed",
        count(*) filter (where status = 'notvalid')::int as mini,
        percentile_cont(0.5) within group (order by extract(epoch from finished_at - claim.at)::float8 / 60) as "handlingMin"
      from accident left join lateral (select min(at) as at from audit where audit.company_id = accident.company_id
        and entity = 'accident' and entity_id = accident.id and action in ('lock', 'takeOver') and at <= finished_at) claim on true
      where accident.company_id = $1 and finished_at >= $2 and finished_at < $3 and status in ('closed', 'notvalid')
        and duplicate_of_id is null
      group by grouping sets ((operator_id), ())`,
    values: [companyId, fromIso, endIso, confirmedStatuses, notConfirmedIds],
  });

interface CountRow extends Counted {
  readonly count: number;
}

/** Counts the cases that each operator claimed in the week. A case that two operators claimed is one case in total. */
const countTaken = ({ read, companyId, fromIso, endIso }: WeekQuery): Promise<CountRow[]> =>
  read<CountRow>({
    name: 'room_week_taken',
    text: `select actor_id as id, grouping(actor_id) = 1 as "isTotal", count(distinct entity_id)::int as count
      from audit where company_id = $1 and entity = 'accident' and action in ('lock', 'takeOver') and at >= $2 and at < $3
      group by grouping sets ((actor_id), ())`,
    values: [companyId, fromIso, endIso],
  });

const countCalls = ({ read, companyId, fromIso, endIso }: WeekQuery): Promise<CountRow[]> =>
  read<CountRow>({
    name: 'room_week_calls',
    text: `select author_id as id, grouping(author_id) = 1 as "isTotal", count(*)::int as count
      from accident_call where company_id = $1 and at >= $2 and at < $3 group by grouping sets ((author_id), ())`,
    values: [companyId, fromIso, endIso],
  });

/**
 * Counts the phone calls that each operator promised a client for the week and that nobody made. A call of any operator
 * up to 15 minutes late keeps the promise, and the end of the case cancels it.
 */
const countMissed = ({ read, companyId, nowIso, fromIso, endIso }: WeekQuery): Promise<CountRow[]> => {
  const latestIso = new Date(Date.parse(nowIso) - promiseGraceMin * minuteMs).toISOString();
  return read<CountRow>({
    name: 'room_week_missed',
    text: `select author_id as id, grouping(author_id) = 1 as "isTotal", count(*)::int as count
      from accident_call promise join accident on accident.company_id = promise.company_id and accident.id = accident_id
      where promise.company_id = $1 and promise.next_call_at >= $2 and promise.next_call_at < least($3::timestamptz, $4)
        and result_id <> all($5::int[]) and (finished_at is null or finished_at > promise.next_call_at)
        and not exists (select 1 from accident_call later where later.company_id = promise.company_id
          and later.accident_id = promise.accident_id and later.id > promise.id
          and later.at <= promise.next_call_at + ${promiseGraceMin} * interval '1 minute')
      group by grouping sets ((author_id), ())`,
    values: [companyId, fromIso, endIso, latestIso, unansweredIds],
  });
};

/** Returns the Monday of the week that contains the day. */
const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % daysPerWeek));

/**
 * Reads what each operator did in the seven days from `from`, by default the present week from Monday on. Days are those
 * of the company's time zone. Operators who did nothing are left out.
 */
export const readOperatorWeek = async (
  context: Context,
  caller: Pick<Caller, 'companyId' | 'accountId'>,
  from?: string,
): Promise<OperatorWeek> => {
  const { companyId } = caller;
  const now = context.now();
  const fault = from === undefined ? undefined : dateRules.fault(from, { kind: 'date' }, now);
  if (fault) throw invalid({ field: 'from', ...fault });
  const zone = await readTimeZone(context, companyId);
  const From = from ?? mondayOf(wallClock(now, zone).slice(0, 10));
  const To = addDays(From, daysPerWeek - 1);
  const dayStartIso = (day: string) => momentAt(`${day}T00:00:00`, zone).toISOString();
  const query: WeekQuery = {
    read: createQueryRunner(context, caller),
    companyId,
    nowIso: now.toISOString(),
    fromIso: dayStartIso(From),
    endIso: dayStartIso(addDays(From, daysPerWeek)),
  };
  const [finished, taken, calls, missed] = await Promise.all([
    countFinished(query),
    countTaken(query),
    countCalls(query),
    countMissed(query),
  ]);
  const week = { FinishedAtFrom: query.fromIso, FinishedAtTo: oneMsBefore(query.endIso) };
  const figuresOf = (isSubject: (row: Counted) => boolean, subject: { OperatorId?: number }): OperatorWeekFigures => {
    const countOf = (rows: readonly CountRow[]) => rows.find(isSubject)?.count ?? 0;
    const ended = finished.find(isSubject);
    const filter = { ...subject, ...week };
    const byStatusIds = (ids: readonly number[]) => ({ ...filter, StatusOfRoadAccidentID: ids.join() });
    return {
      Taken: countOf(taken),
      Closed: toFigure('closed', ended?.closed ?? 0, filter),
      Confirmed: toFigure('closed', ended?.confirmed ?? 0, byStatusIds(confirmedStatuses)),
      NotConfirmed: toFigure('closed', ended?.notConfirmed ?? 0, byStatusIds(notConfirmedIds)),
      Mini: toFigure('notvalid', ended?.mini ?? 0, filter),
      Calls: countOf(calls),
      MissedCalls: countOf(missed),
      HandlingMin: ended?.handlingMin == null ? null : Math.round(ended.handlingMin * 10) / 10,
    };
  };
  const rows: readonly Counted[] = [...finished, ...taken, ...calls, ...missed];
  const ids = [...new Set(rows.flatMap(({ id, isTotal }) => (isTotal || id === null ? [] : [id])))];
  const names = await readNames(query, ids);
  return {
    From,
    To,
    TimeZone: zone,
    Operators: ids
      .map(Id => ({
        Id,
        Name: names.get(Id) ?? null,
        ...figuresOf(({ id, isTotal }) => !isTotal && id === Id, { OperatorId: Id }),
      }))
      .sort(
        (a, b) => b.Closed.Count + b.Mini.Count - a.Closed.Count - a.Mini.Count || b.Calls - a.Calls || a.Id - b.Id,
      ),
    Total: figuresOf(({ isTotal }) => isTotal, {}),
  };
};
