import { everyRole, managers } from '../../src/contract/access.ts';
import { defineResource, removalAction } from '../../src/schema/define.ts';
import { f, importFilter } from '../../src/schema/fields.ts';

/** Description of the resource "car". It is the only description of the garage example. */
export const cars = defineResource({
  name: 'cars',
  entity: 'car',
  label: {
    ru: { title: 'Машины', one: 'машина', few: 'машины', many: 'машин', add: 'Добавить машину' },
    en: { title: 'Cars', one: 'car', other: 'cars', add: 'Add car' },
  },
  title: 'Plate',
  fields: {
    Plate: f.plate({ label: { ru: 'Госномер', en: 'Plate' }, required: true, unique: true, sortable: true }),
    Owner: f.text({ label: { ru: 'Владелец', en: 'Owner' }, required: true, maxLength: 120, sortable: true }),
    Phone: f.phone({ label: { ru: 'Телефон', en: 'Phone' } }),
    State: f.option({
      label: { ru: 'Состояние', en: 'State' },
      choices: ['waiting', 'inRepair', 'ready'],
      choiceLabels: {
        waiting: { ru: 'ждёт', en: 'waiting' },
        inRepair: { ru: 'в ремонте', en: 'in repair' },
        ready: { ru: 'готова', en: 'ready' },
      },
      required: true,
      filterable: true,
    }),
    MileageKm: f.number({ label: { ru: 'Пробег', en: 'Mileage' }, integer: true, minimum: 0, filterable: true }),
    ImportId: importFilter,
    ArrivedOn: f.date({ label: { ru: 'Приехала', en: 'Arrived' }, required: true, sortable: true, filterable: true }),
  },
  list: {
    columns: ['Plate', 'Owner', 'Phone', 'State', 'MileageKm', 'ArrivedOn'],
    sort: 'Plate-asc',
    search: ['Plate', 'Owner'],
  },
  actions: { remove: removalAction(managers) },
  imports: { duplicateFields: ['Phone'] },
  form: ['Plate', ['Owner', 'Phone'], ['State', 'MileageKm'], 'ArrivedOn'],
  access: { read: everyRole, create: managers, update: managers, remove: managers },
});
