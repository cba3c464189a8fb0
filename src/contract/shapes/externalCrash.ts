import Type from 'typebox';
import { accidentKinds } from '../states.ts';
import type { Static } from '../static.ts';
import { AccidentStatus, Severity } from './accident.ts';
import { Id, Moment, nullable } from './common.ts';

const Text = nullable(Type.String());
const YesNo = nullable(Type.Enum(['yes', 'no']));
const Figure = nullable(Type.Number());

/** An accident for other systems of the insurer: one level deep, with titles instead of dictionary ids. */
export const ExternalCrash = Type.Object({
  Id,
  CrashUniqueIdentifier: Id,
  VoucherNumber: Text,
  /** Source of the report about the accident: `device`, or the name of the person who reported it. */
  Source: Type.String(),
  CrashDateTime: Moment,
  Latitude: Figure,
  Longitude: Figure,
  ZipCode: Text,
  City: Text,
  Street: Text,
  ClientFirstName: Text,
  ClientMiddleName: Text,
  ClientLastName: Text,
  ClientName: Text,
  ClientPhone: Text,
  VehicleRegNumber: Text,
  VehicleBrand: Text,
  VehicleModel: Text,
  VehicleYear: nullable(Type.Integer()),
  VehicleColor: Text,
  /** Largest horizontal acceleration (resultant of both axes), g. */
  MaximumAcceleration: Figure,
  Severity: nullable(Severity),
  /** Kind of case: an impact, or a call for help by the SOS button in the car. */
  Kind: Type.Enum([...accidentKinds]),
  /** Direction from which the force came, degrees clockwise: 0 front, 90 right. */
  DirectionDeg: Figure,
  DeltaVKmh: Figure,
  SpeedBeforeKmh: Figure,
  SpeedAfterKmh: Figure,
  Status: AccidentStatus,
  /** Id of the accident of which this one is a duplicate. Null: none. An event with duplicates counts once. */
  DuplicateOf: nullable(Id),
  /** Titles of dictionary entries in the caller's language, for example of the work status. Null: not decided yet. */
  StatusOfRoadAccident: Text,
  ContactPersonStatus: Text,
  CrashDynamics: Text,
  UnconfirmationReason: Text,
  /** Answers of the client. Null: not known. */
  Injured: YesNo,
  Drivable: YesNo,
  Ambulance: YesNo,
  Police: YesNo,
  OtherPartyPlate: Text,
  OtherPartyPolicy: Text,
  OtherPartyPhone: Text,
  DamageDescriptions: Type.Array(Type.String()),
  CarParts: Type.Array(Type.String()),
  /** Paths of the pictures on this host. A request for a picture needs the same access token as this call. */
  Images: Type.Array(Type.String()),
  Version: Type.Integer({ minimum: 1 }),
});
export type ExternalCrash = Static<typeof ExternalCrash>;
