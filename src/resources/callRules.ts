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
      help: { ru: 'Если на первый никто не ответил', en: 'When nobody answered the first' },
      widthCh: 18,
      ...minutesOptions,
    }),
    SecondRetryMin: f.number({
      label: { ru: 'Третий звонок через, мин', en: 'Third call after, min' },
      help: {
        ru: 'Если не ответили и на второй. Через столько же, если попросили перезвонить и не назвали время',
        en: 'When nobody answered the second either. Also when asked to call back without a time',
      },
      widthCh: 18,
      ...minutesOptions,
    }),
    NextDayHour: f.number({
      label: { ru: 'На следующий день в, ч', en: 'On the next day at, hour' },
      help: {
        ru: 'Если не ответили и на третий. От 0 до 23, время клиента',
        en: 'When nobody answered the third either. 0 to 23, the client’s time',
      },
      widthCh: 17,
      ...hourOptions,
    }),
    QuietFromHour: f.number({
      label: { ru: 'Тихие часы с, ч', en: 'Quiet hours from, hour' },
      widthCh: 15,
      help: {
        ru: 'Время клиента. Звонок переносится на конец тихих часов',
        en: 'The client’s time. Calls move to their end',
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
      help: { ru: 'В субботу и воскресенье', en: 'On Saturday and Sunday' },
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
    topic: 'work',
    icon: 'settings',
    purpose: {
      ru: 'Когда перезванивать и в какие часы не звонить',
      en: 'When to call again, and at what hours not to',
    },
  },
  access: { read: managers, update: managers },
});
