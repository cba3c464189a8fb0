import { rights } from '../contract/access.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

/** Keys with which platforms send data of devices. The full key is shown only once, when it is created. */
export const platformKeys = defineResource({
  name: 'platformKeys',
  entity: 'platformKey',
  label: {
    ru: {
      title: 'Ключи платформ',
      one: 'ключ платформы',
      few: 'ключа платформ',
      many: 'ключей платформ',
      add: 'Создать ключ платформы',
    },
    en: { title: 'Platform keys', one: 'platform key', other: 'platform keys', add: 'Create platform key' },
  },
  title: 'Name',
  omittedVerbs: ['create'],
  fields: {
    Name: f.text({
      label: { ru: 'Название', en: 'Name' },
      help: {
        ru: 'Чья это платформа, чтобы узнать ключ в списке',
        en: 'Whose platform it is, to tell the key from others',
      },
      required: true,
      maxLength: 120,
      sortable: true,
      widthCh: 28,
    }),
    Beginning: f.text({
      label: { ru: 'Начало ключа', en: 'Key begins with' },
    }),
    CreatedAt: f.dateTime({ label: { ru: 'Создан', en: 'Created' }, required: true, sortable: true }),
    CreatedBy: f.text({ label: { ru: 'Кем создан', en: 'Created by' } }),
    LastUsedAt: f.dateTime({
      label: { ru: 'Последний раз', en: 'Last used' },
      fullLabel: { ru: 'Последнее использование', en: 'Last used' },
      sortable: true,
    }),
    RevokedAt: f.dateTime({ label: { ru: 'Отозван', en: 'Revoked' }, sortable: true }),
  },
  list: {
    columns: ['Name', 'Beginning', 'CreatedAt', 'CreatedBy', 'LastUsedAt', 'RevokedAt'],
    sort: 'CreatedAt-desc',
  },
  form: ['Name'],
  parts: ['traccarGuide'],
  actions: {
    revoke: {
      icon: 'block',
      label: { ru: 'Отозвать', en: 'Revoke' },
      consequences: {
        ru: 'Платформа с этим ключом больше ничего не сможет прислать. Вернуть ключ нельзя.',
        en: 'The platform with this key will not be able to send anything. This cannot be undone.',
      },
      call: 'POST /api/v2/PlatformKey/{id}/revoke',
      roles: rights.platforms,
      when: { RevokedAt: [null] },
    },
  },
  navigation: {
    path: '/cabinet/admin/platform-keys/',
    groups: '/cabinet/admin/',
    topic: 'systems',
    icon: 'key',
    purpose: {
      ru: 'Кто присылает данные устройств и как подключить Traccar',
      en: 'Who sends data of devices, and how to connect Traccar',
    },
  },
  access: { read: rights.platforms, create: rights.platforms, update: rights.platforms },
});
