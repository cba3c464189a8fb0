import { managers } from '../contract/access.ts';
import { nameMaxLength, phoneMaxLength } from '../contract/limits.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';
import type { TypesOf } from '../schema/types.ts';

export const clients = defineResource({
  name: 'clients',
  entity: 'client',
  label: {
    ru: { title: 'Клиенты', one: 'клиент', few: 'клиента', many: 'клиентов', add: 'Добавить клиента' },
    en: { title: 'Clients', one: 'client', other: 'clients', add: 'Add client' },
  },
  title: 'FullName',
  calls: { list: 'GET /api/v1/Client/table' },
  fields: {
    FullName: f.text({
      label: { ru: 'ФИО', en: 'Full name' },
      required: true,
      sortable: true,
      filterable: true,
      widthCh: 26,
    }),
    LastName: f.text({
      label: { ru: 'Фамилия', en: 'Last name' },
      required: true,
      maxLength: nameMaxLength / 2,
      recordOnly: true,
    }),
    FirstName: f.text({ label: { ru: 'Имя', en: 'First name' }, maxLength: nameMaxLength / 2, recordOnly: true }),
    MiddleName: f.text({
      label: { ru: 'Отчество', en: 'Middle name' },
      maxLength: nameMaxLength / 2,
      recordOnly: true,
    }),
    Phone: f.phone({ label: { ru: 'Телефон', en: 'Phone' }, maxLength: phoneMaxLength }),
    SecondPhone: f.phone({ label: { ru: 'Второй телефон', en: 'Second phone' }, maxLength: phoneMaxLength }),
    Email: f.email({ label: { ru: 'Почта', en: 'E-mail' } }),
    Country: f.option({
      label: { ru: 'Страна', en: 'Country' },
      dictionary: 'countries',
      required: true,
      initialValue: 'RU',
      recordOnly: true,
    }),
    City: f.text({ label: { ru: 'Город', en: 'City' }, maxLength: 120, sortable: true, filterable: true }),
    ZipCode: f.text({ label: { ru: 'Индекс', en: 'Post code' }, maxLength: 20, recordOnly: true }),
    Street: f.text({ label: { ru: 'Улица, дом', en: 'Street' }, maxLength: 300, recordOnly: true }),
    Gender: f.option({
      label: { ru: 'Пол', en: 'Gender' },
      choices: ['female', 'male'],
      choiceLabels: { female: { ru: 'женский', en: 'female' }, male: { ru: 'мужской', en: 'male' } },
      recordOnly: true,
    }),
    BirthDate: f.date({ label: { ru: 'Дата рождения', en: 'Date of birth' }, mustBePast: true, recordOnly: true }),
    LicenceDate: f.date({
      label: { ru: 'Стаж с', en: 'Licence since' },
      fullLabel: { ru: 'Дата выдачи первых прав', en: 'Date of the first driving licence' },
      mustBePast: true,
      recordOnly: true,
    }),
    Vip: f.boolean({ label: { ru: 'VIP', en: 'VIP' }, filterable: true }),
    Vouchers: f.number({ label: { ru: 'Ваучеров', en: 'Vouchers' }, required: true, integer: true }),
    Accidents: f.number({ label: { ru: 'Аварий', en: 'Accidents' }, required: true, integer: true }),
    /** Time of the newest note about an accident of the client. */
    LastContactAt: f.dateTime({ label: { ru: 'Последний контакт', en: 'Last contact' } }),
    CreatedAt: f.dateTime({ label: { ru: 'Создан', en: 'Created' }, required: true }),
  },
  list: {
    columns: ['FullName', 'Phone', 'City', 'Vouchers', 'Accidents', 'LastContactAt'],
    sort: 'FullName-asc',
    search: ['FullName', 'Phone', 'Email', 'City'],
  },
  form: [
    ['LastName', 'FirstName', 'MiddleName'],
    ['Phone', 'SecondPhone'],
    'Email',
    ['Country', 'City'],
    ['ZipCode', 'Street'],
    ['Gender', 'BirthDate', 'LicenceDate'],
    'Vip',
  ],
  record: {
    tabs: {
      sheet: { title: { ru: 'Обзор', en: 'Overview' }, page: 'clientSheet' },
      data: {
        title: { ru: 'Данные', en: 'Data' },
        sections: [
          { title: { ru: 'Контакты', en: 'Contacts' }, fields: ['Phone', 'SecondPhone', 'Email', 'LastContactAt'] },
          { title: { ru: 'Адрес', en: 'Address' }, fields: ['Country', 'City', 'ZipCode', 'Street'] },
          {
            title: { ru: 'О клиенте', en: 'About the client' },
            fields: ['Gender', 'BirthDate', 'LicenceDate', 'Vip', 'Vouchers', 'Accidents', 'CreatedAt'],
          },
        ],
      },
      history: { title: { ru: 'История', en: 'History' }, part: 'history' },
    },
  },
  rules: [{ field: 'LicenceDate', notBefore: 'BirthDate', years: { count: 16, message: 'licenceBefore16' } }],
  navigation: {
    path: '/cabinet/users/clients/',
    groups: '/cabinet/users/',
    icon: 'client',
    menu: true,
    tilePosition: 9,
  },
  globalSearch: { order: 3, numberWords: ['клиент*', 'client*'], minWordDigits: 3 },
  access: { read: managers, create: managers, update: managers },
});

declare module '../contract/describedTypes.ts' {
  interface DescribedTypes {
    clients: TypesOf<typeof clients>;
  }
}
