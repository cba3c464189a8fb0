import { rights } from '../contract/access.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

/** Vouchers that were active in a month, with the number of their active days. The list always shows one month. */
export const billedVouchers = defineResource({
  name: 'billedVouchers',
  entity: 'billedVoucher',
  label: {
    ru: { title: 'Ваучеры в счёте', one: 'ваучер', few: 'ваучера', many: 'ваучеров' },
    en: { title: 'Billed vouchers', one: 'voucher', other: 'vouchers' },
  },
  title: 'VoucherNumber',
  calls: { list: 'GET /api/v2/Billing/vouchers/details' },
  omittedVerbs: ['one'],
  emptyTexts: true,
  fields: {
    VoucherNumber: f.text({ label: { ru: 'Номер ваучера', en: 'Voucher no.' }, sortable: true }),
    ClientName: f.text({ label: { ru: 'Клиент', en: 'Client' }, sortable: true, widthCh: 24 }),
    VehicleRegNumber: f.plate({ label: { ru: 'Госномер', en: 'Plate' } }),
    ContractNumber: f.text({ label: { ru: 'Номер договора', en: 'Contract no.' } }),
    VoucherActivationDate: f.dateTime({
      label: { ru: 'Активирован', en: 'Activated' },
      required: true,
      sortable: true,
    }),
    VoucherClosureDate: f.dateTime({ label: { ru: 'Закрыт', en: 'Closed' }, sortable: true }),
    Days: f.number({
      label: { ru: 'Дней', en: 'Days' },
      fullLabel: { ru: 'Дней в месяце', en: 'Days in the month' },
      required: true,
      integer: true,
      sortable: true,
    }),
  },
  list: {
    columns: ['VoucherNumber', 'ClientName', 'VehicleRegNumber', 'VoucherActivationDate', 'VoucherClosureDate', 'Days'],
    sort: 'VoucherNumber-asc',
    search: ['VoucherNumber', 'ClientName', 'VehicleRegNumber'],
    extraParameters: { month: f.text({ label: { ru: 'Месяц', en: 'Month' } }) },
  },
  access: { read: rights.billing },
});
