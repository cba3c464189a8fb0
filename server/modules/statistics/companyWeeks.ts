import type { RoomScores } from '../../../src/contract/calls/room.ts';
import { wallClock } from '../../../src/schema/kinds/zone.ts';
import type { Context } from '../../context.ts';
import { reading } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import type { Sums } from '../../domain/score/sums.ts';
import type { Caller } from '../../transaction.ts';
import { explained } from './figures.ts';
import { addDays } from './object.ts';
import { summedSql } from './sumColumns.ts';

const weeks = 12;
const weekDays = 7;

interface Week extends Sums {
  readonly week: number;
  readonly drivers: number;
}

const scoreOf = (sums: Sums): number | null => {
  const { scoreTenths } = explained(sums, null);
  return scoreTenths === null ? null : scoreTenths / 10;
};

/** The company's score for each week, over the kilometres of all vehicles together. The last week ends yesterday. */
export const scoresByWeek = async (context: Context, caller: Caller): Promise<RoomScores> => {
  const { companyId } = caller;
  const { time_zone: zone } = await context.db
    .selectFrom('company')
    .select('time_zone')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const last = addDays(wallClock(context.now(), zone).slice(0, 10), -1);
  const first = addDays(last, 1 - weeks * weekDays);
  const values = new Values();
  const text = `select (day - ${values.add(first)}::date) / ${weekDays} as week, ${summedSql},
      count(distinct object_id) filter (where distance_m > 0)::int as drivers
    from object_day where company_id = ${values.add(companyId)} and day between ${values.add(first)}::date
      and ${values.add(last)}::date group by 1`;
  const rows = await reading(context, caller)<Week>({ text, values: values.list });
  return {
    Weeks: Array.from({ length: weeks }, (_, week) => {
      const row = rows.find(each => each.week === week);
      const From = addDays(first, week * weekDays);
      const To = addDays(From, weekDays - 1);
      return { From, To, Score: row ? scoreOf(row) : null, Drivers: row?.drivers ?? 0 };
    }),
  };
};
