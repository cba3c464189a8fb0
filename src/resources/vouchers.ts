import { managers } from '../contract/access.ts';
import { defineResource } from './define.ts';
import { f } from './fields.ts';
import type { TypesOf } from './types.ts';

export const vouchers = defineResource({
  name: 'vouchers',
  entity: 'voucher',
  label: {
    ru: { title: 'Ваучеры', one: 'ваучер', few: 'ваучера', many: 'ваучеров' },
    en: { title: 'Vouchers', one: 'voucher', other: 'vouchers' },
  },
  title: 'VoucherNumber',
  calls: {
    list: 'GET /api/v2/Voucher/table',
    one: 'GET /api/v2/Voucher/{id}/details',
    create: 'POST /api/v2/Voucher',
  },
  emptyTexts: true,
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
    Crashes: f.number({
      label: { ru: 'Аварий', en: 'Accidents' },
      required: true,
      integer: true,
      sortable: true,
      filterable: true,
    }),
    Vip: f.boolean({ label: { ru: 'VIP', en: 'VIP' }, filterable: true }),
    VoucherCreationDate: f.dateTime({ label: { ru: 'Создан', en: 'Created' }, required: true }),
    VoucherClosureDate: f.dateTime({ label: { ru: 'Закрыт', en: 'Closed' } }),
    ContractNumber: f.text({ label: { ru: 'Номер договора', en: 'Contract no.' } }),
    PolicyNumber: f.text({ label: { ru: 'Номер полиса', en: 'Policy no.' } }),
    ContractBeginDate: f.date({ label: { ru: 'Начало договора', en: 'Contract from' } }),
    ContractEndDate: f.date({ label: { ru: 'Окончание договора', en: 'Contract to' } }),
    VehicleYear: f.number({ label: { ru: 'Год выпуска', en: 'Year of make' }, integer: true, unlisted: true }),
    VehicleColor: f.text({ label: { ru: 'Цвет', en: 'Colour' } }),
    DeviceSimNumber: f.text({ label: { ru: 'Номер SIM-карты', en: 'SIM number' } }),
    ObuBrand: f.text({ label: { ru: 'Марка прибора', en: 'Device brand' } }),
    ObuModel: f.text({ label: { ru: 'Модель прибора', en: 'Device model' } }),
    /** Stage of the life cycle, as in the contract's `voucherCycle`. */
    VoucherStatusCycle: f.number({
      label: { ru: 'Стадия', en: 'Stage' },
      required: true,
      integer: true,
      unlisted: true,
    }),
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
  access: { read: managers, create: managers },
});

declare module '../contract/described.ts' {
  interface DescribedTypes {
    vouchers: TypesOf<typeof vouchers>;
  }
}
