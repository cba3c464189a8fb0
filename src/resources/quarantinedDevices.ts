import { rights } from '../contract/access.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

/** Devices that send data but are not registered. Their data waits in quarantine. */
export const quarantinedDevices = defineResource({
  name: 'quarantinedDevices',
  entity: 'quarantinedDevice',
  label: {
    ru: {
      title: 'Карантин',
      one: 'неизвестное устройство',
      few: 'неизвестных устройства',
      many: 'неизвестных устройств',
    },
    en: { title: 'Quarantine', one: 'unknown device', other: 'unknown devices' },
  },
  title: 'IMEI',
  fields: {
    IMEI: f.imei({ label: { ru: 'IMEI', en: 'IMEI' }, required: true, sortable: true }),
    Messages: f.number({ label: { ru: 'Сообщений', en: 'Messages' }, required: true, integer: true, sortable: true }),
    Impacts: f.number({
      label: { ru: 'Из них ударов', en: 'Impacts among them' },
      required: true,
      integer: true,
      sortable: true,
    }),
    FirstReceivedAt: f.dateTime({ label: { ru: 'Первое', en: 'First' }, required: true, sortable: true }),
    LastReceivedAt: f.dateTime({ label: { ru: 'Последнее', en: 'Last' }, required: true, sortable: true }),
    InStock: f.boolean({
      label: { ru: 'На учёте', en: 'In stock' },
      help: { ru: 'Ждёт ваучера', en: 'Awaits a voucher' },
    }),
  },
  list: {
    columns: ['IMEI', 'Messages', 'Impacts', 'FirstReceivedAt', 'LastReceivedAt', 'InStock'],
    sort: 'LastReceivedAt-desc',
    search: ['IMEI'],
  },
  actions: {
    register: {
      icon: 'add',
      removes: true,
      label: { ru: 'Поставить на учёт', en: 'Register' },
      consequences: {
        ru: 'Присланное применится, когда у устройства будет ваучер.',
        en: 'What it sent is applied once the device has a voucher.',
      },
      call: 'POST /api/v2/QuarantinedDevice/{id}/register',
      roles: rights.platforms,
      dialog: {
        fields: {
          ObuModel: f.reference({
            label: { ru: 'Модель', en: 'Model' },
            targetResource: 'obuModels',
            idField: 'ObuModelId',
          }),
          Voucher: f.reference({
            label: { ru: 'Ваучер', en: 'Voucher' },
            help: { ru: 'По которому устройство работает', en: 'Under which the device works' },
            targetResource: 'vouchers',
            idField: 'VoucherId',
          }),
        },
        form: ['ObuModel', 'Voucher'],
      },
    },
    map: {
      icon: 'open',
      removes: true,
      label: { ru: 'Привязать к устройству', en: 'Map to a device' },
      consequences: {
        ru: 'Присланное под этим именем применится к устройству, дальнейшее тоже.',
        en: 'What was sent under this name is applied to the device, and so is what follows.',
      },
      call: 'POST /api/v2/QuarantinedDevice/{id}/map',
      roles: rights.platforms,
      dialog: {
        fields: {
          Device: f.reference({
            label: { ru: 'Устройство', en: 'Device' },
            targetResource: 'devices',
            idField: 'DeviceId',
            required: true,
          }),
        },
        form: ['Device'],
      },
    },
    drop: {
      icon: 'remove',
      removes: true,
      label: { ru: 'Отбросить', en: 'Drop' },
      consequences: {
        ru: 'Присланное не будет применено и уйдёт из списка. Причина останется в журнале.',
        en: 'What was sent will not be applied and leaves the list. The reason stays in the audit log.',
      },
      call: 'POST /api/v2/QuarantinedDevice/{id}/drop',
      roles: rights.platforms,
      dialog: {
        fields: { Reason: f.text({ label: { ru: 'Причина', en: 'Reason' }, required: true, maxLength: 500 }) },
        form: ['Reason'],
      },
    },
  },
  navigation: {
    path: '/cabinet/devices/quarantine/',
    groups: ['/cabinet/cards/', '/cabinet/admin/'],
    topic: 'devices',
    icon: 'device',
    purpose: {
      ru: 'Неизвестные устройства, которые присылают данные',
      en: 'Unknown devices sending data',
    },
  },
  access: { read: rights.platforms },
});
