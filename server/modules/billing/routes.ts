import type { Context, HandlersOf } from '../../context.ts';
import { reading } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import { activeDays } from './active.ts';

type Names = 'GET /api/v2/Billing/vouchers/count';

interface Counts {
  readonly Active: number;
  readonly Began: number;
  readonly Ended: number;
  readonly VoucherDays: number;
}

export const billingHandlers = (context: Context): HandlersOf<Names> => ({
  'GET /api/v2/Billing/vouchers/count': async ({ caller, query: { month } }) => {
    const { companyId } = caller;
    const at = { companyId, month, nowIso: context.now().toISOString() };
    const { isActive, isFirst, daysOfAll, began, ended } = activeDays(at);
    const values = new Values();
    const vouchers = (which: string) =>
      `(select count(*)::int from voucher where company_id = ${values.add(companyId)} and ${which})`;
    const text = `select (count(*) filter (where ${isFirst(values)}))::int as "Active",
        ${vouchers(began(values))} as "Began", ${vouchers(ended(values))} as "Ended",
        coalesce(${daysOfAll(values)}, 0) as "VoucherDays"
      from device_period period where company_id = ${values.add(companyId)} and ${isActive(values)}`;
    const [counts] = await reading(context, caller)<Counts>({ text, values: values.list });
    return { Month: month, ...(counts as Counts) };
  },
});
