import { rights } from '../contract/access.ts';
import { anomalyKinds, anomalyUnits } from '../contract/anomalies.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

const reasonDialog = {
  fields: { Reason: f.text({ label: { ru: 'Причина', en: 'Reason' }, required: true, maxLength: 500 }) },
  form: ['Reason'],
} as const;

/** Present faults of devices, and past faults whose data waits in quarantine for a decision. */
export const anomalies = defineResource({
  name: 'anomalies',
  entity: 'anomaly',
  label: {
    ru: {
      title: 'Сбои устройств',
      one: 'сбой устройства',
      few: 'сбоя устройств',
      many: 'сбоев устройств',
    },
    en: { title: 'Device faults', one: 'device fault', other: 'device faults' },
  },
  title: 'VoucherNumber',
  calls: { list: 'GET /api/v2/Anomaly/status' },
  fields: {
    Voucher: f.reference({
      label: { ru: 'Ваучер', en: 'Voucher' },
      targetResource: 'vouchers',
      idField: 'VoucherId',
      required: true,
      filterable: true,
      widthCh: 11,
    }),
    VoucherNumber: f.text({ label: { ru: 'Номер ваучера', en: 'Voucher no.' }, nullable: true, unlisted: true }),
    VehicleRegNumber: f.plate({ label: { ru: 'Госномер', en: 'Plate' }, nullable: true }),
    ClientName: f.text({ label: { ru: 'Клиент', en: 'Client' }, nullable: true, widthCh: 22 }),
    ClientPhone: f.phone({
      label: { ru: 'Телефон', en: 'Phone' },
      nullable: true,
      recordOnly: true,
    }),
    ObjectId: f.text({ label: { ru: 'Объект', en: 'Object' }, required: true, unlisted: true, filterable: true }),
    Kind: f.option({
      label: { ru: 'Сбой', en: 'Fault' },
      required: true,
      filterable: true,
      choices: anomalyKinds,
      choiceLabels: {
        rollover: { ru: 'счётчик недель GPS переполнен', en: 'GPS week rolled over' },
        clockFar: { ru: 'часы сбиты', en: 'clock wrong' },
        clockBack: { ru: 'часы ушли назад', en: 'clock stepped back' },
        repeat: { ru: 'поездка прислана заново', en: 'drive sent again' },
        place: { ru: 'неверные координаты', en: 'wrong coordinates' },
        swapped: { ru: 'широта и долгота перепутаны', en: 'latitude and longitude swapped' },
        speed: { ru: 'невозможная скорость', en: 'impossible speed' },
        row: { ru: 'строка не читается', en: 'unreadable row' },
        speedStuck: { ru: 'скорость застыла', en: 'speed stuck' },
        speedUnit: { ru: 'скорость в других единицах', en: 'speed in another unit' },
        speedScale: { ru: 'скорость расходится с координатами', en: 'speed off its places' },
        frozenFix: { ru: 'координаты застыли на ходу', en: 'place frozen while driving' },
        parkedDrift: { ru: 'координаты плывут на стоянке', en: 'place drifts while parked' },
        movedWithoutIgnition: { ru: 'перемещение без зажигания', en: 'moved without ignition' },
        ignitionNeverOn: { ru: 'зажигание не подключено', en: 'ignition never on' },
        unit: { ru: 'ускорение в м/с² вместо g', en: 'm/s² sent as g' },
        gravity: { ru: 'сила тяжести не 1 g', en: 'gravity is not 1 g' },
        notUpright: { ru: 'оси перепутаны', en: 'axes swapped' },
        frozenAxis: { ru: 'ось застыла', en: 'axis stuck' },
        spike: { ru: 'одиночный выброс', en: 'lone spike' },
        clipped: { ru: 'датчик зашкалил', en: 'sensor clipped' },
        curveClock: { ru: 'запись удара не по времени', en: 'recording off its time' },
        remounted: { ru: 'устройство переставлено', en: 'device moved' },
        silence: { ru: 'нет данных', en: 'no data' },
        powerCut: { ru: 'отключилось на ходу', en: 'cut off while driving' },
        mileage: { ru: 'пробег без поездок', en: 'mileage without trips' },
      },
      widthCh: 30,
    }),
    BeganAt: f.dateTime({ label: { ru: 'Началось', en: 'Began' }, required: true, sortable: true }),
    LastAt: f.dateTime({ label: { ru: 'Сбой замечен', en: 'Fault noticed' }, required: true, sortable: true }),
    EndedAt: f.dateTime({ label: { ru: 'Прошло', en: 'Ended' } }),
    Count: f.number({
      label: { ru: 'Кол-во', en: 'Count' },
      required: true,
      integer: true,
      widthCh: 7,
    }),
    Unit: f.option({
      label: { ru: 'Единица', en: 'Unit' },
      required: true,
      derived: true,
      choices: anomalyUnits,
      choiceLabels: {
        fixes: { ru: 'точек', en: 'fixes' },
        rows: { ru: 'строк', en: 'rows' },
        samples: { ru: 'отсчётов', en: 'samples' },
        metres: { ru: 'метров', en: 'metres' },
        times: { ru: 'раз', en: 'times' },
      },
      widthCh: 9,
    }),
    Held: f.number({
      label: { ru: 'В карантине', en: 'Quarantined' },
      required: true,
      integer: true,
      widthCh: 10,
    }),
    State: f.status({
      label: { ru: 'Решение', en: 'Decision' },
      required: true,
      filterable: true,
      choices: ['open', 'confirmed'],
      choiceLabels: {
        open: { ru: 'не решено', en: 'not decided' },
        confirmed: { ru: 'подтверждён', en: 'confirmed' },
      },
      widthCh: 14,
    }),
  },
  list: {
    columns: ['Voucher', 'VehicleRegNumber', 'Kind', 'BeganAt', 'LastAt', 'State', 'Held'],
    sort: 'LastAt-desc',
    search: ['Voucher', 'VehicleRegNumber', 'ClientName'],
    card: {
      title: 'VoucherNumber',
      subtitle: 'Kind',
      badge: 'State',
      lines: ['VehicleRegNumber', 'BeganAt', 'LastAt', 'Count', 'Unit', 'Held'],
    },
  },
  record: [
    {
      title: { ru: 'Сбой', en: 'Fault' },
      fields: ['Kind', 'State', 'BeganAt', 'LastAt', 'EndedAt', 'Count', 'Unit', 'Held'],
    },
    {
      title: { ru: 'У кого', en: 'Whose' },
      fields: ['Voucher', 'VehicleRegNumber', 'ClientName', 'ClientPhone'],
    },
  ],
  actions: {
    clear: {
      removes: true,
      icon: 'open',
      label: { ru: 'Данные верны', en: 'Data is correct' },
      consequences: {
        ru: 'Все данные из карантина учитываются, как если бы сбоя не было. Причина останется в журнале.',
        en: 'All quarantined data counts as if there had been no fault. The reason stays in the audit log.',
      },
      roles: rights.anomalies,
      dialog: reasonDialog,
      bulk: true,
    },
    confirm: {
      icon: 'block',
      label: { ru: 'Подтвердить', en: 'Confirm' },
      consequences: {
        ru: 'Устройство неисправно: данные из карантина не будут учтены. Причина останется в журнале.',
        en: 'The device is at fault: quarantined data is not counted. The reason stays in the audit log.',
      },
      roles: rights.anomalies,
      when: { State: ['open'] },
      dialog: reasonDialog,
      bulk: true,
    },
  },
  navigation: {
    path: '/cabinet/screener/faults/',
    groups: '/cabinet/screener/',
    icon: 'device',
    purpose: {
      ru: 'Что не так с устройствами сейчас и какие данные ждут решения',
      en: 'What is wrong with devices now, and which data awaits a decision',
    },
  },
  access: { read: rights.anomalies },
});
