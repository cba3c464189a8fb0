import { managers } from '../contract/access.ts';
import { defineResource } from './define.ts';
import { f } from './fields.ts';

export const vouchers = defineResource({
  name: 'vouchers',
  entity: 'voucher',
  label: {
    ru: { title: 'Ваучеры', one: 'ваучер', few: 'ваучера', many: 'ваучеров' },
    en: { title: 'Vouchers', one: 'voucher', other: 'vouchers' },
  },
  title: 'VoucherNumber',
  calls: { list: 'GET /api/v2/Voucher/table', one: 'GET /api/v2/Voucher/{id}/details' },
  fields: {
    VoucherNumber: f.text({ label: { ru: 'Номер ваучера', en: 'Voucher no.' }, sortable: true, filterable: true }),
    VoucherActivationDate: f.dateTime({
      label: { ru: 'Активирован', en: 'Activated' },
      sortable: true,
      filterable: true,
    }),
    ClientName: f.text({ label: { ru: 'Клиент', en: 'Client' }, sortable: true, widthCh: 22 }),
    PhoneNumber: f.phone({ label: { ru: 'Телефон', en: 'Phone' } }),
    VehicleBrand: f.text({ label: { ru: 'Марка', en: 'Brand' }, sortable: true, filterable: true }),
    VehicleModel: f.text({ label: { ru: 'Модель', en: 'Model' }, sortable: true }),
    VehicleRegNumber: f.plate({ label: { ru: 'Госномер', en: 'Plate' }, sortable: true }),
    VIN: f.vin({ label: { ru: 'VIN', en: 'VIN' } }),
    IMEI: f.imei({ label: { ru: 'IMEI прибора', en: 'Device IMEI' } }),
    City: f.text({ label: { ru: 'Город', en: 'City' }, filterable: true }),
    Crashes: f.number({ label: { ru: 'Аварий', en: 'Accidents' }, sortable: true, filterable: true }),
    Vip: f.boolean({ label: { ru: 'VIP', en: 'VIP' }, filterable: true }),
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
