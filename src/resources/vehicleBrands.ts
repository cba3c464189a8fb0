import { everyRole, superusers } from '../contract/access.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

export const vehicleBrands = defineResource({
  name: 'vehicleBrands',
  entity: 'vehicleBrand',
  label: {
    ru: {
      title: 'Марки автомобилей',
      one: 'марка автомобиля',
      few: 'марки автомобилей',
      many: 'марок автомобилей',
      add: 'Добавить марку',
    },
    en: { title: 'Vehicle brands', one: 'vehicle brand', other: 'vehicle brands', add: 'Add brand' },
  },
  title: 'Name',
  shared: true,
  invalidates: ['dictionary'],
  calls: { list: 'GET /api/v2/VehicleBrand' },
  fields: {
    Name: f.text({ label: { ru: 'Марка', en: 'Brand' }, required: true, unique: true, maxLength: 60, sortable: true }),
  },
  list: { columns: ['Name'], sort: 'Name-asc', search: ['Name'] },
  form: ['Name'],
  navigation: {
    path: '/cabinet/admin/vehicle-brands/',
    groups: '/cabinet/admin/',
    topic: 'vehicles',
    icon: 'vehicle',
    purpose: { ru: 'Из чего выбирают марку в ваучере', en: 'What a voucher’s brand is chosen from' },
  },
  access: { read: everyRole, create: superusers, update: superusers, remove: superusers },
});
