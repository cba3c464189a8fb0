import { everyRole, managers } from '../contract/access.ts';
import { uiEnums } from '../contract/enums.ts';
import { moveReasonMaxLength } from '../contract/limits.ts';
import { accidentKinds, accidentStatuses, severities } from '../contract/states.ts';
import { workStatus } from '../contract/workStatuses.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';
import type { TypesOf } from '../schema/types.ts';
import { interviewFields, interviewForm } from './accidents/interview.ts';
import { accidentList } from './accidents/list.ts';
import { verdictLabels, verdicts } from './accidents/verdicts.ts';

/** Actions on one or many accidents, in addition to the controls of the accident's page. */
const accidentActions = {
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

export const accidents = defineResource({
  name: 'accidents',
  entity: 'accident',
  invalidates: ['control-room', 'dossiers', 'voucher'],
  // A new accident may be the same event as the one that is open.
  invalidatedByNew: ['accidents.related'],
  label: {
    ru: { title: 'Аварии', one: 'авария', few: 'аварии', many: 'аварий' },
    en: { title: 'Accidents', one: 'accident', other: 'accidents' },
  },
  title: 'CrashUniqueIdentifier',
  calls: {
    list: 'GET /api/v2/Accident/table/{status}',
    one: 'GET /api/v2/Accident/{id}',
    create: 'POST /api/v2/Accident',
    update: 'PUT /api/v2/Accident/{id}',
  },
  details: {
    map: 'GET /api/crashes/map/{id}',
    curves: 'GET /api/crashes/curves/{id}',
    others: 'GET /api/v2/Accident/{id}/others',
  },
  nested: {
    notes: {
      calls: {
        list: 'GET /api/v2/Accident/{id}/notes',
        create: 'POST /api/v2/Accident/{id}/notes',
        update: 'PUT /api/v2/Accident/{id}/notes/{noteId}',
        remove: 'DELETE /api/v2/Accident/{id}/notes/{noteId}',
      },
      idParameter: 'noteId',
      eventField: 'Notes',
    },
    images: {
      calls: {
        list: 'GET /api/v2/Accident/{id}/images',
        create: 'POST /api/v2/Accident/{id}/images',
        update: 'PUT /api/v2/Accident/{id}/images/{imageId}',
        remove: 'DELETE /api/v2/Accident/{id}/images/{imageId}',
      },
      idParameter: 'imageId',
      eventField: 'Images',
    },
    calls: {
      calls: { list: 'GET /api/v2/Accident/{id}/calls', create: 'POST /api/v2/Accident/{id}/calls' },
      idParameter: 'callId',
      eventField: 'Calls',
    },
    related: {
      calls: { list: 'GET /api/v2/Accident/{id}/related' },
      idParameter: 'relatedId',
      eventField: 'Duplicates',
    },
  },
  lease: {
    claimCall: 'GET /api/crash/lock/{id}',
    releaseCall: 'GET /api/crash/unlock/{id}',
    fields: ['LockedBy', 'LockedByName', 'LockedUntil'],
    until: 'LockedUntil',
  },
  split: { parameter: 'status', values: accidentStatuses },
  emptyTexts: true,
  fields: {
    CrashUniqueIdentifier: f.number({
      label: { ru: 'ID', en: 'ID' },
      fullLabel: { ru: 'Номер аварии', en: 'Accident number' },
      required: true,
      identifier: true,
      sortable: true,
      widthCh: 6.5,
    }),
    CrashDateTime: f.dateTime({
      label: { ru: 'Дата и время', en: 'Date and time' },
      fullLabel: { ru: 'Дата и время удара', en: 'Date and time of impact' },
      required: true,
      sortable: true,
      filterable: true,
    }),
    WaitingSince: f.dateTime({
      label: { ru: 'Ждёт', en: 'Waiting' },
      fullLabel: { ru: 'Ждёт с', en: 'Waiting since' },
      required: true,
      shownAsAge: true,
      widthCh: 6,
    }),
    ClientName: f.text({ label: { ru: 'Клиент', en: 'Client' }, sortable: true, widthCh: 16.8 }),
    ClientPhone: f.phone({ label: { ru: 'Телефон', en: 'Phone' } }),
    MaximumAcceleration: f.acceleration({
      label: { ru: 'Пик', en: 'Peak' },
      fullLabel: { ru: 'Пиковое ускорение', en: 'Peak acceleration' },
      sortable: true,
      filterable: true,
      widthCh: 5.9,
    }),
    Severity: f.status({
      label: { ru: 'Сила удара', en: 'Severity' },
      choices: severities,
      choiceLabels: uiEnums.Impact,
      nullable: true,
      tone: 'severity',
      sortable: true,
      filterable: true,
    }),
    Kind: f.status({
      label: { ru: 'Вид', en: 'Kind' },
      choices: accidentKinds,
      choiceLabels: { crash: { ru: 'удар', en: 'crash' }, sos: { ru: 'SOS', en: 'SOS' } },
      required: true,
      filterable: true,
      widthCh: 8,
    }),
    /** Answer to the question whether the impact was a crash, in short (`verdictKey`). */
    Verdict: f.status({
      label: { ru: 'Вывод', en: 'Verdict' },
      choices: verdicts,
      choiceLabels: verdictLabels,
      required: true,
      widthCh: 15,
    }),
    /** True: the recording of the impact cannot be believed, so its figures are unknown (`implausibleDoubts`). */
    Unreliable: f.boolean({
      label: { ru: 'Запись недостоверна', en: 'Recording unreliable' },
      recordOnly: true,
      filterable: true,
    }),
    VehicleRegNumber: f.plate({ label: { ru: 'Госномер', en: 'Plate' }, sortable: true }),
    VoucherNumber: f.text({ label: { ru: 'Ваучер', en: 'Voucher' }, sortable: true }),
    Vehicle: f.text({ label: { ru: 'Автомобиль', en: 'Vehicle' }, widthCh: 12.2 }),
    VehicleBrand: f.text({ label: { ru: 'Марка', en: 'Brand' } }),
    VehicleModel: f.text({ label: { ru: 'Модель', en: 'Model' } }),
    StatusOfRoadAccident: f.status({
      label: { ru: 'Статус', en: 'Status' },
      fullLabel: { ru: 'Статус обработки', en: 'Work status' },
      required: true,
      dictionary: 'statusesOfRoadAccident',
      idField: 'StatusOfRoadAccidentID',
      widthCh: 17.9,
      tone: 'work',
      sortable: true,
      filterable: true,
    }),
    City: f.text({ label: { ru: 'Город', en: 'City' }, filterable: true }),
    Street: f.text({ label: { ru: 'Улица', en: 'Street' } }),
    DateTimeOfNextCall: f.dateTime({
      label: { ru: 'Следующий звонок', en: 'Next call' },
      help: { ru: 'В вашем часовом поясе', en: 'In your time zone' },
      mustBeFuture: true,
      requiredWhen: { field: 'StatusOfRoadAccidentID', values: [workStatus.callBack] },
      sortable: true,
      filterable: true,
    }),
    /**
     * Position of a case in the queue: fresh and severe cases, calls that are due (those promised to the client first),
     * the rest, calls planned for later, cases with a final work status. The rest is ordered by probability of a crash,
     * severity, VIP and freshness, with weak or improbable cases last. An SOS counts as probable and severe, and a report
     * by a person as probable. Cases that are not new come newest first.
     */
    QueuePlace: f.number({
      label: { ru: 'Очередь', en: 'Queue' },
      integer: true,
      required: true,
      sortable: true,
      unlisted: true,
    }),
    /**
     * Time by which the client of a new accident is to be called for the first time, by the target for its class. Null
     * after the first call.
     */
    FirstCallBy: f.dateTime({ label: { ru: 'Позвонить до', en: 'Call by' }, unlisted: true }),
    LockedByName: f.text({
      label: { ru: 'Оператор', en: 'Claimed by' },
      fullLabel: { ru: 'Кто обрабатывает', en: 'Claimed by' },
      nullable: true,
      icon: 'lock',
      widthCh: 7.3,
    }),
    Vip: f.boolean({ label: { ru: 'VIP', en: 'VIP' }, filterable: true, trueIcon: 'star', widthCh: 3 }),
    Position: f.position({ label: { ru: 'Место', en: 'Place' }, parts: ['Latitude', 'Longitude'] }),
    ZipCode: f.text({ label: { ru: 'Индекс', en: 'Post code' } }),
    ClientFirstName: f.text({ label: { ru: 'Имя', en: 'First name' }, unlisted: true }),
    ClientMiddleName: f.text({ label: { ru: 'Отчество', en: 'Middle name' }, unlisted: true }),
    ClientLastName: f.text({ label: { ru: 'Фамилия', en: 'Last name' }, unlisted: true }),
    Status: f.status({
      label: { ru: 'Раздел', en: 'Section' },
      choices: accidentStatuses,
      choiceLabels: {
        opened: { ru: 'Новый убыток', en: 'New loss' },
        closed: { ru: 'Обработанный убыток', en: 'Processed loss' },
        notvalid: { ru: 'Мини-убыток', en: 'Mini-loss' },
      },
      required: true,
      unlisted: true,
    }),
    /** Id of the account that holds the lease. Null if the lease has expired or nobody has taken it. */
    LockedBy: f.number({ label: { ru: 'Кто обрабатывает', en: 'Claimed by' }, identifier: true, unlisted: true }),
    /** Operator who is responsible for the case: the last one who took its lease, until the case is handed over. */
    OperatorId: f.reference({
      label: { ru: 'Ответственный', en: 'Assigned to' },
      targetResource: 'operators',
      idField: 'OperatorId',
      filterable: true,
      unlisted: true,
    }),
    LockedUntil: f.dateTime({ label: { ru: 'Блокировка до', en: 'Locked until' }, unlisted: true }),
    ClientId: f.reference({
      label: { ru: 'Клиент', en: 'Client' },
      targetResource: 'clients',
      idField: 'ClientId',
      recordOnly: true,
      filterable: true,
      listOnTarget: true,
    }),
    /** Id of the accident of which this one is a duplicate. Null: none. */
    DuplicateOf: f.number({
      label: { ru: 'Дубль аварии', en: 'Duplicate of' },
      identifier: true,
      filterable: true,
      widthCh: 8,
    }),
    VoucherId: f.number({ label: { ru: 'Ваучер', en: 'Voucher' }, identifier: true, recordOnly: true }),
    VehicleYear: f.number({ label: { ru: 'Год выпуска', en: 'Year of make' }, integer: true, recordOnly: true }),
    VehicleColor: f.text({ label: { ru: 'Цвет', en: 'Colour' }, recordOnly: true }),
    /** Origin of the report of the accident: `device`, `operator`, or a text that names another reporter. */
    Source: f.text({ label: { ru: 'Источник', en: 'Source' }, recordOnly: true }),
    /** Time of the first phone call about the accident. */
    FirstContactAt: f.dateTime({
      label: { ru: 'Первый звонок', en: 'First call' },
      recordOnly: true,
      filterable: true,
    }),
    FinishedAt: f.dateTime({ label: { ru: 'Завершена', en: 'Closed' }, recordOnly: true, filterable: true }),
    /** Model of the device that reported the accident. */
    DeviceModel: f.text({
      label: { ru: 'Модель устройства', en: 'Device model' },
      recordOnly: true,
      filterable: true,
    }),
    /**
     * Time zone of the place of the accident, for example `Asia/Omsk`. If the place is unknown, the zone of the city in
     * the voucher, or of the company. The client is not phoned in the quiet hours of this zone.
     */
    ClientTimeZone: f.text({
      label: { ru: 'Часовой пояс клиента', en: 'Client’s time zone' },
      recordOnly: true,
      derived: true,
    }),
    ...interviewFields,
  },
  list: accidentList,
  form: interviewForm,
  actions: accidentActions,
  globalSearch: {
    order: 2,
    icon: 'accident',
    titlePrefix: '#',
    numberWords: ['убыт*', 'авари*', 'дело', 'дела', 'делу', 'accident*', 'loss*', 'case'],
  },
  access: { read: everyRole, create: everyRole, update: everyRole },
});

declare module '../contract/describedTypes.ts' {
  interface DescribedTypes {
    accidents: TypesOf<typeof accidents>;
  }
}
