import { managers } from '../contract/access.ts';
import { defineResource } from './define.ts';
import { f } from './fields.ts';

export const vouchers = defineResource({
  name: 'vouchers',
  title: 'VoucherNumber',
  calls: { list: 'GET /api/v2/Voucher/table' },
  fields: {
    VoucherNumber: f.text({ sortable: true, filterable: true }),
    VoucherActivationDate: f.dateTime({ sortable: true, filterable: true }),
    ClientName: f.text({ sortable: true, widthCh: 22 }),
    PhoneNumber: f.phone({}),
    VehicleBrand: f.text({ sortable: true, filterable: true }),
    VehicleModel: f.text({ sortable: true }),
    VehicleRegNumber: f.plate({ sortable: true }),
    VIN: f.vin({}),
    IMEI: f.imei({}),
    City: f.text({ filterable: true }),
    Crashes: f.number({ sortable: true, filterable: true }),
    Vip: f.boolean({ filterable: true }),
  },
  list: {
    columns: [
      'VoucherNumber',
      'VoucherActivationDate',
      'ClientName',
      'VehicleBrand',
      'VehicleModel',
      'VehicleRegNumber',
      'IMEI',
      'Crashes',
    ],
    sort: 'VoucherActivationDate-desc',
    search: ['VoucherNumber', 'ClientName', 'VehicleRegNumber', 'IMEI', 'PhoneNumber', 'VIN'],
  },
  access: { read: managers },
});
