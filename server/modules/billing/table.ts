import { billedVouchers } from '../../../src/resources/billedVouchers.ts';
import { defineTable } from '../../engine/table/define.ts';
import { activeDays } from './activeDays.ts';

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
    const { wasActive, dayCount, billedSource } = activeDays({ companyId, month: String(query.month), nowIso });
    // To sort by days, one statement computes the days of all vouchers. Otherwise days are computed only for the rows
    // of the page.
    if (String(query.sort).startsWith('Days-'))
      return { from: billedSource, columns: { Days: () => 'days' }, where: [] };
    return { columns: { Days: dayCount }, where: [wasActive] };
  },
});
