import Type from 'typebox';
import type { RecordOf, RowOf } from '../call.ts';
import { spelledMaxLength } from '../limits.ts';
import type { Static } from '../static.ts';
import { AccidentStatus, Severity } from './accident.ts';
import { AnomalyRow } from './anomaly.ts';
import { Day, Id, Moment, nullable, ObjectId, TypedIdentifier } from './common.ts';
import { Band, Explanation } from './statistics.ts';

/** Properties of a voucher that the resource's description does not define. */
export const VoucherExtraProperties = Type.Object({ ObjectId, CompanyName: Type.String() });
export type VoucherRow = RowOf<'vouchers'> & Static<typeof VoucherExtraProperties>;
export type VoucherRecord = RecordOf<'vouchers'> & Static<typeof VoucherExtraProperties>;

/** Properties by which a person recognises a voucher when choosing one. */
export const VoucherOption = Type.Object({
  Id,
  VoucherNumber: Type.String(),
  ClientName: Type.String(),
  VehicleRegNumber: Type.String(),
  VehicleBrand: Type.String(),
  VehicleModel: Type.String(),
});
export type VoucherOption = Static<typeof VoucherOption>;

const optionalText = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const optionalIdentifier = Type.Optional(TypedIdentifier);
const optionalDay = Type.Optional(nullable(Day));
const optionalId = Type.Optional(nullable(Id));
const noOtherProperties = { additionalProperties: false } as const;
const requiredName = Type.String({ minLength: 1, maxLength: 100 });

const NewClient = Type.Object(
  {
    LastName: requiredName,
    FirstName: optionalText(100),
    MiddleName: optionalText(100),
    Phone: optionalIdentifier,
    SecondPhone: optionalIdentifier,
    Country: optionalText(2),
    City: optionalText(120),
    ZipCode: optionalText(12),
    BirthdayDate: optionalDay,
    FirstDrivingLicenseDate: optionalDay,
    Vip: Type.Optional(Type.Boolean()),
  },
  noOtherProperties,
);

export const NewVehicle = Type.Object(
  {
    Brand: requiredName,
    Model: Type.String({ maxLength: 100 }),
    RegNumber: optionalIdentifier,
    Vin: optionalIdentifier,
    Year: Type.Optional(nullable(Type.Integer())),
    Color: optionalText(60),
    RegistrationDate: optionalDay,
    CarTypeId: optionalId,
    FuelTypeId: optionalId,
    EmissionStandardId: optionalId,
  },
  noOtherProperties,
);
export type NewVehicle = Static<typeof NewVehicle>;

/**
 * A voucher with its client (new client data or `ClientId`), its vehicle and, if installed, its device. All are created
 * in one transaction.
 */
export const VoucherCreate = Type.Object(
  {
    VoucherNumber: Type.String({ minLength: 1, maxLength: spelledMaxLength }),
    Number: optionalIdentifier,
    GroupId: optionalId,
    ContractTypeId: optionalId,
    ContractNumber: optionalIdentifier,
    PolicyNumber: optionalIdentifier,
    ContractSignatureDate: optionalDay,
    ContractBeginDate: optionalDay,
    ContractEndDate: optionalDay,
    Branch: optionalText(120),
    Agent: optionalText(120),
    ClientId: optionalId,
    Client: Type.Optional(NewClient),
    Vehicle: NewVehicle,
    /** Identifier of the device. A device that is not in stock yet is added to the stock. */
    Imei: optionalIdentifier,
    TerminalAffiliation: optionalId,
    /** Time when the device began to work in the vehicle. Default: now. */
    ActivatedAt: Type.Optional(Moment),
  },
  noOtherProperties,
);
export type VoucherCreate = Static<typeof VoucherCreate>;

export const VoucherCreated = Type.Object({ Id, ObjectId, VoucherNumber: Type.String() });
export type VoucherCreated = Static<typeof VoucherCreated>;

const Reason = Type.String({ minLength: 1, maxLength: 500 });
const Version = Type.Integer({ minimum: 1 });

export const VoucherClose = Type.Object(
  { Reason, Date: Type.Optional(Moment), Version: Type.Optional(Version) },
  noOtherProperties,
);
export const VehicleChange = Type.Object(
  { Version, Reason, Date: Type.Optional(Moment), Vehicle: NewVehicle },
  noOtherProperties,
);

const Imei = Type.String({ minLength: 1, maxLength: spelledMaxLength });
/** `Swap` must be true if the device replaces another device of the vehicle. */
const attachProperties = {
  Imei,
  At: Type.Optional(Moment),
  Reason: Type.Optional(Reason),
  Swap: Type.Optional(Type.Boolean()),
};
export const DeviceAttach = Type.Object(attachProperties, noOtherProperties);
export const ObuAttach = Type.Object({ VoucherId: Id, ...attachProperties }, noOtherProperties);
const detachProperties = { At: Type.Optional(Moment), Reason: Type.Optional(Reason) };
export const DeviceDetach = Type.Object(detachProperties, noOtherProperties);
export const ObuDetach = Type.Object({ VoucherId: Id, ...detachProperties }, noOtherProperties);

const periodProperties = {
  ObjectId: Type.String(),
  Vehicle: Type.String(),
  VehicleRegNumber: Type.String(),
  From: Moment,
  /** End of the period. Null: the device still works in the vehicle. */
  To: nullable(Moment),
  /** True if the trips of this period count for the score. */
  Scored: Type.Boolean(),
};
/** A period in the history of a vehicle: which device worked in it, from when to when. */
export const DevicePeriod = Type.Object({
  Imei: Type.String(),
  ObuBrand: Type.String(),
  ObuModel: Type.String(),
  ...periodProperties,
});
export type DevicePeriod = Static<typeof DevicePeriod>;
/** A period in the history of a device, with the voucher under which the device worked. */
const VoucherPeriod = Type.Object({ VoucherId: Id, VoucherNumber: Type.String(), ...periodProperties });

/** Properties of a device that the resource's description does not define. */
export const DeviceExtraProperties = Type.Object({
  /**
   * Present faults of the device under its present voucher. Ended faults are included while their data waits in
   * quarantine for a decision.
   */
  Anomalies: Type.Array(Type.Pick(AnomalyRow, ['Kind', 'From', 'To', 'Ended', 'State'])),
  /** Periods in which the device worked under a voucher, newest first. */
  LifeLine: Type.Array(VoucherPeriod),
});
export type DeviceExtraProperties = Static<typeof DeviceExtraProperties>;

export const DevicePart = Type.Object({
  /** Id of the device. Null: the vehicle has no device now. */
  Id: nullable(Id),
  Imei: nullable(Type.String()),
  SimNumber: Type.String(),
  ObuBrand: Type.String(),
  ObuModel: Type.String(),
  Alien: Type.Boolean(),
  /** Time when the device was attached to the voucher. */
  From: nullable(Moment),
  /** Time of the newest data of the device. */
  LastMessageAt: nullable(Moment),
  /** Periods in which a device worked in the vehicle, newest first. */
  LifeLine: Type.Array(DevicePeriod),
  Version,
});
export type DevicePart = Static<typeof DevicePart>;

export const VehiclePart = Type.Object({
  Id,
  ObjectId: Type.String(),
  Brand: Type.String(),
  Model: Type.String(),
  RegNumber: Type.String(),
  Vin: Type.String(),
  Year: nullable(Type.Integer()),
  Color: Type.String(),
  RegistrationDate: nullable(Day),
  CarTypeId: nullable(Id),
  FuelTypeId: nullable(Id),
  EmissionStandardId: nullable(Id),
  Version,
});
export type VehiclePart = Static<typeof VehiclePart>;

export const ContractPart = Type.Object({
  VoucherId: Id,
  VoucherNumber: Type.String(),
  Number: Type.String(),
  GroupId: nullable(Id),
  ContractTypeId: nullable(Id),
  ContractStatus: nullable(Type.Integer()),
  ContractNumber: Type.String(),
  PolicyNumber: Type.String(),
  ContractSignatureDate: nullable(Day),
  ContractBeginDate: nullable(Day),
  ContractEndDate: nullable(Day),
  Branch: Type.String(),
  Agent: Type.String(),
  CompanyName: Type.String(),
  Version,
});
export type ContractPart = Static<typeof ContractPart>;

const ClientPart = Type.Object({
  Id,
  LastName: Type.String(),
  FirstName: Type.String(),
  MiddleName: Type.String(),
  Phone: Type.String(),
  SecondPhone: Type.String(),
  Email: Type.String(),
  Country: Type.String(),
  City: Type.String(),
  ZipCode: Type.String(),
  BirthdayDate: nullable(Day),
  FirstDrivingLicenseDate: nullable(Day),
  Vip: Type.Boolean(),
  Version,
});
export type ClientPart = Static<typeof ClientPart>;

/** An accident of the voucher, with the properties that a link needs. */
export const VoucherAccident = Type.Object({
  Id,
  ObjectId: Type.String(),
  CrashDateTime: Moment,
  Status: AccidentStatus,
  MaximumAcceleration: nullable(Type.Number()),
  Severity: nullable(Severity),
  VehicleRegNumber: Type.String(),
});
export type VoucherAccident = Static<typeof VoucherAccident>;

/** Driving figures of a voucher. Unknown figures are null. */
const figureProperties = {
  FirstTripAt: nullable(Moment),
  LastTripAt: nullable(Moment),
  DistanceKm: nullable(Type.Number()),
  TripsCount: nullable(Type.Integer()),
  Score: nullable(Type.Number()),
  /** Bounds of the interval that holds the score with a probability of 0.9. */
  ScoreLow: nullable(Type.Number()),
  ScoreHigh: nullable(Type.Number()),
  Band: nullable(Band),
  /** Score of the voucher 28 days ago. */
  ScoreBefore: nullable(Type.Number()),
  EnoughData: nullable(Type.Boolean()),
};
export const VoucherFigures = Type.Object(figureProperties);
export type VoucherFigures = Static<typeof VoucherFigures>;

/** Properties that the API call `details` adds to the voucher. */
export const VoucherDetailProperties = Type.Object({ ...VoucherExtraProperties.properties, ...figureProperties });

/** Properties of a voucher with the explanation of its score. The costs in the explanation sum to 100 − score. */
export const ExplainedVoucherProperties = Type.Object({ ...VoucherDetailProperties.properties, Explanation });

export const VoucherExtended = Type.Object({
  Id,
  ObjectId,
  Status: Type.String(),
  VoucherStatusCycle: Type.Integer(),
  VoucherCreationDate: Moment,
  VoucherActivationDate: nullable(Moment),
  VoucherClosureDate: nullable(Moment),
  Contract: ContractPart,
  Client: ClientPart,
  Vehicle: VehiclePart,
  Device: DevicePart,
  Accidents: Type.Array(VoucherAccident),
  Statistics: VoucherFigures,
  Version,
});
export type VoucherExtended = Static<typeof VoucherExtended>;

/**
 * One entry in the history of a voucher. `Field` is the name of a field in the API. Lists of entries begin with the
 * newest.
 */
export const HistoryRow = Type.Object({
  At: Moment,
  /** Name of the person who made the change. Empty: a device or the system made it. */
  Who: Type.String(),
  What: Type.String(),
  Reason: nullable(Type.String()),
  /** Name of the changed field in the API. Null: the event changed no field. */
  Field: nullable(Type.String()),
  Old: nullable(Type.String()),
  New: nullable(Type.String()),
});
export type HistoryRow = Static<typeof HistoryRow>;
