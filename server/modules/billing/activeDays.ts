import type { Condition } from '../../engine/table/statement.ts';

/** A company and the month to bill, such as `2026-01`. */
export interface BillingPeriod {
  readonly companyId: number;
  readonly month: string;
  readonly nowIso: string;
}

/** SQL for the active days of vouchers in a month. Each part adds the query parameters that it needs. */
export interface ActiveDays {
  /**
   * For the table `voucher`: whether the voucher was active in the month (`wasActive`), and on how many days
   * (`dayCount`).
   */
  readonly wasActive: Condition;
  readonly dayCount: Condition;
  /** Source that replaces the table `voucher`: all vouchers that were active in the month, with their `days`. */
  readonly billedSource: Condition;
  /** For the table `voucher`: whether its activity began (`beganInMonth`) or ended (`endedInMonth`) in the month. */
  readonly beganInMonth: Condition;
  readonly endedInMonth: Condition;
  /**
   * For the table `device_period`, named `period` in the query. `isActive`: the period overlaps the month.
   * `isFirstPeriod`: it is its voucher's first period in the month. `totalDays`: the sum of days of all periods.
   */
  readonly isActive: Condition;
  readonly isFirstPeriod: Condition;
  readonly totalDays: Condition;
}

/**
 * Builds the conditions. A voucher is active while a device works under it and counts: not before installation, after
 * removal or during a suspension.
 * Days are those of the company's time zone, each counted once. The current month counts up to today.
 */
export const activeDays = ({ companyId, month, nowIso }: BillingPeriod): ActiveDays => {
  type ParameterList = Parameters<Condition>[0];
  // Each part is built where it is used, because PostgreSQL requires every query parameter to be used. A subquery on
  // the company is computed once and not for each row.
  const selectFromCompany = (values: ParameterList, expression: string) =>
    `(select ${expression} from company where id = ${values.add(companyId)}::bigint)`;
  const timeZoneSql = (values: ParameterList) => selectFromCompany(values, 'time_zone');
  const firstOfMonth = (values: ParameterList) => `${values.add(`${month}-01`)}::date`;
  const firstOfNextMonth = (values: ParameterList) => `(${firstOfMonth(values)} + interval '1 month')::date`;
  const todaySql = (values: ParameterList) =>
    selectFromCompany(values, `(${values.add(nowIso)}::timestamptz at time zone time_zone)::date`);
  const dayAfterLast = (values: ParameterList) =>
    selectFromCompany(values, `least(${firstOfNextMonth(values)}, ${todaySql(values)} + 1)`);
  const midnight = (values: ParameterList, day: string) =>
    selectFromCompany(values, `${day}::timestamp at time zone time_zone`);
  const monthStart = (values: ParameterList) => midnight(values, firstOfMonth(values));
  const localDate = (values: ParameterList, moment: string) => `(${moment} at time zone ${timeZoneSql(values)})::date`;
  const periodStartDay = (values: ParameterList) => localDate(values, 'period.from_at');
  // Most periods cover the whole month, so no day is computed for them. A period that ended at midnight was not active
  // on the day that begins then.
  const firstActiveDay = (values: ParameterList) =>
    `case when period.from_at <= ${monthStart(values)} then ${firstOfMonth(values)} else ${periodStartDay(values)} end`;
  const dayAfterLastActive = (values: ParameterList) =>
    `case when period.to_at < ${midnight(values, dayAfterLast(values))}
      then ${localDate(values, "(period.to_at - interval '1 millisecond')")} + 1 else ${dayAfterLast(values)} end`;
  const isActive = (values: ParameterList) =>
    `(period.scored and ${firstOfMonth(values)} <= ${todaySql(values)} and period.from_at < ${midnight(values, dayAfterLast(values))}
      and (period.to_at is null or period.to_at > greatest(${monthStart(values)}, period.from_at)))`;
  // The periods of a voucher follow one another. So a period that began before the month is the voucher's first in the
  // month. An earlier period is searched only for a period that began within the month.
  const hasEarlierPeriod = (values: ParameterList, since: string) =>
    `(period.from_at > ${monthStart(values)} and exists (select from device_period earlier
      where earlier.company_id = ${values.add(companyId)}::bigint and earlier.voucher_id = period.voucher_id and earlier.scored
        and earlier.from_at < period.from_at and earlier.to_at > greatest(${since}, earlier.from_at)))`;
  const isStartDayCounted = (values: ParameterList) =>
    hasEarlierPeriod(values, `(${periodStartDay(values)}::timestamp at time zone ${timeZoneSql(values)})`);
  const totalDays = (values: ParameterList) =>
    `sum((${dayAfterLastActive(values)}) - (${firstActiveDay(values)}) - (case when ${isStartDayCounted(values)} then 1 else 0 end))::int`;
  const voucherPeriods = (values: ParameterList) =>
    `from device_period period where period.company_id = ${values.add(companyId)}::bigint and period.voucher_id = voucher.id
      and ${isActive(values)}`;
  return {
    wasActive: values => `exists (select ${voucherPeriods(values)})`,
    dayCount: values => `(select ${totalDays(values)} ${voucherPeriods(values)})`,
    billedSource: values => `(select voucher.*, days from voucher join (
      select company_id, voucher_id, ${totalDays(values)} as days from device_period period
      where company_id = ${values.add(companyId)} and ${isActive(values)} group by 1, 2) billed
      on billed.company_id = voucher.company_id and billed.voucher_id = voucher.id) voucher`,
    beganInMonth: values =>
      `(voucher.activated_at >= ${monthStart(values)} and voucher.activated_at < ${midnight(values, dayAfterLast(values))})`,
    endedInMonth: values => `(voucher.activated_at is not null and voucher.closed_at > ${monthStart(values)}
      and voucher.closed_at <= ${midnight(values, firstOfNextMonth(values))})`,
    isActive,
    isFirstPeriod: values => `not ${hasEarlierPeriod(values, monthStart(values))}`,
    totalDays,
  };
};
