import { managers } from '../contract/access.ts';
import { defineResource } from './define.ts';
import { f } from './fields.ts';
import type { TypesOf } from './types.ts';

export const operators = defineResource({
  name: 'operators',
  entity: 'account',
  label: {
    ru: { title: 'Операторы', one: 'оператор', few: 'оператора', many: 'операторов' },
    en: { title: 'Operators', one: 'operator', other: 'operators' },
  },
  title: 'FullName',
  calls: { list: 'GET /api/v2/Operator/table' },
  without: ['one', 'create'],
  emptyTexts: true,
  fields: {
    FullName: f.text({ label: { ru: 'ФИО', en: 'Full name' }, sortable: true, widthCh: 24 }),
    Email: f.email({ label: { ru: 'Почта', en: 'E-mail' }, sortable: true }),
    Phone: f.phone({ label: { ru: 'Телефон', en: 'Phone' } }),
    Occupation: f.text({ label: { ru: 'Должность', en: 'Occupation' }, widthCh: 22 }),
    Blocked: f.boolean({ label: { ru: 'Заблокирован', en: 'Blocked' }, filterable: true }),
    LastSeenAt: f.dateTime({ label: { ru: 'Последний вход', en: 'Last seen' }, sortable: true }),
    CreatedAt: f.dateTime({ label: { ru: 'Создан', en: 'Created' }, required: true, sortable: true }),
  },
  list: {
    columns: ['FullName', 'Email', 'Phone', 'Occupation', 'LastSeenAt', 'Blocked'],
    sort: 'FullName-asc',
    search: ['FullName', 'Email', 'Phone'],
  },
  access: { read: managers, create: managers },
});

declare module '../contract/described.ts' {
  interface DescribedTypes {
    operators: TypesOf<typeof operators>;
  }
}
