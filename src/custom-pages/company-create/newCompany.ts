import { nameMaxLength } from '../../contract/limits.ts';
import { companies } from '../../resources/companies.ts';
import type { Described } from '../../schema/define.ts';
import { f } from '../../schema/fields.ts';

/** A company and its first manager. */
export const newCompany = {
  name: 'newCompany',
  fields: {
    Name: companies.fields.Name,
    TimeZone: { ...companies.fields.TimeZone, initially: 'Europe/Moscow' },
    ManagerName: f.text({
      label: { ru: 'ФИО руководителя', en: 'Manager’s full name' },
      required: true,
      maxLength: nameMaxLength,
    }),
    ManagerEmail: f.email({
      label: { ru: 'Почта руководителя', en: 'Manager’s e-mail' },
      help: { ru: 'На неё уйдёт приглашение', en: 'The invitation goes there' },
      required: true,
    }),
  },
  form: [
    ['Name', 'TimeZone'],
    ['ManagerName', 'ManagerEmail'],
  ],
} as const satisfies Described;
