import { manoeuvreKinds } from './manoeuvres.ts';

/**
 * What a device says by itself, by thresholds of its own: of its supply and its place, or of the driving. Manoeuvres are told
 * of as they came and count in no score, since nobody knows what the device took them for.
 */
export const alarmKinds = ['powerCut', 'powerRestored', 'deviceMoved', ...manoeuvreKinds] as const;
export type AlarmKind = (typeof alarmKinds)[number];
