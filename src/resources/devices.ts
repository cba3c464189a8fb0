import { managers } from '../contract/access.ts';
import { phoneMaxLength } from '../contract/limits.ts';
import { terminalAffiliations } from '../contract/states.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';
import type { TypesOf } from '../schema/types.ts';

/** Devices in stock and in cars. */
export const devices = defineResource({
  name: 'devices',
  entity: 'device',
  invalidates: ['voucher'],
  label: {
    ru: { title: 'Устройства', one: 'устройство', few: 'устройства', many: 'устройств', add: 'Добавить устройство' },
    en: { title: 'Devices', one: 'device', other: 'devices', add: 'Add device' },
  },
  title: 'IMEI',
  fields: {
    IMEI: f.imei({
      label: { ru: 'IMEI', en: 'IMEI' },
      required: true,
      unique: true,
      write: 'create',
      sortable: true,
      filterable: true,
      widthCh: 19,
    }),
    ObuModel: f.reference({
      label: { ru: 'Модель', en: 'Model' },
      fullLabel: { ru: 'Модель устройства', en: 'Device model' },
      targetResource: 'obuModels',
      idField: 'ObuModelId',
      filterable: true,
      widthCh: 22,
    }),
    SimNumber: f.phone({ label: { ru: 'Номер SIM-карты', en: 'SIM number' }, maxLength: phoneMaxLength }),
    Affiliation: f.status({
      label: { ru: 'Принадлежность', en: 'Owner' },
      fullLabel: { ru: 'Принадлежность устройства', en: 'Device owner' },
      choices: terminalAffiliations,
      // These texts equal those of the dictionary `terminalAffiliations`, because vouchers show the dictionary's texts
      // for the same device.
      choiceLabels: {
        insurer: { ru: 'Страховщика', en: 'The insurer’s' },
        installer: { ru: 'Центра установки', en: 'The installation centre’s' },
        client: { ru: 'Клиента', en: 'The client’s' },
        leased: { ru: 'В аренде', en: 'Leased' },
      },
      required: true,
      initialValue: 'insurer',
      filterable: true,
    }),
    Alien: f.boolean({
      label: { ru: 'Стороннее', en: 'Third-party' },
      help: { ru: 'Не с нашего склада', en: 'Not from our stock' },
      filterable: true,
    }),
    VoucherNumber: f.reference({
      label: { ru: 'Ваучер', en: 'Voucher' },
      targetResource: 'vouchers',
      idField: 'VoucherId',
    }),
    VehicleRegNumber: f.plate({ label: { ru: 'Госномер', en: 'Plate' }, nullable: true }),
    CreatedAt: f.dateTime({ label: { ru: 'В учёте с', en: 'Registered' }, required: true }),
    /** Time of the newest data of the device, by the device's own clock. */
    LastMessageAt: f.dateTime({ label: { ru: 'Последние данные', en: 'Last data' }, recordOnly: true }),
    /** Charge of the device's battery. Always null, because no message of a platform contains the charge. */
    BatteryPercent: f.number({ label: { ru: 'Заряд батареи, %', en: 'Battery, %' }, recordOnly: true }),
    /** Other identifiers under which the device sends data. A person has assigned them to the device in quarantine. */
    Identifiers: f.text({ label: { ru: 'Присылает под именем', en: 'Sends as' }, nullable: true, recordOnly: true }),
    Position: f.position({
      label: { ru: 'Где находится', en: 'Where it is' },
      parts: ['Latitude', 'Longitude'],
      recordOnly: true,
    }),
  },
  list: {
    columns: ['IMEI', 'ObuModel', 'SimNumber', 'Affiliation', 'VoucherNumber', 'VehicleRegNumber'],
    sort: 'IMEI-asc',
    search: ['IMEI', 'SimNumber', 'ObuModel', 'VoucherNumber', 'VehicleRegNumber'],
  },
  form: [['IMEI', 'ObuModel'], ['SimNumber', 'Affiliation'], 'Alien'],
  record: [
    {
      title: { ru: 'Устройство', en: 'Device' },
      fields: ['IMEI', 'ObuModel', 'SimNumber', 'Affiliation', 'Alien', 'CreatedAt'],
    },
    {
      title: { ru: 'Сейчас', en: 'Now' },
      fields: ['VoucherNumber', 'VehicleRegNumber', 'LastMessageAt', 'BatteryPercent', 'Position', 'Identifiers'],
    },
  ],
  parts: ['deviceLife'],
  actions: {
    unmap: {
      icon: 'remove',
      label: { ru: 'Отвязать имена', en: 'Unmap names' },
      consequences: {
        ru: 'Что придёт под этими именами, снова будет ждать в карантине. Уже полученное остаётся.',
        en: 'What comes under these names waits in quarantine again. What has come stays.',
      },
      call: 'POST /api/v2/Device/{id}/unmap',
      roles: managers,
    },
  },
  navigation: {
    path: '/cabinet/devices/',
    groups: ['/cabinet/cards/', '/cabinet/admin/'],
    topic: 'devices',
    icon: 'device',
    purpose: { ru: 'Где стоят, что сообщают, что на складе', en: 'Where they are, what they report, what is in stock' },
  },
  globalSearch: { order: 5, numberWords: ['устройств*', 'device*'] },
  access: { read: managers, create: managers, update: managers },
});

declare module '../contract/describedTypes.ts' {
  interface DescribedTypes {
    devices: TypesOf<typeof devices>;
  }
}
