import { managers, superusers } from '../contract/access.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

export const obuModels = defineResource({
  name: 'obuModels',
  entity: 'obuModel',
  label: {
    ru: {
      title: 'Модели устройств',
      one: 'модель устройства',
      few: 'модели устройств',
      many: 'моделей устройств',
      add: 'Добавить модель устройства',
    },
    en: { title: 'Device models', one: 'device model', other: 'device models', add: 'Add device model' },
  },
  title: 'Name',
  shared: true,
  fields: {
    Name: f.text({ label: { ru: 'Модель', en: 'Model' }, required: true, sortable: true, widthCh: 24 }),
    Brand: f.text({
      label: { ru: 'Марка', en: 'Brand' },
      required: true,
      maxLength: 60,
      sortable: true,
      filterable: true,
    }),
    Model: f.text({ label: { ru: 'Название модели', en: 'Model name' }, required: true, unique: true, maxLength: 60 }),
    RateHz: f.number({
      label: { ru: 'Частота, Гц', en: 'Rate, Hz' },
      fullLabel: { ru: 'Частота измерения, Гц', en: 'Sampling rate, Hz' },
      minimum: 1,
      maximum: 10_000,
      sortable: true,
    }),
    RangeG: f.acceleration({
      label: { ru: 'Диапазон', en: 'Range' },
      fullLabel: { ru: 'Диапазон измерения', en: 'Measuring range' },
      minimum: 1,
      maximum: 500,
      sortable: true,
    }),
    BandwidthHz: f.number({
      label: { ru: 'Полоса, Гц', en: 'Bandwidth, Hz' },
      fullLabel: { ru: 'Полоса пропускания, Гц', en: 'Bandwidth, Hz' },
      minimum: 1,
      maximum: 10_000,
    }),
    Frame: f.status({
      label: { ru: 'Оси', en: 'Axes' },
      choices: ['vehicle', 'device'],
      choiceLabels: {
        vehicle: { ru: 'автомобиля', en: 'of the vehicle' },
        device: { ru: 'устройства', en: 'of the device' },
      },
      required: true,
      initialValue: 'device',
    }),
  },
  list: {
    columns: ['Name', 'RateHz', 'RangeG', 'Frame'],
    sort: 'Name-asc',
    search: ['Brand', 'Model'],
  },
  form: [
    ['Brand', 'Model'],
    ['RateHz', 'RangeG'],
    ['BandwidthHz', 'Frame'],
  ],
  navigation: {
    path: '/cabinet/admin/device-models/',
    groups: '/cabinet/admin/',
    topic: 'devices',
    icon: 'device',
    purpose: { ru: 'Марка, частота и диапазон измерений', en: 'Brand, sampling rate and range' },
  },
  access: { read: managers, create: superusers, update: superusers, remove: superusers },
});
