import { everyRole, superusers } from '../contract/access.ts';
import { commonDictionaries } from '../contract/dictionaries.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

/**
 * Entries of all dictionaries that are the same for every company. An unwanted entry is no longer offered, and existing
 * records keep it.
 */
export const dictionaryEntries = defineResource({
  name: 'dictionaryEntries',
  entity: 'dictionaryEntry',
  label: {
    ru: {
      title: 'Словари',
      one: 'запись словаря',
      few: 'записи словарей',
      many: 'записей словарей',
      add: 'Добавить запись словаря',
    },
    en: {
      title: 'Dictionaries',
      one: 'dictionary entry',
      other: 'dictionary entries',
      add: 'Add dictionary entry',
    },
  },
  title: 'Title',
  shared: true,
  invalidates: ['dictionary'],
  fields: {
    Dictionary: f.status({
      label: { ru: 'Словарь', en: 'Dictionary' },
      choices: commonDictionaries,
      choiceLabels: {
        services: { ru: 'Услуги', en: 'Services' },
        damageDescriptions: { ru: 'Виды повреждений', en: 'Kinds of damage' },
        crashDynamics: { ru: 'Характер столкновения', en: 'Manner of collision' },
        contactPersonStatuses: { ru: 'Контактные лица', en: 'Contact persons' },
        unconfirmationReasons: { ru: 'Почему не подтверждено', en: 'Why not confirmed' },
        callResults: { ru: 'Итоги звонков', en: 'Call results' },
        callReasons: { ru: 'Цели звонков', en: 'Call reasons' },
        disagreementSurveyReasons: { ru: 'Причины отказа от опроса', en: 'Reasons for declining the interview' },
        contractTypes: { ru: 'Типы договоров', en: 'Contract types' },
        vehicleColors: { ru: 'Цвета', en: 'Colours' },
        carTypes: { ru: 'Типы кузова', en: 'Body types' },
        fuelTypes: { ru: 'Виды топлива', en: 'Fuels' },
        emissionStandards: { ru: 'Экологические классы', en: 'Emission standards' },
        carParts: { ru: 'Детали автомобиля', en: 'Parts of a car' },
        statusesOfRoadAccident: { ru: 'Статусы обработки', en: 'Work statuses' },
        terminalAffiliations: { ru: 'Принадлежность устройств', en: 'Ownership of devices' },
      },
      required: true,
      write: 'create',
      sortable: true,
      filterable: true,
      widthCh: 26,
    }),
    Code: f.number({
      label: { ru: 'Код', en: 'Code' },
      help: {
        ru: 'По нему запись находят другие записи и системы',
        en: 'Other records and systems refer to it by this code',
      },
      required: true,
      identifier: true,
      sortable: true,
    }),
    Title: f.text({ label: { ru: 'Название', en: 'Title' }, required: true, sortable: true, widthCh: 30 }),
    TitleRu: f.text({
      label: { ru: 'По-русски', en: 'In Russian' },
      help: { ru: 'Если пусто, показывается английское', en: 'Where empty, the English one is shown' },
      maxLength: 120,
      widthCh: 28,
    }),
    TitleEn: f.text({
      label: { ru: 'По-английски', en: 'In English' },
      required: true,
      unique: true,
      maxLength: 120,
      sortable: true,
      widthCh: 30,
    }),
    Retired: f.boolean({
      label: { ru: 'Скрыта из выбора', en: 'Hidden' },
      help: {
        ru: 'Записи, где она выбрана, её сохранят; в новых её не предложат',
        en: 'Records that have it keep it; it is not offered any more',
      },
      filterable: true,
      widthCh: 11,
    }),
  },
  list: {
    columns: ['Dictionary', 'Code', 'TitleRu', 'TitleEn', 'Retired'],
    sort: 'Dictionary-asc',
    search: ['TitleRu', 'TitleEn'],
  },
  actions: {
    retire: {
      icon: 'block',
      label: { ru: 'Скрыть из выбора', en: 'Hide' },
      consequences: {
        ru: 'Записи сохранят значение, выбрать его больше нельзя.',
        en: 'Records keep the entry, but nobody can choose it.',
      },
      roles: superusers,
      valuesToWrite: { Retired: true },
      bulk: true,
      undoMinutes: 10,
    },
    bringBack: {
      icon: 'open',
      label: { ru: 'Вернуть в выбор', en: 'Show again' },
      consequences: { ru: 'Значение снова можно выбрать.', en: 'The entry can be chosen again.' },
      roles: superusers,
      valuesToWrite: { Retired: false },
      bulk: true,
      undoMinutes: 10,
    },
  },
  form: ['Dictionary', ['TitleRu', 'TitleEn'], 'Retired'],
  navigation: {
    path: '/cabinet/admin/dictionaries/',
    groups: '/cabinet/admin/',
    topic: 'work',
    icon: 'dictionary',
    purpose: {
      ru: 'Причины, статусы, цвета, детали: что предлагают поля с выбором',
      en: 'Reasons, statuses, colours, parts: what fields with choices offer',
    },
  },
  access: { read: everyRole, create: superusers, update: superusers },
});
