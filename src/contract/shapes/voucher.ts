import Type from 'typebox';
import type { RecordOf, RowOf } from '../call.ts';
import { spelledMaxLength } from '../limits.ts';
import type { Static } from '../static.ts';
import { AccidentStatus, Severity } from './accident.ts';
import { AnomalyRow } from './anomaly.ts';
import { Day, Id, Moment, nullable, ObjectId, Spelled } from './common.ts';
import { Band, Explanation } from './statistics.ts';

/** Life cycle of a voucher, in order; the wire carries the number. */
export const voucherCycle = {
  created: 1,
  awaitingInstallation: 2,
  active: 3,
  suspended: 4,
  awaitingRemoval: 5,
  closed: 6,
} as const;
export type VoucherStatus = keyof typeof voucherCycle;

/** Properties of a voucher beside the described fields. */
export const VoucherKeys = Type.Object({ ObjectId, CompanyName: Type.String() });
export type VoucherRow = RowOf<'vouchers'> & Static<typeof VoucherKeys>;
export type VoucherRecord = RecordOf<'vouchers'> & Static<typeof VoucherKeys>;

/** What identifies a voucher in a picker. */
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

/** A voucher with its client (a new one, or `ClientId`), vehicle and, where one is fitted, device: made in one transaction. */
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
    /** The device's identity; a device that is not in stock yet is added to it. */
    Imei: spelled,
    TerminalAffiliation: id,
    /** When the device began to work; now unless said otherwise. */
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
/** A device takes the place of another one only where that is asked for. */
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
  /** Null: it still does. */
  To: nullable(Moment),
  /** Trips of this time enter the score. */
  Scored: Type.Boolean(),
};
/** One stretch of the life line: which device worked in which vehicle from when to when. */
export const DevicePeriod = Type.Object({
  Imei: Type.String(),
  ObuBrand: Type.String(),
  ObuModel: Type.String(),
  ...stretch,
});
export type DevicePeriod = Static<typeof DevicePeriod>;
/** The same of one device: under which voucher it worked. */
const VoucherPeriod = Type.Object({ VoucherId: Id, VoucherNumber: Type.String(), ...stretch });

/** What is told of one device beside its fields. */
export const DeviceKeys = Type.Object({
  /** What is wrong with it now, under the voucher it works under, or holds its data back until somebody decides. */
  Anomalies: Type.Array(Type.Pick(AnomalyRow, ['Kind', 'From', 'To', 'Ended', 'State'])),
  /** Newest first. */
  LifeLine: Type.Array(VoucherPeriod),
});
export type DeviceKeys = Static<typeof DeviceKeys>;

export const DevicePart = Type.Object({
  /** Null: no device now. */
  Id: nullable(Id),
  Imei: nullable(Type.String()),
  SimNumber: Type.String(),
  ObuBrand: Type.String(),
  ObuModel: Type.String(),
  Alien: Type.Boolean(),
  /** When it was attached. */
  From: nullable(Moment),
  /** The end of the last data it sent. */
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

/** An accident of the voucher, as much as leads to it. */
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

/** What is known of how the car is driven; a figure that is not known is null. */
const figures = {
  FirstTripAt: nullable(Moment),
  LastTripAt: nullable(Moment),
  DistanceKm: nullable(Type.Number()),
  TripsCount: nullable(Type.Integer()),
  Score: nullable(Type.Number()),
  Band: nullable(Band),
  /** What it was 28 days ago. */
  ScoreBefore: nullable(Type.Number()),
  EnoughData: nullable(Type.Boolean()),
};
export const VoucherFigures = Type.Object(figures);
export type VoucherFigures = Static<typeof VoucherFigures>;

/** What `details` has beside the voucher itself. */
export const DetailKeys = Type.Object({ ...VoucherKeys.properties, ...figures });

/** What makes the score: its parts sum to 100 − score. */
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

/** A change in words of the wire, newest first. */
export const HistoryRow = Type.Object({
  At: Moment,
  /** Empty: a device or the system. */
  Who: Type.String(),
  What: Type.String(),
  Reason: nullable(Type.String()),
  /** The field that changed; null: what happened changed none. */
  Field: nullable(Type.String()),
  Old: nullable(Type.String()),
  New: nullable(Type.String()),
});
export type HistoryRow = Static<typeof HistoryRow>;
