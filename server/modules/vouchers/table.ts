import { vouchers } from '../../../src/resources/vouchers.ts';
import { defineTable } from '../../table/define.ts';

export const vouchersTable = defineTable(vouchers, {
  columns: {
    ObjectId: 'object_id',
    VoucherNumber: 'number',
    VoucherCreationDate: 'created_at',
    VoucherActivationDate: 'activated_at',
    VoucherClosureDate: 'closed_at',
    ContractBeginDate: 'contract_begin',
    ContractEndDate: 'contract_end',
    PhoneNumber: 'client_phone',
    VehicleRegNumber: 'reg_number',
    IMEI: "coalesce(imei, '')",
    DeviceSimNumber: 'sim_number',
    VoucherStatusCycle: 'cycle',
  },
  puts: ['CompanyName'],
  looksAt: [],
  present: (row, { companyName }) => {
    row.CompanyName = companyName;
  },
});
