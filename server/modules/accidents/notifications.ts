import { hasAnyRole } from '../../../src/contract/access.ts';
import type { CaseAlarm, NotifiedAlarm } from '../../../src/contract/alarms.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { NotificationRow } from '../../../src/contract/shapes/messages.ts';
import { vouchers } from '../../../src/resources/vouchers.ts';
import type { NotificationSubject, StoredNotification } from '../../engine/notifications/repository.ts';
import type { Caller } from '../../transaction.ts';

type AlarmWithText = Exclude<CaseAlarm, 'accident'> | NotifiedAlarm | 'movedWithoutIgnition';

const alarmTexts: { readonly [L in Locale]: { readonly [Kind in AlarmWithText]: string } } = {
  ru: {
    sos: 'SOS: нажата тревожная кнопка',
    tow: 'Автомобиль буксируют или эвакуируют',
    jamming: 'Связь или спутники глушат',
    vibration: 'Вибрация: автомобиль трогают',
    fall: 'Устройство упало',
    crashCode: 'Возможный удар: неизвестный код',
    movedWithoutIgnition: 'Автомобиль перемещается без зажигания: эвакуатор, угон или паром',
    other: 'Тревога устройства',
  },
  en: {
    sos: 'SOS: the alarm button was pressed',
    tow: 'The car is being towed',
    jamming: 'Mobile signal or satellites are being jammed',
    vibration: 'Vibration: somebody touches the car',
    fall: 'The device fell',
    crashCode: 'Possible impact: unknown code',
    movedWithoutIgnition: 'The car moves with the ignition off: tow, theft or ferry',
    other: 'Device alarm',
  },
};

/**
 * Adds the text of a device's alarm. The alarm is stored as its kind, a blank and its code. Only readers who may read
 * vouchers get the link to the voucher.
 */
const addAlarmText = (
  { alarm, ...row }: StoredNotification,
  locale: Locale,
  caller: Pick<Caller, 'roles'>,
): NotificationRow => {
  if (alarm === null) return row;
  const [kind = 'other', ...rest] = alarm.split(' ');
  const code = rest.join(' ');
  const alarmText = alarmTexts[locale][kind as AlarmWithText] ?? alarmTexts[locale].other;
  const path = hasAnyRole(caller.roles, vouchers.access.read) ? row.path : null;
  return { ...row, path, text: [code ? `${alarmText} (${code})` : alarmText, row.text].filter(Boolean).join('. ') };
};

/** How notifications about accidents and about device alarms are read from the database and presented. */
export const accidentNotifications: NotificationSubject = {
  columns: `case when accident.id is not null then jsonb_build_object(
      'id', accident.id, 'objectId', accident.object_id, 'status', accident.status,
      'clientName', accident.client_name, 'regNumber', accident.reg_number,
      'maximumAcceleration', accident.maximum_acceleration_g, 'severity', accident.severity) end as accident`,
  join: `left join accident
    on accident.company_id = notification.company_id and accident.id = notification.accident_id`,
  present: addAlarmText,
};
