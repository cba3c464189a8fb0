import type { Context, HandlersOf } from '../../context.ts';
import { reading } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import { activeDays } from './active.ts';

type Names = 'GET /api/v2/Billing/vouchers/count';

export const billingHandlers = (context: Context): HandlersOf<Names> => ({
  'GET /api/v2/Billing/vouchers/count': async ({ caller, query: { month } }) => {
    const { companyId } = caller;
    const { wasActive, days, began, ended } = activeDays({ companyId, month, nowIso: context.now().toISOString() });
    const values = new Values();
    const text = `select count(*)::int as "Active", (count(*) filter (where ${began(values)}))::int as "Began",
        (count(*) filter (where ${ended(values)}))::int as "Ended", coalesce(sum(${days(values)}), 0)::int as "VoucherDays"
      from voucher where company_id = ${values.add(companyId)} and ${wasActive(values)}`;
    const [counts] = await reading(
      context,
      caller.accountId,
    )<{
      Active: number;
      Began: number;
      Ended: number;
      VoucherDays: number;
    }>({ text, values: values.list });
    return { Month: month, ...(counts ?? { Active: 0, Began: 0, Ended: 0, VoucherDays: 0 }) };
  },
});
