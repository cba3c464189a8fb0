import type { AccidentUpdate } from '../../../contract/shapes/accident.ts';
import type { Described } from '../../../resources/define.ts';
import { f } from '../../../resources/fields.ts';

/** What an operator writes down, in the order of the interview: the form, what it sends and its labels come from here. */
export const interview = {
  name: 'interview',
  fields: {
    StatusOfRoadAccidentID: f.option({
      label: { ru: 'Статус обработки', en: 'Work status' },
      dictionary: 'statusesOfRoadAccident',
      idField: 'StatusOfRoadAccidentID',
      required: true,
    }),
    ContactPersonStatusId: f.option({
      label: { ru: 'Контактное лицо', en: 'Contact person' },
      dictionary: 'contactPersonStatuses',
      idField: 'ContactPersonStatusId',
    }),
    CrashDynamicsId: f.option({
      label: { ru: 'Характер столкновения', en: 'Manner of collision' },
      dictionary: 'crashDynamics',
      idField: 'CrashDynamicsId',
    }),
    UnconfirmationReasonId: f.option({
      label: { ru: 'Причина неподтверждения', en: 'Reason for non-confirmation' },
      dictionary: 'unconfirmationReasons',
      idField: 'UnconfirmationReasonId',
    }),
    CarPartIds: f.option({
      label: { ru: 'Повреждённые детали', en: 'Damaged parts' },
      dictionary: 'carParts',
      idField: 'CarPartIds',
      many: true,
    }),
    DamageDescriptionIds: f.option({
      label: { ru: 'Виды повреждений', en: 'Kinds of damage' },
      dictionary: 'damageDescriptions',
      idField: 'DamageDescriptionIds',
      many: true,
    }),
    DateTimeOfNextCall: f.dateTime({
      label: { ru: 'Следующий звонок', en: 'Next call' },
      help: { ru: 'В вашем часовом поясе', en: 'In your time zone' },
    }),
    // A field of the call that is forgotten here does not compile.
  } satisfies Record<keyof Omit<AccidentUpdate, 'Version'>, unknown>,
  form: [
    'StatusOfRoadAccidentID',
    'ContactPersonStatusId',
    'CrashDynamicsId',
    'UnconfirmationReasonId',
    'CarPartIds',
    'DamageDescriptionIds',
    'DateTimeOfNextCall',
  ],
} as const satisfies Described;

type Name = keyof typeof interview.fields;

/** The interview's part of a record. */
export const valuesOf = <Value extends { readonly [N in Name]: unknown }>(record: Value): { [N in Name]: Value[N] } =>
  Object.fromEntries(interview.form.map(name => [name, record[name]])) as { [N in Name]: Value[N] };
