import type { Condition } from '../../engine/table/statement.ts';

/** A company and the month to bill, such as `2026-01`. */
export interface Billed {
  readonly companyId: number;
  readonly month: string;
  readonly nowIso: string;
}

/** SQL for the active days of vouchers in a month. Each part adds the query parameters that it needs. */
export interface ActiveDays {
  /**
   * For the table `voucher`: whether the voucher was active in the month (`wasActive`), and on how many days (`days`).
   */
  readonly wasActive: Condition;
  readonly days: Condition;
  /** Source that replaces the table `voucher`: all vouchers that were active in the month, with their `days`. */
  readonly billed: Condition;
  /** For the table `voucher`: whether its activity began (`began`) or ended (`ended`) in the month. */
  readonly began: Condition;
  readonly ended: Condition;
  /**
   * For the table `device_period`, named `period` in the query. `isActive`: the period overlaps the month. `isFirst`:
   * it is its voucher's first period in the month. `daysOfAll`: the sum of days of all periods.
   */
  readonly isActive: Condition;
  readonly isFirst: Condition;
  readonly daysOfAll: Condition;
}

/**
 * Builds the conditions. A voucher is active while a device works under it and counts: not before installation, after
 * removal or during a suspension.
 * Days are those of the company's time zone, each counted once. The current month counts up to today.
 */
export const activeDays = ({ companyId, month, nowIso }: Billed): ActiveDays => {
  type Add = Parameters<Condition>[0];
  // Each part is built where it is used, because PostgreSQL requires every query parameter to be used. A subquery on
  // the company is computed once and not for each row.
  const ofCompany = (values: Add, what: string) =>
    `(select ${what} from company where id = ${values.add(companyId)}::bigint)`;
  const zone = (values: Add) => ofCompany(values, 'time_zone');
  const first = (values: Add) => `${values.add(`${month}-01`)}::date`;
  const next = (values: Add) => `(${first(values)} + interval '1 month')::date`;
  const today = (values: Add) => ofCompany(values, `(${values.add(nowIso)}::timestamptz at time zone time_zone)::date`);
  const over = (values: Add) => ofCompany(values, `least(${next(values)}, ${today(values)} + 1)`);
  const midnight = (values: Add, day: string) => ofCompany(values, `${day}::timestamp at time zone time_zone`);
  const monthBegins = (values: Add) => midnight(values, first(values));
  const dayOf = (values: Add, moment: string) => `(${moment} at time zone ${zone(values)})::date`;
  const begins = (values: Add) => dayOf(values, 'period.from_at');
  // Most periods cover the whole month, so no day is computed for them. A period that ended at midnight was not active
  // on the day that begins then.
  const firstDay = (values: Add) =>
    `case when period.from_at <= ${monthBegins(values)} then ${first(values)} else ${begins(values)} end`;
  const dayAfter = (values: Add) =>
    `case when period.to_at < ${midnight(values, over(values))}
      then ${dayOf(values, "(period.to_at - interval '1 millisecond')")} + 1 else ${over(values)} end`;
  const isActive = (values: Add) =>
    `(period.scored and ${first(values)} <= ${today(values)} and period.from_at < ${midnight(values, over(values))}
      and (period.to_at is null or period.to_at > greatest(${monthBegins(values)}, period.from_at)))`;
  // A period from before the month is its voucher's first, because the periods of a voucher follow one another. So it
  // needs no check.
  const earlier = (values: Add, since: string) =>
    `(period.from_at > ${monthBegins(values)} and exists (select from device_period earlier
      where earlier.company_id = ${values.add(companyId)}::bigint and earlier.voucher_id = period.voucher_id and earlier.scored
        and earlier.from_at < period.from_at and earlier.to_at > greatest(${since}, earlier.from_at)))`;
  const dayBegun = (values: Add) => earlier(values, `(${begins(values)}::timestamp at time zone ${zone(values)})`);
  const daysOfAll = (values: Add) =>
    `sum((${dayAfter(values)}) - (${firstDay(values)}) - (case when ${dayBegun(values)} then 1 else 0 end))::int`;
  const ofVoucher = (values: Add) =>
    `from device_period period where period.company_id = ${values.add(companyId)}::bigint and period.voucher_id = voucher.id
      and ${isActive(values)}`;
  return {
    wasActive: values => `exists (select ${ofVoucher(values)})`,
    days: values => `(select ${daysOfAll(values)} ${ofVoucher(values)})`,
    billed: values => `(select voucher.*, days from voucher join (
      select company_id, voucher_id, ${daysOfAll(values)} as days from device_period period
      where company_id = ${values.add(companyId)} and ${isActive(values)} group by 1, 2) billed
      on billed.company_id = voucher.company_id and billed.voucher_id = voucher.id) voucher`,
    began: values =>
      `(voucher.activated_at >= ${monthBegins(values)} and voucher.activated_at < ${midnight(values, over(values))})`,
    ended: values => `(voucher.activated_at is not null and voucher.closed_at > ${monthBegins(values)}
      and voucher.closed_at <= ${midnight(values, next(values))})`,
    isActive,
    isFirst: values => `not ${earlier(values, monthBegins(values))}`,
    daysOfAll,
  };
};
