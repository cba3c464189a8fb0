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
  const parts: (values: Parameters<Condition>[0]) => Readonly<Record<string, string>> = values => {
    const zone = `(select time_zone from company where id = ${values.add(companyId)}::bigint)`;
    const first = `${values.add(`${month}-01`)}::date`;
    const next = `(${first} + interval '1 month')::date`;
    const today = `(${values.add(nowIso)}::timestamptz at time zone ${zone})::date`;
    const begins = `(voucher.activated_at at time zone ${zone})::date`;
    // Closed at midnight it was not active on the day that begins then.
    const ends = `((voucher.closed_at - interval '1 millisecond') at time zone ${zone})::date`;
    return { zone, first, next, today, begins, ends };
  };
  return {
    wasActive: values => {
      const { zone, first, next, today } = parts(values);
      return `(voucher.activated_at < least(${next}, ${today} + 1)::timestamp at time zone ${zone}
        and (voucher.closed_at is null or voucher.closed_at > ${first}::timestamp at time zone ${zone}))`;
    },
    days: values => {
      const { first, next, today, begins, ends } = parts(values);
      return `greatest(1, least(${next} - 1, ${today}, coalesce(greatest(${ends}, ${begins}), ${next})) - greatest(${first}, ${begins}) + 1)`;
    },
    began: values => {
      const { first, begins } = parts(values);
      return `${begins} >= ${first}`;
    },
    ended: values => {
      const { next, ends } = parts(values);
      return `coalesce(${ends} < ${next}, false)`;
    },
  };
};
