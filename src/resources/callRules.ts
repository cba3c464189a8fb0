import { managers } from '../contract/access.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

const hourOptions = { integer: true, required: true, minimum: 0, maximum: 23 } as const;
const minutesOptions = { integer: true, required: true, minimum: 1, maximum: 1440 } as const;

/** Rules for repeated phone calls to clients. Each company has one set of rules. */
export const callRules = defineResource({
  name: 'callRules',
  entity: 'callRules',
  label: {
    ru: { title: 'Правила звонков', one: 'набор правил', few: 'набора правил', many: 'наборов правил' },
    en: { title: 'Call rules', one: 'set of rules', other: 'sets of rules' },
  },
  title: 'Name',
  fields: {
    Name: f.text({ label: { ru: 'Компания', en: 'Company' }, required: true, sortable: true }),
    FirstRetryMin: f.number({
      label: { ru: 'Второй звонок через, мин', en: 'Second call after, min' },
      widthCh: 18,
      ...minutesOptions,
    }),
    SecondRetryMin: f.number({
      label: { ru: 'Третий звонок через, мин', en: 'Third call after, min' },
      help: {
        ru: 'И если попросили перезвонить без времени',
        en: 'Also when asked to call back without a time',
      },
      widthCh: 18,
      ...minutesOptions,
    }),
    NextDayHour: f.number({
      label: { ru: 'На следующий день в, ч', en: 'On the next day at, hour' },
      help: {
        ru: 'После третьего без ответа. Время клиента',
        en: 'After the third without an answer. The client’s time',
      },
      widthCh: 17,
      ...hourOptions,
    }),
    QuietFromHour: f.number({
      label: { ru: 'Тихие часы с, ч', en: 'Quiet hours from, hour' },
      widthCh: 15,
      help: {
        ru: 'Время клиента',
        en: 'The client’s time',
      },
      ...hourOptions,
    }),
    QuietToHour: f.number({
      label: { ru: 'Тихие часы до, ч', en: 'Quiet hours to, hour' },
      widthCh: 15,
      help: { ru: 'То же, что «с»: звонят в любой час', en: 'The same as “from”: at any hour' },
      ...hourOptions,
    }),
    FreshMin: f.number({
      label: { ru: 'Свежий удар первым, мин', en: 'Fresh impact first, min' },
      widthCh: 18,
      ...minutesOptions,
    }),
    TargetMajorMin: f.number({
      label: { ru: 'Первый звонок: сильный, мин', en: 'First call: severe, min' },
      ...minutesOptions,
    }),
    TargetMinorMin: f.number({
      label: { ru: 'Первый звонок: умеренный, мин', en: 'First call: moderate, min' },
      ...minutesOptions,
    }),
    TargetMiniMin: f.number({
      label: { ru: 'Первый звонок: мини, мин', en: 'First call: mini, min' },
      ...minutesOptions,
    }),
    WeekendCalls: f.boolean({
      label: { ru: 'Звонить в выходные', en: 'Call on weekends' },
      widthCh: 14,
    }),
  },
  list: {
    columns: ['Name', 'FirstRetryMin', 'SecondRetryMin', 'NextDayHour', 'QuietFromHour', 'QuietToHour', 'WeekendCalls'],
    sort: 'Name-asc',
  },
  form: [
    ['FirstRetryMin', 'SecondRetryMin'],
    'NextDayHour',
    ['QuietFromHour', 'QuietToHour'],
    'WeekendCalls',
    ['FreshMin', 'TargetMajorMin'],
    ['TargetMinorMin', 'TargetMiniMin'],
  ],
  navigation: {
    path: '/cabinet/admin/call-rules/',
    groups: '/cabinet/admin/',
    icon: 'settings',
    purpose: {
      ru: 'Когда перезванивать, когда не звонить',
      en: 'When to call again, when not to call',
    },
  },
  access: { read: managers, update: managers },
});
