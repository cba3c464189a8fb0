import type { Condition } from '../../table/statement.ts';

/** The month that is asked for, and of which company: `2026-01`. */
export interface Billed {
  readonly companyId: number;
  readonly month: string;
  readonly nowIso: string;
}

/** SQL over `voucher`; each adds the values it needs. */
export interface ActiveDays {
  /** The voucher was active on at least one day of the month. */
  readonly wasActive: Condition;
  /** On how many days. */
  readonly days: Condition;
  /** It began, and it ended, in the month. */
  readonly began: Condition;
  readonly ended: Condition;
}

/**
 * When a voucher is active: from its activation up to its closing. Days are those of the company's time zone; of the
 * month that is not over, those up to today.
 */
export const activeDays = ({ companyId, month, nowIso }: Billed): ActiveDays => {
  type Add = Parameters<Condition>[0];
  // Each is written where it is used alone: PostgreSQL wants a use for every value.
  const zone = (values: Add) => `(select time_zone from company where id = ${values.add(companyId)}::bigint)`;
  const first = (values: Add) => `${values.add(`${month}-01`)}::date`;
  const next = (values: Add) => `(${first(values)} + interval '1 month')::date`;
  const today = (values: Add) => `(${values.add(nowIso)}::timestamptz at time zone ${zone(values)})::date`;
  const begins = (values: Add) => `(voucher.activated_at at time zone ${zone(values)})::date`;
  // Closed at midnight it was not active on the day that begins then.
  const ends = (values: Add) => `((voucher.closed_at - interval '1 millisecond') at time zone ${zone(values)})::date`;
  return {
    wasActive: values =>
      `(${first(values)} <= ${today(values)} and voucher.activated_at < least(${next(values)}, ${today(values)} + 1)::timestamp at time zone ${zone(values)}
        and (voucher.closed_at is null or voucher.closed_at > ${first(values)}::timestamp at time zone ${zone(values)}))`,
    days: values =>
      `(least(${next(values)} - 1, ${today(values)}, greatest(coalesce(${ends(values)}, ${next(values)}), ${begins(values)}))
        - greatest(${first(values)}, ${begins(values)}) + 1)`,
    began: values => `${begins(values)} >= ${first(values)}`,
    ended: values => `coalesce(${ends(values)} < ${next(values)}, false)`,
  };
};
