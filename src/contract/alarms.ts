import { manoeuvreKinds } from './scoring.ts';

/**
 * Kinds of alarms that a device raises by its own thresholds.
 * While an `accident` or `sos` alarm stays raised, it opens only one case. Each of the `notifiedAlarms` notifies all
 * accounts of the company. `crashCode` is an unknown crash code, and `other` is an alarm of unknown kind. `powerCut`
 * and `deviceMoved` open an anomaly that lasts.
 * Manoeuvres that a device reports are stored but count in no score, because the device's criteria are unknown.
 */
export const caseAlarms = ['accident', 'sos'] as const;
export const notifiedAlarms = ['tow', 'jamming', 'vibration', 'fall', 'crashCode', 'other'] as const;
export const alarmKinds = [
  ...caseAlarms,
  'powerCut',
  'powerRestored',
  'deviceMoved',
  ...notifiedAlarms,
  ...manoeuvreKinds,
] as const;
export type CaseAlarm = (typeof caseAlarms)[number];
export type NotifiedAlarm = (typeof notifiedAlarms)[number];
export type AlarmKind = (typeof alarmKinds)[number];
