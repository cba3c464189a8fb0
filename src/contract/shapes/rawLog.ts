import Type from 'typebox';
import { alarmKinds } from '../alarms.ts';
import { anomalyKinds, anomalyStates } from '../anomalies.ts';
import { manoeuvreKinds } from '../manoeuvres.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

/** A fix: `[ms since 1970, latitude, longitude, speed km/h or null, course ° or null]`. */
export const Location = Type.Tuple([
  Type.Number(),
  Type.Number(),
  Type.Number(),
  nullable(Type.Number()),
  nullable(Type.Number()),
]);
export type Location = Static<typeof Location>;

/** Something that happened to a car: a manoeuvre of a trip or one that the device told of (`alarm`), an accident, a fault of the device. What a kind has not is null. */
export const EventRow = Type.Object({
  Type: Type.Enum(['manoeuvre', 'alarm', 'impact', 'anomaly']),
  Id,
  /** Of a manoeuvre, an alarm or an anomaly; `impact` of an impact, `sos` of a call for help. */
  Kind: Type.Enum([...new Set([...manoeuvreKinds, 'impact', ...anomalyKinds, ...alarmKinds])]),
  /** Of an alarm: what its maker calls it; empty where the kind says it all. */
  Code: Type.Optional(Type.String()),
  Start: Moment,
  End: Moment,
  PeakG: nullable(Type.Number()),
  MeanG: nullable(Type.Number()),
  /** km/h at its start. */
  Speed: nullable(Type.Number()),
  Latitude: nullable(Type.Number()),
  Longitude: nullable(Type.Number()),
  TripId: nullable(Id),
  AccidentId: nullable(Id),
  /** Of an anomaly. */
  State: nullable(Type.Enum([...anomalyStates])),
});
export type EventRow = Static<typeof EventRow>;

/**
 * A moment of the device's raw log: a fix, a sample of acceleration, or both. A sample carries place, speed and ignition of
 * the last fix before it, if that is at most two seconds old.
 */
export const LogRow = Type.Object({
  DateTime: Moment,
  /** km/h, as the receiver sent it. */
  Speed: nullable(Type.Number()),
  Latitude: nullable(Type.Number()),
  Longitude: nullable(Type.Number()),
  Ignition: nullable(Type.Boolean()),
  /** Size of the acceleration, gravity included, g. */
  Accelerometer: nullable(Type.Number()),
  /** g, forward, left and up in the vehicle's axes; null where nobody knows how the device sits. */
  Longitudinal: nullable(Type.Number()),
  Lateral: nullable(Type.Number()),
  Vertical: nullable(Type.Number()),
});
export type LogRow = Static<typeof LogRow>;
