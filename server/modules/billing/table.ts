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
    // To sort by days, one statement computes the days of all vouchers. Otherwise days are computed only for the rows
    // of the page.
    if (String(query.sort).startsWith('Days-')) return { from: billed, columns: { Days: () => 'days' }, where: [] };
    return { columns: { Days: days }, where: [wasActive] };
  },
});
