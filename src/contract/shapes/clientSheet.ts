import Type from 'typebox';
import { driverNoteMaxLength } from '../limits.ts';
import { scoreParts, scoreReasons } from '../scoring.ts';
import type { Static } from '../static.ts';
import { Note } from './accident.ts';
import { Day, Id, Moment, nullable, ObjectId, tableOf } from './common.ts';
import { LoggedCall } from './loggedCall.ts';
import { Band } from './statistics.ts';
import { VoucherAccident } from './voucher.ts';

/** Subject of a page for a client: the score of a voucher, or a case. Exactly one of the two ids is given. */
export const HandoutCreate = Type.Object(
  {
    VoucherId: Type.Optional(Id),
    AccidentId: Type.Optional(Id),
    /** Words of the author to the driver, at the beginning of a page about a score. */
    Note: Type.Optional(Type.String({ minLength: 1, maxLength: driverNoteMaxLength })),
    /** True: the link also goes to the client's e-mail address. */
    ByMail: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** A page that was handed over to a client. The link itself is shown once, because only its hash is stored. */
export const Handout = Type.Object({
  Id,
  VoucherId: nullable(Id),
  AccidentId: nullable(Id),
  AuthorName: Type.String(),
  CreatedAt: Moment,
  ExpiresAt: Moment,
  WithdrawnAt: nullable(Moment),
  /** How often the link was opened, previews of messengers included. */
  OpenedCount: Type.Integer({ minimum: 0 }),
  LastOpenedAt: nullable(Moment),
  /** Words of the author on the page. Null: none, or the page is deleted. The history keeps them. */
  Note: nullable(Type.String()),
});
export type Handout = Static<typeof Handout>;

/** Words to a driver to begin with: what cost most, on which days, and what helps. */
export const DriverNoteDraft = Type.Object({
  Text: Type.String(),
  /** E-mail address of the client. Null: none is known. */
  Email: nullable(Type.String()),
});

export const HandoutCreated = Type.Object({ ...Handout.properties, Url: Type.String() });
export type HandoutCreated = Static<typeof HandoutCreated>;

const Score = Type.Number({ minimum: 0, maximum: 100 });

const SheetVoucher = Type.Object({
  Id,
  ObjectId,
  VoucherNumber: Type.String(),
  /** Stage of the voucher's life cycle. */
  Status: Type.String(),
  ContractNumber: Type.String(),
  ContractBeginDate: nullable(Day),
  ContractEndDate: nullable(Day),
});

/** A vehicle that a voucher of the client monitored from one moment to another. `To` is null: it still does. */
const SheetVehicle = Type.Object({
  VoucherId: Id,
  VoucherNumber: Type.String(),
  Brand: Type.String(),
  Model: Type.String(),
  Year: nullable(Type.Integer()),
  RegNumber: Type.String(),
  From: Moment,
  To: nullable(Moment),
});

const SheetAccident = Type.Object({
  ...VoucherAccident.properties,
  CrashUniqueIdentifier: Type.Integer(),
  StatusOfRoadAccidentID: Type.Integer(),
});

/** The case to which a call, a note or a promise belongs. */
const caseProperties = {
  AccidentId: Id,
  ObjectId,
  Status: SheetAccident.properties.Status,
  CrashUniqueIdentifier: Type.Integer(),
};

/** Planned call about an open case. `Agreed`: the client was promised this time. Otherwise a rule has set it. */
const SheetPromise = Type.Object({ ...caseProperties, At: Moment, Agreed: Type.Boolean() });

/** A part that costs points of a score. `Count`: number of manoeuvres, null for night driving. */
const ScoreCause = Type.Object({ Kind: Type.Enum([...scoreParts]), Cost: Score, Count: nullable(Type.Integer()) });

/** Score of a voucher's present vehicle in the last 28 days, as on the scoring page. */
const SheetScore = Type.Object({
  VoucherId: Id,
  ObjectId,
  VoucherNumber: Type.String(),
  VehicleRegNumber: Type.String(),
  From: Day,
  To: Day,
  Score: nullable(Score),
  ScoreLow: nullable(Score),
  ScoreHigh: nullable(Score),
  Band: nullable(Band),
  ScoreReason: nullable(Type.Enum([...scoreReasons])),
  /** Score of the 28 days before. */
  PreviousScore: nullable(Score),
  DistanceKm: nullable(Type.Number()),
  TripsCount: nullable(Type.Integer()),
  /** The three parts that cost most, the most expensive first. */
  Causes: Type.Array(ScoreCause),
});

/** All about one client. The lists begin with the newest entry and have at most 10 entries. `Total` counts all. */
export const ClientSheet = Type.Object({
  Id,
  FullName: Type.String(),
  Phone: Type.String(),
  SecondPhone: Type.String(),
  Email: Type.String(),
  City: Type.String(),
  Vip: Type.Boolean(),
  /** Time zone of the client's city. If the city is unknown, the zone of the company. */
  TimeZone: Type.String(),
  Vouchers: tableOf(SheetVoucher),
  Vehicles: Type.Array(SheetVehicle),
  Accidents: tableOf(SheetAccident),
  /** Planned calls about open cases, the earliest first. */
  Promises: Type.Array(SheetPromise),
  Calls: tableOf(Type.Object({ ...LoggedCall.properties, ...caseProperties })),
  Notes: tableOf(Type.Object({ ...Note.properties, ...caseProperties })),
  /** Scores of the vouchers in `Vouchers` whose stage has a device. Null: the caller may not read scores. */
  Scores: nullable(Type.Array(SheetScore)),
});
export type ClientSheet = Static<typeof ClientSheet>;
