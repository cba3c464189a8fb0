import Type from 'typebox';
import type { RecordOf, RowOf } from '../call.ts';
import { spelledMaxLength } from '../limits.ts';
import type { Static } from '../static.ts';
import { AccidentStatus, Severity } from './accident.ts';
import { AnomalyRow } from './anomaly.ts';
import { Day, Id, Moment, nullable, ObjectId, Spelled } from './common.ts';
import { Band, Explanation } from './statistics.ts';

/** Properties of a voucher that the resource's description does not define. */
export const VoucherKeys = Type.Object({ ObjectId, CompanyName: Type.String() });
export type VoucherRow = RowOf<'vouchers'> & Static<typeof VoucherKeys>;
export type VoucherRecord = RecordOf<'vouchers'> & Static<typeof VoucherKeys>;

/** Properties by which a person recognises a voucher when choosing one. */
export const VoucherPick = Type.Object({
  Id,
  VoucherNumber: Type.String(),
  ClientName: Type.String(),
  VehicleRegNumber: Type.String(),
  VehicleBrand: Type.String(),
  VehicleModel: Type.String(),
});
export type VoucherPick = Static<typeof VoucherPick>;

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const spelled = Type.Optional(Spelled);
const day = Type.Optional(nullable(Day));
const id = Type.Optional(nullable(Id));
const closed = { additionalProperties: false } as const;
const name = Type.String({ minLength: 1, maxLength: 100 });

const NewClient = Type.Object(
  {
    LastName: name,
    FirstName: text(100),
    MiddleName: text(100),
    Phone: spelled,
    SecondPhone: spelled,
    Country: text(2),
    City: text(120),
    ZipCode: text(12),
    BirthdayDate: day,
    FirstDrivingLicenseDate: day,
    Vip: Type.Optional(Type.Boolean()),
  },
  closed,
);

export const NewVehicle = Type.Object(
  {
    Brand: name,
    Model: Type.String({ maxLength: 100 }),
    RegNumber: spelled,
    Vin: spelled,
    Year: Type.Optional(nullable(Type.Integer({ minimum: 1950, maximum: 2100 }))),
    Color: text(60),
    RegistrationDate: day,
    CarTypeId: id,
    FuelTypeId: id,
    EmissionStandardId: id,
  },
  closed,
);
export type NewVehicle = Static<typeof NewVehicle>;

/**
 * A voucher with its client (new client data or `ClientId`), its vehicle and, if installed, its device. All are created
 * in one transaction.
 */
export const VoucherCreate = Type.Object(
  {
    VoucherNumber: Type.String({ minLength: 1, maxLength: spelledMaxLength }),
    Number: spelled,
    GroupId: id,
    ContractTypeId: id,
    ContractNumber: spelled,
    PolicyNumber: spelled,
    ContractSignatureDate: day,
    ContractBeginDate: day,
    ContractEndDate: day,
    Branch: text(120),
    Agent: text(120),
    ClientId: id,
    Client: Type.Optional(NewClient),
    Vehicle: NewVehicle,
    /** Identifier of the device. A device that is not in stock yet is added to the stock. */
    Imei: spelled,
    TerminalAffiliation: id,
    /** Time when the device began to work. Default: now. */
    ActivatedAt: Type.Optional(Moment),
  },
  closed,
);
export type VoucherCreate = Static<typeof VoucherCreate>;

export const VoucherCreated = Type.Object({ Id, ObjectId, VoucherNumber: Type.String() });
export type VoucherCreated = Static<typeof VoucherCreated>;

const Reason = Type.String({ minLength: 1, maxLength: 500 });
const Version = Type.Integer({ minimum: 1 });

export const VoucherClose = Type.Object(
  { Reason, Date: Type.Optional(Moment), Version: Type.Optional(Version) },
  closed,
);
export const VehicleChange = Type.Object({ Version, Reason, Date: Type.Optional(Moment), Vehicle: NewVehicle }, closed);

const Imei = Type.String({ minLength: 1, maxLength: spelledMaxLength });
/** `Swap` must be true if the device replaces another device of the vehicle. */
const attaching = {
  Imei,
  At: Type.Optional(Moment),
  Reason: Type.Optional(Reason),
  Swap: Type.Optional(Type.Boolean()),
};
export const DeviceAttach = Type.Object(attaching, closed);
export const ObuAttach = Type.Object({ VoucherId: Id, ...attaching }, closed);
const detaching = { At: Type.Optional(Moment), Reason: Type.Optional(Reason) };
export const DeviceDetach = Type.Object(detaching, closed);
export const ObuDetach = Type.Object({ VoucherId: Id, ...detaching }, closed);

const stretch = {
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
  ...stretch,
});
export type DevicePeriod = Static<typeof DevicePeriod>;
/** A period in the history of a device: the voucher under which it worked. */
const VoucherPeriod = Type.Object({ VoucherId: Id, VoucherNumber: Type.String(), ...stretch });

/** Properties of a device that the resource's description does not define. */
export const DeviceKeys = Type.Object({
  /**
   * Present faults of the device under its present voucher. Ended faults are included while their data waits in
   * quarantine for a decision.
   */
  Anomalies: Type.Array(Type.Pick(AnomalyRow, ['Kind', 'From', 'To', 'Ended', 'State'])),
  /** Newest first. */
  LifeLine: Type.Array(VoucherPeriod),
});
export type DeviceKeys = Static<typeof DeviceKeys>;

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
  /** Newest first. */
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

/** Driving figures. Unknown figures are null. */
const figures = {
  FirstTripAt: nullable(Moment),
  LastTripAt: nullable(Moment),
  DistanceKm: nullable(Type.Number()),
  TripsCount: nullable(Type.Integer()),
  Score: nullable(Type.Number()),
  Band: nullable(Band),
  /** Score 28 days ago. */
  ScoreBefore: nullable(Type.Number()),
  EnoughData: nullable(Type.Boolean()),
};
export const VoucherFigures = Type.Object(figures);
export type VoucherFigures = Static<typeof VoucherFigures>;

/** Properties that the call `details` adds to the voucher. */
export const DetailKeys = Type.Object({ ...VoucherKeys.properties, ...figures });

/** Explanation of the score. Its parts sum to 100 − score. */
export const ExplainedKeys = Type.Object({ ...DetailKeys.properties, Explanation });

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

/** One entry in the history of a voucher. Fields have the names of the API. The newest entry is first. */
export const HistoryRow = Type.Object({
  At: Moment,
  /** Name of the author. Empty: a device or the system. */
  Who: Type.String(),
  What: Type.String(),
  Reason: nullable(Type.String()),
  /** The changed field. Null: the event changed no field. */
  Field: nullable(Type.String()),
  Old: nullable(Type.String()),
  New: nullable(Type.String()),
});
export type HistoryRow = Static<typeof HistoryRow>;
