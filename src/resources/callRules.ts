import { managers } from '../contract/access.ts';
import { defineResource } from './define.ts';
import { f } from './fields.ts';

const hour = { integer: true, required: true, minimum: 0, maximum: 23 } as const;
const minutes = { integer: true, required: true, minimum: 1, maximum: 1440 } as const;

/** When clients are called again: one set of rules for each company, kept with it. */
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
      label: { ru: 'Никто не ответил: второй звонок через, мин', en: 'No answer: second call after, min' },
      ...minutes,
    }),
    SecondRetryMin: f.number({
      label: { ru: 'Снова не ответили: третий звонок через, мин', en: 'No answer again: third call after, min' },
      help: {
        ru: 'Через столько же, если попросили перезвонить и не назвали время',
        en: 'Also when asked to call back without a time',
      },
      ...minutes,
    }),
    NextDayHour: f.number({
      label: { ru: 'И снова: на следующий день в, ч', en: 'And again: on the next day at, hour' },
      help: { ru: 'От 0 до 23, время клиента', en: '0 to 23, the client’s time' },
      ...hour,
    }),
    QuietFromHour: f.number({
      label: { ru: 'Тихие часы с, ч', en: 'Quiet hours from, hour' },
      help: {
        ru: 'Время клиента. Звонок переносится на конец тихих часов',
        en: 'The client’s time. Calls move to their end',
      },
      ...hour,
    }),
    QuietToHour: f.number({
      label: { ru: 'Тихие часы до, ч', en: 'Quiet hours to, hour' },
      help: { ru: 'То же, что «с»: звонят в любой час', en: 'The same as “from”: at any hour' },
      ...hour,
    }),
    WeekendCalls: f.boolean({ label: { ru: 'Звонить в субботу и воскресенье', en: 'Call on Saturday and Sunday' } }),
  },
  list: {
    columns: ['Name', 'FirstRetryMin', 'SecondRetryMin', 'NextDayHour', 'QuietFromHour', 'QuietToHour', 'WeekendCalls'],
    sort: 'Name-asc',
  },
  form: [['FirstRetryMin', 'SecondRetryMin'], 'NextDayHour', ['QuietFromHour', 'QuietToHour'], 'WeekendCalls'],
  place: {
    path: '/cabinet/admin/call-rules/',
    under: '/cabinet/admin/',
    icon: 'settings',
    about: { ru: 'Когда перезванивать и в какие часы не звонить', en: 'When to call again, and at what hours not to' },
  },
  access: { read: managers, update: managers },
});
