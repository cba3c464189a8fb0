import { billedVouchers } from '../../../src/resources/billedVouchers.ts';
import { defineTable } from '../../engine/table/define.ts';
import { activeDays } from './active.ts';

export const billedVouchersTable = defineTable(billedVouchers, {
  source: 'voucher',
  columns: {
    VoucherNumber: 'number',
    VehicleRegNumber: 'reg_number',
    VoucherActivationDate: 'activated_at',
    VoucherClosureDate: 'closed_at',
  },
  cache: 'none',
  computed: { names: ['Days'] },
  visible: ({ query, companyId, nowIso }) => {
    const { wasActive, days, billed } = activeDays({ companyId, month: String(query.month), nowIso });
    // Sorted by days, all rows are computed first in one statement. Otherwise those of the page are computed one by
    // one.
    if (String(query.sort).startsWith('Days-')) return { from: billed, columns: { Days: () => 'days' }, where: [] };
    return { columns: { Days: days }, where: [wasActive] };
  },
});
