import { superusers } from '../contract/access.ts';
import { nameMaxLength } from '../contract/limits.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

/**
 * Insurers. Every account sees only its own company, superusers too. A superuser can create another company without
 * seeing its data.
 */
export const companies = defineResource({
  name: 'companies',
  entity: 'company',
  label: {
    ru: { title: 'Компании', one: 'компания', few: 'компании', many: 'компаний', add: 'Добавить компанию' },
    en: { title: 'Companies', one: 'company', other: 'companies', add: 'Add company' },
  },
  title: 'Name',
  omittedVerbs: ['create'],
  fields: {
    Name: f.text({
      label: { ru: 'Название', en: 'Name' },
      required: true,
      unique: true,
      maxLength: nameMaxLength,
      sortable: true,
      widthCh: 30,
    }),
    TimeZone: f.text({
      label: { ru: 'Часовой пояс', en: 'Time zone' },
      help: {
        ru: 'Например: Europe/Moscow. По нему считаются дни в счетах',
        en: 'For example: Europe/Moscow. Days of bills are counted by it',
      },
      required: true,
      maxLength: 60,
      widthCh: 22,
    }),
    CreatedAt: f.dateTime({ label: { ru: 'Создана', en: 'Created' }, required: true }),
  },
  list: { columns: ['Name', 'TimeZone', 'CreatedAt'], sort: 'Name-asc' },
  form: ['Name', 'TimeZone'],
  navigation: {
    path: '/cabinet/admin/companies/',
    groups: '/cabinet/admin/',
    topic: 'systems',
    icon: 'company',
    purpose: { ru: 'Своя компания и создание новых', en: 'Your company, and new ones' },
  },
  access: { read: superusers, create: superusers, update: superusers },
});
