import { managers, superusers } from '../../contract/access.ts';
import { f } from '../../schema/fields.ts';
import { voucherFields } from './fields.ts';

const reasonField = f.text({ label: { ru: 'Причина', en: 'Reason' }, required: true, maxLength: 500 });
const dateField = f.dateTime({
  label: { ru: 'Когда', en: 'When' },
  help: { ru: 'Сейчас, если не указано', en: 'Now, unless said otherwise' },
});
const imeiField = f.imei({
  label: { ru: 'IMEI устройства', en: 'Device IMEI' },
  required: true,
  suggestions: { call: 'GET /api/v2/Device/list/imei', query: { free: true }, search: 'search' },
});
const appointmentFields = {
  InstallationCenterId: f.reference({
    label: { ru: 'Центр установки', en: 'Installation centre' },
    targetResource: 'installationCenters',
    idField: 'InstallationCenterId',
    required: true,
  }),
  AppointmentAt: f.dateTime({ label: { ru: 'День и время', en: 'Day and time' }, required: true }),
};
/** Fields of another vehicle under the voucher. They are the same as for the first vehicle. */
const vehicleFields = {
  VehicleBrand: voucherFields.VehicleBrand,
  VehicleModel: voucherFields.VehicleModel,
  VehicleRegNumber: voucherFields.VehicleRegNumber,
  VIN: voucherFields.VIN,
  VehicleYear: voucherFields.VehicleYear,
  VehicleColor: voucherFields.VehicleColor,
  VehicleRegistrationDate: voucherFields.VehicleRegistrationDate,
  CarTypeId: voucherFields.CarType,
  FuelTypeId: voucherFields.FuelType,
  EmissionStandardId: voucherFields.EmissionStandard,
};

const unchangedEffects = {
  device: { ru: 'остаётся', en: 'stays' },
  telemetry: { ru: 'как прежде', en: 'as before' },
  accidents: { ru: 'не меняются', en: 'unchanged' },
};

/** The life cycle of a voucher: the field with the stage, and the kinds of records that a move may affect. */
export const voucherStates = {
  field: 'Status',
  effectsOn: {
    device: { ru: 'Устройство', en: 'Device' },
    telemetry: { ru: 'Телеметрия', en: 'Telemetry' },
    accidents: { ru: 'Открытые аварии', en: 'Open accidents' },
  },
} as const;

/** All moves between the stages of a voucher, and other actions that change records which depend on a voucher. */
export const voucherMoves = {
  scheduleInstallation: {
    label: { ru: 'Записать на установку', en: 'Schedule installation' },
    fromStates: ['created', 'awaitingInstallation'],
    toState: 'awaitingInstallation',
    usualIn: ['created'],
    roles: managers,
    dialog: { fields: appointmentFields, form: [['InstallationCenterId', 'AppointmentAt']] },
    effects: {
      ...unchangedEffects,
      device: { ru: 'ещё нет', en: 'none yet' },
      telemetry: { ru: 'ещё нет', en: 'none yet' },
    },
  },
  attach: {
    label: { ru: 'Установить устройство', en: 'Install device' },
    fromStates: ['created', 'awaitingInstallation'],
    toState: 'active',
    usualIn: ['awaitingInstallation'],
    roles: managers,
    dialog: { fields: { Imei: imeiField, Date: dateField }, form: [['Imei', 'Date']] },
    effects: {
      ...unchangedEffects,
      device: { ru: 'работает по этому ваучеру', en: 'works under this voucher' },
      telemetry: {
        ru: 'с этого момента идёт сюда; данные устройства из карантина применяются',
        en: 'comes here from that moment on; what waited for the device in quarantine is applied',
      },
    },
  },
  swap: {
    label: { ru: 'Заменить устройство', en: 'Replace device' },
    fromStates: ['active', 'suspended'],
    roles: managers,
    dialog: { fields: { Imei: imeiField, Date: dateField, Reason: reasonField }, form: [['Imei', 'Date'], 'Reason'] },
    effects: {
      ...unchangedEffects,
      device: {
        ru: 'прежнее освобождается, новое работает с того же момента',
        en: 'the old one becomes free, the new one works from that moment on',
      },
      telemetry: {
        ru: 'прежнего устройства остаётся; нового идёт сюда',
        en: 'of the old one stays; that of the new one comes here',
      },
    },
  },
  detach: {
    label: { ru: 'Снять устройство', en: 'Remove device' },
    fromStates: ['active', 'suspended'],
    toState: 'awaitingInstallation',
    roles: managers,
    dialog: { fields: { Reason: { ...reasonField, required: false }, Date: dateField }, form: ['Reason', 'Date'] },
    effects: {
      ...unchangedEffects,
      device: { ru: 'освобождается', en: 'becomes free' },
      telemetry: {
        ru: 'до этого момента остаётся; дальше ждёт в карантине',
        en: 'up to that moment stays; later data waits in quarantine',
      },
    },
  },
  suspend: {
    label: { ru: 'Приостановить', en: 'Suspend' },
    fromStates: ['active'],
    toState: 'suspended',
    bulk: true,
    undoMinutes: 10,
    roles: managers,
    dialog: { fields: { Reason: reasonField, Date: dateField }, form: ['Reason', 'Date'] },
    effects: {
      ...unchangedEffects,
      telemetry: { ru: 'хранится, но не входит в оценку', en: 'is kept but not scored' },
    },
  },
  resume: {
    label: { ru: 'Возобновить', en: 'Resume' },
    fromStates: ['suspended'],
    toState: 'active',
    usualIn: ['suspended'],
    bulk: true,
    undoMinutes: 10,
    roles: managers,
    dialog: { fields: { Reason: { ...reasonField, required: false }, Date: dateField }, form: ['Reason', 'Date'] },
    effects: { ...unchangedEffects, telemetry: { ru: 'снова входит в оценку', en: 'is scored again' } },
  },
  scheduleRemoval: {
    label: { ru: 'Записать на снятие', en: 'Schedule removal' },
    fromStates: ['active', 'suspended', 'awaitingRemoval'],
    toState: 'awaitingRemoval',
    roles: managers,
    dialog: {
      fields: { ...appointmentFields, Reason: reasonField },
      form: [['InstallationCenterId', 'AppointmentAt'], 'Reason'],
    },
    effects: { ...unchangedEffects, device: { ru: 'остаётся до снятия', en: 'stays until it is removed' } },
  },
  cancelRemoval: {
    label: { ru: 'Отменить снятие', en: 'Cancel removal' },
    fromStates: ['awaitingRemoval'],
    toState: 'active',
    roles: managers,
    dialog: { fields: { Reason: reasonField }, form: ['Reason'] },
    effects: { ...unchangedEffects, telemetry: { ru: 'входит в оценку', en: 'is scored' } },
  },
  changeVehicle: {
    label: { ru: 'Сменить автомобиль', en: 'Change vehicle' },
    fromStates: ['created', 'awaitingInstallation', 'active', 'suspended', 'awaitingRemoval'],
    roles: managers,
    dialog: {
      fields: { ...vehicleFields, Reason: reasonField, Date: dateField },
      form: [
        ['VehicleBrand', 'VehicleModel'],
        ['VehicleRegNumber', 'VIN'],
        ['VehicleYear', 'VehicleColor', 'VehicleRegistrationDate'],
        ['CarTypeId', 'FuelTypeId', 'EmissionStandardId'],
        ['Reason', 'Date'],
      ],
    },
    effects: {
      ...unchangedEffects,
      device: { ru: 'переходит в новый автомобиль', en: 'goes into the new vehicle' },
      telemetry: {
        ru: 'начинается заново; поездки и оценка прежнего автомобиля остаются при нём',
        en: 'starts again; trips and score of the former vehicle stay with it',
      },
    },
  },
  close: {
    label: { ru: 'Закрыть ваучер', en: 'Close voucher' },
    fromStates: ['created', 'awaitingInstallation', 'active', 'suspended', 'awaitingRemoval'],
    toState: 'closed',
    usualIn: ['awaitingRemoval'],
    roles: managers,
    dialog: { fields: { Reason: reasonField, Date: dateField }, form: ['Reason', 'Date'] },
    dangerous: true,
    effects: {
      device: { ru: 'освобождается', en: 'becomes free' },
      telemetry: {
        ru: 'до этого момента остаётся, позже не считается',
        en: 'up to that moment stays; later data does not count',
      },
      accidents: { ru: 'остаются открытыми', en: 'stay open' },
    },
  },
  reopen: {
    label: { ru: 'Возобновить закрытый', en: 'Reopen' },
    fromStates: ['closed'],
    toState: 'active',
    usualIn: ['closed'],
    roles: superusers,
    dialog: { fields: { Reason: reasonField, Date: dateField }, form: ['Reason', 'Date'] },
    effects: {
      ...unchangedEffects,
      device: { ru: 'прежний, если он ещё свободен', en: 'the former one, if it is still free' },
      telemetry: { ru: 'с этого момента идёт сюда', en: 'comes here from that moment on' },
    },
  },
} as const;
