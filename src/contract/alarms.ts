import { manoeuvreKinds } from './manoeuvres.ts';

/**
 * Alarms that a device raises by its own thresholds. `accident` and `sos` open one case while they stay raised.
 * `noticedAlarms` notify all accounts of the company. `crashCode` is an unknown crash code, `other` any alarm without a
 * kind. `powerCut` and `deviceMoved` open a lasting fault. Manoeuvres are stored as sent and count in no score, because
 * the device's criteria are unknown.
 */
export const caseAlarms = ['accident', 'sos'] as const;
export const noticedAlarms = ['tow', 'jamming', 'vibration', 'fall', 'crashCode', 'other'] as const;
export const alarmKinds = [
  ...caseAlarms,
  'powerCut',
  'powerRestored',
  'deviceMoved',
  ...noticedAlarms,
  ...manoeuvreKinds,
] as const;
export type CaseAlarm = (typeof caseAlarms)[number];
export type NoticedAlarm = (typeof noticedAlarms)[number];
export type AlarmKind = (typeof alarmKinds)[number];
