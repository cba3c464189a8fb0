import { manoeuvreKinds } from './manoeuvres.ts';

/**
 * What a device says by itself, by thresholds of its own. `accident` and `sos` make a case, once while they stay raised.
 * `tow`, `jamming`, `vibration`, `fall`, `crashCode` (a crash code that is not known) and `other` (any alarm without a kind of
 * its own) are told to everybody in the company. Of its supply and its place: a fault that goes on. Manoeuvres are stored as
 * sent and count in no score, because nobody knows what the device took them for.
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
