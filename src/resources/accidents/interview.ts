import { workStatus } from '../../contract/workStatuses.ts';
import { type Bilingual, f } from '../../schema/fields.ts';

/** Makes the description of a question with the answers yes and no. Null: not asked, or the person does not know. */
const yesNo = (label: Bilingual) =>
  f.option({
    label,
    choices: ['yes', 'no'],
    choiceLabels: { yes: { ru: 'да', en: 'yes' }, no: { ru: 'нет', en: 'no' } },
    nullable: true,
    filterable: true,
  });

/** Fields of the interview: the answers of the client, and the fields that the work status requires. */
export const interviewFields = {
  Injured: yesNo({ ru: 'Есть пострадавшие', en: 'Anyone injured' }),
  Drivable: yesNo({ ru: 'Автомобиль на ходу', en: 'Car can be driven' }),
  Ambulance: yesNo({ ru: 'Скорая вызвана', en: 'Ambulance called' }),
  Police: yesNo({ ru: 'Полиция вызвана', en: 'Police called' }),
  OtherPartyPlate: f.plate({
    label: { ru: 'Госномер другого участника', en: 'Other party’s plate' },
    nullable: true,
    filterable: true,
  }),
  OtherPartyPolicy: f.text({
    label: { ru: 'Полис другого участника', en: 'Other party’s policy' },
    documentNumber: true,
    maxLength: 60,
    nullable: true,
    filterable: true,
  }),
  OtherPartyPhone: f.phone({
    label: { ru: 'Телефон другого участника', en: 'Other party’s phone' },
    nullable: true,
    filterable: true,
  }),
  ContactPersonStatusId: f.option({
    label: { ru: 'Контактное лицо', en: 'Contact person' },
    dictionary: 'contactPersonStatuses',
    idField: 'ContactPersonStatusId',
    requiredWhen: { field: 'StatusOfRoadAccidentID', values: [workStatus.confirmed] },
    recordOnly: true,
  }),
  CrashDynamicsId: f.option({
    label: { ru: 'Характер столкновения', en: 'Manner of collision' },
    dictionary: 'crashDynamics',
    idField: 'CrashDynamicsId',
    requiredWhen: { field: 'StatusOfRoadAccidentID', values: [workStatus.confirmed] },
    recordOnly: true,
  }),
  UnconfirmationReasonId: f.option({
    label: { ru: 'Почему не подтверждено', en: 'Why not confirmed' },
    dictionary: 'unconfirmationReasons',
    idField: 'UnconfirmationReasonId',
    requiredWhen: { field: 'StatusOfRoadAccidentID', values: [workStatus.notConfirmed], hiddenOtherwise: true },
    recordOnly: true,
  }),
  DamageDescriptionIds: f.option({
    label: { ru: 'Виды повреждений', en: 'Kinds of damage' },
    dictionary: 'damageDescriptions',
    idField: 'DamageDescriptionIds',
    many: true,
    recordOnly: true,
  }),
  CarPartIds: f.option({
    label: { ru: 'Повреждённые детали', en: 'Damaged parts' },
    dictionary: 'carParts',
    idField: 'CarPartIds',
    many: true,
    recordOnly: true,
  }),
  Damages: f.option({
    label: { ru: 'Повреждения', en: 'Damage' },
    pairOf: ['carParts', 'damageDescriptions'],
    many: true,
    recordOnly: true,
  }),
  Survey: f.option({
    label: { ru: 'Анкета', en: 'Questionnaire' },
    choices: ['filled', 'declined'],
    choiceLabels: {
      filled: { ru: 'заполнена', en: 'filled in' },
      declined: { ru: 'клиент отказался', en: 'client declined' },
    },
    nullable: true,
    recordOnly: true,
  }),
  DisagreementSurveyReasonId: f.option({
    label: { ru: 'Почему отказался от анкеты', en: 'Why declined' },
    dictionary: 'disagreementSurveyReasons',
    idField: 'DisagreementSurveyReasonId',
    requiredWhen: { field: 'Survey', values: ['declined'], hiddenOtherwise: true },
    recordOnly: true,
  }),
} as const;

export const interviewForm = [
  'StatusOfRoadAccident',
  'ContactPersonStatusId',
  'Injured',
  'Drivable',
  'Ambulance',
  'Police',
  'OtherPartyPlate',
  'OtherPartyPolicy',
  'OtherPartyPhone',
  'CrashDynamicsId',
  'UnconfirmationReasonId',
  'CarPartIds',
  'DamageDescriptionIds',
  'Damages',
  'Survey',
  'DisagreementSurveyReasonId',
  'DateTimeOfNextCall',
] as const;
