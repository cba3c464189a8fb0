import { everyRole, superusers } from '../contract/access.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

const year = { integer: true, identifier: true, minimum: 1900, yearsAhead: 1 } as const;

export const vehicleModels = defineResource({
  name: 'vehicleModels',
  entity: 'vehicleModel',
  label: {
    ru: {
      title: 'Модели автомобилей',
      one: 'модель автомобиля',
      few: 'модели автомобилей',
      many: 'моделей автомобилей',
      add: 'Добавить модель',
    },
    en: { title: 'Vehicle models', one: 'vehicle model', other: 'vehicle models', add: 'Add model' },
  },
  title: 'Name',
  shared: true,
  invalidates: ['dictionary'],
  calls: { list: 'GET /api/v2/VehicleModel' },
  fields: {
    Brand: f.reference({
      label: { ru: 'Марка', en: 'Brand' },
      targetResource: 'vehicleBrands',
      idField: 'BrandId',
      required: true,
      filterable: true,
      listOnTarget: true,
    }),
    Name: f.text({ label: { ru: 'Модель', en: 'Model' }, required: true, unique: true, maxLength: 60, sortable: true }),
    CarType: f.option({ label: { ru: 'Тип кузова', en: 'Body type' }, dictionary: 'carTypes', idField: 'CarTypeId' }),
    FromYear: f.number({ label: { ru: 'С года', en: 'From year' }, ...year, sortable: true }),
    ToYear: f.number({ label: { ru: 'По год', en: 'To year' }, ...year, sortable: true }),
  },
  list: { columns: ['Brand', 'Name', 'CarType', 'FromYear', 'ToYear'], sort: 'Name-asc', search: ['Name'] },
  form: [
    ['Brand', 'Name'],
    ['CarType', 'FromYear', 'ToYear'],
  ],
  rules: [{ field: 'ToYear', notBefore: 'FromYear' }],
  navigation: {
    path: '/cabinet/admin/vehicle-models/',
    groups: '/cabinet/admin/',
    topic: 'vehicles',
    icon: 'vehicle',
    purpose: { ru: 'Модели каждой марки, годы и кузов', en: 'Models of each brand, years and body' },
  },
  access: { read: everyRole, create: superusers, update: superusers, remove: superusers },
});
