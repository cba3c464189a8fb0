import { billedVouchers } from '../../../src/resources/billedVouchers.ts';
import { defineTable } from '../../table/define.ts';
import { activeDays } from './active.ts';

export const billedVouchersTable = defineTable(billedVouchers, {
  from: 'voucher',
  columns: {
    VoucherNumber: 'number',
    VehicleRegNumber: 'reg_number',
    VoucherActivationDate: 'activated_at',
    VoucherClosureDate: 'closed_at',
  },
  counted: true,
  puts: ['Days'],
  asked: ({ query, companyId, nowIso }) => {
    const { wasActive, days, billed } = activeDays({ companyId, month: String(query.month), nowIso });
    // By days all are worked out first, in one go; otherwise those of the page, one by one.
    if (String(query.sort).startsWith('Days-')) return { from: billed, columns: { Days: () => 'days' }, where: [] };
    return { columns: { Days: days }, where: [wasActive] };
  },
});
