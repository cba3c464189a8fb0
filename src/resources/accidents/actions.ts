import { everyRole, managers } from '../../contract/access.ts';
import { moveReasonMaxLength } from '../../contract/limits.ts';
import { f } from '../../schema/fields.ts';

/** Actions on one or many accidents, in addition to the controls of the accident's page. */
export const accidentActions = {
  move: {
    label: { ru: 'Перевести в другой раздел', en: 'Move to another section' },
    roles: everyRole,
    call: 'POST /api/v2/Accident/{id}/status',
  },
  toMini: {
    label: { ru: 'В мини-убытки', en: 'To mini-losses' },
    consequences: {
      ru: 'Аварии уйдут из новых, запланированные звонки отменятся. Авария, которую ведёт кто-то другой, останется.',
      en: 'The accidents leave the new ones, scheduled calls are cancelled. One that somebody else is working on stays.',
    },
    roles: everyRole,
    when: { Status: ['opened'] },
    dialog: {
      fields: {
        Reason: f.text({
          label: { ru: 'Причина', en: 'Reason' },
          required: true,
          maxLength: moveReasonMaxLength,
        }),
      },
      form: ['Reason'],
    },
    bulk: true,
    undoMinutes: 10,
  },
  assign: {
    label: { ru: 'Назначить оператора', en: 'Assign' },
    consequences: {
      ru: 'Аварии и запланированные по ним звонки перейдут к этому человеку.',
      en: 'The accidents and the calls scheduled for them go to this person.',
    },
    roles: managers,
    when: { Status: ['opened'] },
    dialog: {
      fields: {
        Operator: f.reference({
          label: { ru: 'Оператор', en: 'Operator' },
          required: true,
          targetResource: 'operators',
          idField: 'OperatorId',
          targetFilters: { State: 'active' },
          pickerFigures: ['OpenCases', 'ClosedToday'],
        }),
      },
      form: ['Operator'],
    },
    bulk: true,
    undoMinutes: 10,
  },
  setNextCall: {
    label: { ru: 'Запланировать звонок', en: 'Schedule a call' },
    consequences: {
      ru: 'Напоминание придёт тому, кто ведёт аварию, а если её никто не вёл, вам.',
      en: 'The operator of the case is reminded; if nobody has it, you are.',
    },
    roles: everyRole,
    when: { Status: ['opened'] },
    dialog: {
      fields: {
        DateTimeOfNextCall: f.dateTime({
          label: { ru: 'Следующий звонок', en: 'Next call' },
          help: { ru: 'В вашем часовом поясе', en: 'In your time zone' },
          mustBeFuture: true,
          required: true,
        }),
      },
      form: ['DateTimeOfNextCall'],
    },
    bulk: true,
    undoMinutes: 10,
  },
} as const;
