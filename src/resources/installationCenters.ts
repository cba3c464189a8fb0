import { everyRole, managers } from '../contract/access.ts';
import { phoneMaxLength } from '../contract/limits.ts';
import { defineResource, removalAction } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

export const installationCenters = defineResource({
  name: 'installationCenters',
  entity: 'installationCenter',
  label: {
    ru: {
      title: 'Центры установки',
      one: 'центр установки',
      few: 'центра установки',
      many: 'центров установки',
      add: 'Добавить центр установки',
    },
    en: {
      title: 'Installation centres',
      one: 'installation centre',
      other: 'installation centres',
      add: 'Add installation centre',
    },
  },
  title: 'Name',
  calls: { list: 'GET /api/installationCenters' },
  fields: {
    Name: f.text({
      label: { ru: 'Название', en: 'Name' },
      required: true,
      unique: true,
      maxLength: 120,
      sortable: true,
      widthCh: 24,
    }),
    City: f.text({
      label: { ru: 'Город', en: 'City' },
      required: true,
      maxLength: 120,
      sortable: true,
      filterable: true,
    }),
    Address: f.text({ label: { ru: 'Адрес', en: 'Address' }, required: true, maxLength: 300, widthCh: 28 }),
    Phone: f.phone({ label: { ru: 'Телефон', en: 'Phone' }, maxLength: phoneMaxLength }),
    Hours: f.text({
      label: { ru: 'Часы работы', en: 'Opening hours' },
      help: { ru: 'Например: пн–пт 9–19, сб 10–16', en: 'For example: Mon–Fri 9–19, Sat 10–16' },
      maxLength: 120,
    }),
    Position: f.position({ label: { ru: 'На карте', en: 'On the map' }, parts: ['Latitude', 'Longitude'] }),
  },
  list: {
    columns: ['Name', 'City', 'Address', 'Phone', 'Hours'],
    sort: 'Name-asc',
    search: ['Name', 'City', 'Address'],
  },
  actions: { remove: removalAction(managers) },
  form: ['Name', ['City', 'Address'], ['Phone', 'Hours'], 'Position'],
  navigation: {
    path: '/cabinet/admin/installation-centers/',
    groups: '/cabinet/admin/',
    topic: 'devices',
    icon: 'place',
    purpose: { ru: 'Где ставят устройства', en: 'Where devices are installed' },
  },
  access: { read: everyRole, create: managers, update: managers, remove: managers },
});
