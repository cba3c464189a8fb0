import Type from 'typebox';
import { alarmKinds } from '../alarms.ts';
import { anomalyKinds, anomalyStates } from '../anomalies.ts';
import { manoeuvreKinds } from '../scoring.ts';
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

/**
 * An event of a car: a manoeuvre of a trip, an alarm of the device, an accident, or a fault of the device. Properties
 * that do not apply to the type are null.
 */
export const EventRow = Type.Object({
  Type: Type.Enum(['manoeuvre', 'alarm', 'impact', 'anomaly']),
  Id,
  /** Kind of manoeuvre, alarm or anomaly. For an accident: `impact`, or `sos` for a call for help. */
  Kind: Type.Enum([...new Set([...manoeuvreKinds, 'impact', ...anomalyKinds, ...alarmKinds])]),
  /** The device maker's code of an alarm. Empty if `Kind` already tells everything. */
  Code: Type.Optional(Type.String()),
  Start: Moment,
  End: Moment,
  PeakG: nullable(Type.Number()),
  MeanG: nullable(Type.Number()),
  /** Speed at the start of the event, km/h. */
  Speed: nullable(Type.Number()),
  Latitude: nullable(Type.Number()),
  Longitude: nullable(Type.Number()),
  TripId: nullable(Id),
  AccidentId: nullable(Id),
  /** State of a device fault (anomaly). Null for other events. */
  State: nullable(Type.Enum([...anomalyStates])),
  /** Time that the device stated for an alarm or impact with a wrong clock. `Start` is then another time. */
  StatedDateTime: Type.Optional(nullable(Moment)),
});
export type EventRow = Static<typeof EventRow>;

/**
 * A row of the device's raw log: a fix, a sample of acceleration, or both at the same time. A sample has position,
 * speed and ignition of the previous fix, if that fix is at most two seconds old.
 */
export const LogRow = Type.Object({
  DateTime: Moment,
  /** Speed as the receiver sent it, km/h. */
  Speed: nullable(Type.Number()),
  Latitude: nullable(Type.Number()),
  Longitude: nullable(Type.Number()),
  Ignition: nullable(Type.Boolean()),
  /** Magnitude of the acceleration including gravity, g. */
  Accelerometer: nullable(Type.Number()),
  /** Acceleration in the vehicle's axes (forward, left, up), g. Null if the mounting of the device is unknown. */
  Longitudinal: nullable(Type.Number()),
  Lateral: nullable(Type.Number()),
  Vertical: nullable(Type.Number()),
});
export type LogRow = Static<typeof LogRow>;
