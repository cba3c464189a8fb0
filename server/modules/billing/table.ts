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
    const { wasActive, days } = activeDays({ companyId, month: String(query.month), nowIso });
    return { columns: { Days: days }, where: [wasActive] };
  },
});
