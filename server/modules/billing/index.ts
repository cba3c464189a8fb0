import { createQueryRunner } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import { defineModule } from '../../module.ts';
import { activeDays } from './activeDays.ts';

interface Counts {
  readonly Active: number;
  readonly Began: number;
  readonly Ended: number;
  readonly VoucherDays: number;
}

export const billing = defineModule({
  calls: ({ context }) => ({
    'GET /api/v2/Billing/vouchers/count': async ({ caller, query: { month } }) => {
      const { companyId } = caller;
      const billingPeriod = { companyId, month, nowIso: context.now().toISOString() };
      const { isActive, isFirstPeriod, totalDays, beganInMonth, endedInMonth } = activeDays(billingPeriod);
      const values = new Values();
      const countVouchers = (condition: string) =>
        `(select count(*)::int from voucher where company_id = ${values.add(companyId)} and ${condition})`;
      const text = `select (count(*) filter (where ${isFirstPeriod(values)}))::int as "Active",
          ${countVouchers(beganInMonth(values))} as "Began", ${countVouchers(endedInMonth(values))} as "Ended",
          coalesce(${totalDays(values)}, 0) as "VoucherDays"
        from device_period period where company_id = ${values.add(companyId)} and ${isActive(values)}`;
      const [counts] = await createQueryRunner(context, caller)<Counts>({ text, values: values.list });
      return { Month: month, ...(counts as Counts) };
    },
  }),
});
