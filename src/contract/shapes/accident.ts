import Type from 'typebox';
import type { ChangeOf, RecordOf, RowOf } from '../call.ts';
import {
  captionMaxLength,
  cityMaxLength,
  imageMaxBytes,
  moveReasonMaxLength,
  noteMaxLength,
  reporterMaxLength,
  streetMaxLength,
} from '../limits.ts';
import { accidentStatuses, severities } from '../states.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable, ObjectId } from './common.ts';

export * from '../states.ts';
export const AccidentStatus = Type.Enum([...accidentStatuses]);
export type AccidentStatus = (typeof accidentStatuses)[number];
export const Severity = Type.Enum([...severities]);
export type Severity = (typeof severities)[number];

/** Properties of accident rows beside the described fields. */
export const AccidentKeys = Type.Object({
  /** Same as `Id`, for existing clients. */
  ID: Id,
  /** The unique number as text, for existing clients. */
  Ident: Type.String(),
  ObjectId,
});
export type AccidentRow = RowOf<'accidents'> & Static<typeof AccidentKeys>;

/**
 * Why figures of an impact are to be taken with care. The recording cannot be right: `unit` (m/s² sent as g), `gravity`
 * (no 1 g at rest), `notUpright` (z not up), `frozenAxis`, `spike` (a lone sample). It leaves open: `beginsInside` and
 * `endsInside` the pulse, `zeroUnknown`, `upFromRecord` and `upUnknown` (device frame), `slowRate` (below 50 Hz),
 * `clockShifted` (its clock did not contain the crash). The speed before it: `fixSpeed` and `deviceSpeed`, the one of two
 * that contradict each other which is not believed; `speedUnconfirmed`: the device's, which no fix comes near.
 */
export const crashDoubts = [
  'unit',
  'gravity',
  'notUpright',
  'frozenAxis',
  'spike',
  'beginsInside',
  'endsInside',
  'zeroUnknown',
  'upFromRecord',
  'upUnknown',
  'slowRate',
  'clockShifted',
  'fixSpeed',
  'deviceSpeed',
  'speedUnconfirmed',
] as const;
export type CrashDoubt = (typeof crashDoubts)[number];
/** Faults of the recording as a whole: nothing it says of force and direction is to be believed. */
export const implausibleDoubts: readonly CrashDoubt[] = ['unit', 'gravity', 'notUpright', 'frozenAxis', 'spike'];

export const speedDoubts: readonly CrashDoubt[] = ['fixSpeed', 'deviceSpeed', 'speedUnconfirmed'];

/** What speaks for a crash, and what against one. */
export const crashReasons = [
  'changed',
  'lost',
  'stands',
  'unchanged',
  'cameBack',
  'short',
  'vertical',
  'droveOn',
  'implausible',
] as const;
export type CrashReason = (typeof crashReasons)[number];

/** One of the impacts of a record: a car is often hit twice. */
export const RecordedImpact = Type.Object({
  /** Time zero, milliseconds from the start of the curve. */
  AtMs: Type.Number(),
  PeakG: Type.Number(),
  DeltaVKmh: Type.Number(),
  DirectionDeg: nullable(Type.Number()),
});
export type RecordedImpact = Static<typeof RecordedImpact>;

/** Computed from the device's curve. Sources and formulas: docs/telemetry.md. */
export const CrashFacts = Type.Object({
  /** Largest horizontal resultant, g; null without a curve. */
  PeakG: nullable(Type.Number()),
  /** Time of the peak, milliseconds from the start of the curve. */
  PeakAtMs: nullable(Type.Number()),
  /** Time zero to the end of event, ms (49 CFR 563.5). */
  DurationMs: nullable(Type.Number()),
  /** Change of velocity, km/h, to 250 ms or 30 ms past the end: along, across, resultant; null below 20 Hz. */
  DeltaVLongitudinalKmh: nullable(Type.Number()),
  DeltaVLateralKmh: nullable(Type.Number()),
  DeltaVKmh: nullable(Type.Number()),
  /** Bounds of `DeltaVKmh` at 90 %, km/h; no upper one where the sensor was saturated or the record cut. */
  DeltaVFromKmh: nullable(Type.Number()),
  DeltaVToKmh: nullable(Type.Number()),
  /** Largest change within 20, 50 and 150 ms, km/h; null where rate or bandwidth do not resolve it. */
  DeltaV20Kmh: nullable(Type.Number()),
  DeltaV50Kmh: nullable(Type.Number()),
  DeltaV150Kmh: nullable(Type.Number()),
  /** Share of the vertical in the shaking during the event, 0 to 1. */
  VerticalShare: nullable(Type.Number()),
  /** Impacts of the record in their order; null without a delta-v. */
  Impacts: nullable(Type.Array(RecordedImpact)),
  /** Whether it stood in the minute after; null: no fix says so. */
  StandsAfter: nullable(Type.Boolean()),
  /** How likely it was a crash, 0 to 1, and why. */
  CrashProbability: nullable(Type.Number()),
  CrashReasons: nullable(Type.Array(Type.Enum([...crashReasons]))),
  /** Chance of a serious injury (MAIS 3+) of an occupant, 0 to 1; null without direction, clipped or cut. */
  InjuryRisk: nullable(Type.Number()),
  /** Where the force came from, degrees clockwise: 0 front, 90 right; null below 3 km/h of delta-v or in doubt. */
  DirectionDeg: nullable(Type.Number()),
  /** What the device itself said of its speed at the impact; `SpeedBeforeKmh` is decided from it and the fixes. */
  DeviceSpeedKmh: nullable(Type.Number()),
  SpeedBeforeKmh: nullable(Type.Number()),
  SpeedAfterKmh: nullable(Type.Number()),
  Severity: nullable(Severity),
  /** Lower bounds of minor and major, g. */
  MinorFromG: Type.Number(),
  MajorFromG: Type.Number(),
  RateHz: nullable(Type.Number()),
  RangeG: nullable(Type.Number()),
  /** Highest frequency the device's model passes on, Hz; null: not known, its samples may be picked. */
  BandwidthHz: nullable(Type.Number()),
  /** A sample reached the end of the sensor's range: the true peak was higher. */
  Clipped: Type.Boolean(),
  ClippedSamples: nullable(Type.Integer()),
  /** `CFC 60` where the rate allows the filter, else `recorded samples`. */
  PeakMethod: nullable(Type.String()),
  Frame: nullable(Type.Enum(['vehicle', 'device'])),
  /** What the curve covers before and after time zero, ms. */
  RecordedBeforeMs: nullable(Type.Number()),
  RecordedAfterMs: nullable(Type.Number()),
  /** Share of the change of velocity left 200 ms later: near 1 a crash, 0 and below a shake. */
  VelocityLeftShare: nullable(Type.Number()),
  /** Up in the device's axes as its trips have it, g: x, y, z. */
  Gravity: nullable(Type.Array(Type.Number())),
  /** Null: computed before recordings were judged. */
  Doubts: nullable(Type.Array(Type.Enum([...crashDoubts]))),
  /** The accident this one seems to repeat: proposed for merging. */
  SameAs: nullable(Id),
});
export type CrashFacts = Static<typeof CrashFacts>;

/** Properties of a single accident beside the described fields. */
export const AccidentFacts = Type.Object({ ...AccidentKeys.properties, Facts: CrashFacts });
export type AccidentDetail = RecordOf<'accidents'> & Static<typeof AccidentFacts>;
export type AccidentUpdate = ChangeOf<'accidents'>;

/** Another accident under the same voucher. */
export const OtherAccident = Type.Object({
  Id,
  ObjectId,
  CrashDateTime: Moment,
  Status: AccidentStatus,
  MaximumAcceleration: nullable(Type.Number()),
  Severity: nullable(Severity),
});
export type OtherAccident = Static<typeof OtherAccident>;

/** An accident reported by phone or by another source. */
export const AccidentCreate = Type.Object(
  {
    VoucherId: Id,
    CrashDateTime: Moment,
    Source: Type.Optional(Type.String({ minLength: 1, maxLength: reporterMaxLength })),
    Latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    Longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    City: Type.Optional(Type.String({ maxLength: cityMaxLength })),
    Street: Type.Optional(Type.String({ maxLength: streetMaxLength })),
  },
  { additionalProperties: false },
);
export type AccidentCreate = Static<typeof AccidentCreate>;

/** An accident of the same car at about the same time. */
export const NearAccident = Type.Object({
  Id,
  ObjectId,
  CrashUniqueIdentifier: Type.Integer(),
  CrashDateTime: Moment,
  Status: AccidentStatus,
});
export type NearAccident = Static<typeof NearAccident>;

export const AccidentMove = Type.Object(
  {
    Status: AccidentStatus,
    Reason: Type.Optional(Type.String({ maxLength: moveReasonMaxLength })),
    /** The outcome: a case is closed with a final work status only, the one it has or this one. */
    StatusOfRoadAccidentID: Type.Optional(Id),
    /** Why it was no crash; a case that goes to the mini-losses with it needs no `Reason`. */
    UnconfirmationReasonId: Type.Optional(Id),
    Version: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type AccidentMove = Static<typeof AccidentMove>;

export const Lock = Type.Object({
  LockedBy: nullable(Id),
  LockedByName: nullable(Type.String()),
  LockedUntil: nullable(Moment),
});

/** An accident that was claimed for the caller. */
export const NextAccident = Type.Object({ Id, ObjectId, ...Lock.properties });

export const NoteText = Type.Object(
  { Text: Type.String({ minLength: 1, maxLength: noteMaxLength }) },
  { additionalProperties: false },
);
export const Note = Type.Object({
  Id,
  Text: Type.String(),
  AuthorName: Type.String(),
  AuthorId: Id,
  CreatedAt: Moment,
  UpdatedAt: Moment,
});
export type Note = Static<typeof Note>;

/** A former text of a note. */
export const NoteEdit = Type.Object({ Id, Text: Type.String(), EditorName: Type.String(), EditedAt: Moment });
export type NoteEdit = Static<typeof NoteEdit>;

/** How a picture is shown; what is absent stays. */
export const ImageChange = Type.Object(
  {
    Caption: Type.Optional(Type.String({ maxLength: captionMaxLength })),
    /** Degrees clockwise. */
    Rotation: Type.Optional(Type.Enum([0, 90, 180, 270])),
    /** Its place among the pictures, from 1. */
    Position: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  { additionalProperties: false },
);
export type ImageChange = Static<typeof ImageChange>;

/** A file that is sent in pieces, so that a cut connection loses one piece. */
export const UploadStart = Type.Object(
  {
    FileName: Type.String({ minLength: 1, maxLength: 500 }),
    /** Bytes. */
    Size: Type.Integer({ minimum: 1, maximum: imageMaxBytes }),
  },
  { additionalProperties: false },
);
export const UploadState = Type.Object({
  UploadId: Type.String(),
  Size: Type.Integer(),
  /** Bytes that have arrived: where the next piece begins. */
  Received: Type.Integer(),
});
export type UploadState = Static<typeof UploadState>;

export const Image = Type.Object({
  Id,
  FileName: Type.String(),
  ContentType: Type.String(),
  /** Bytes of the picture at `Url`. */
  Size: Type.Integer(),
  Width: Type.Integer(),
  Height: Type.Integer(),
  Caption: Type.String(),
  /** Degrees clockwise by which it is to be shown turned; the bytes are not. */
  Rotation: Type.Integer(),
  Url: Type.String(),
  ThumbnailUrl: Type.String(),
  AuthorName: Type.String(),
  AuthorId: Id,
  CreatedAt: Moment,
  /** Time and place from the camera's metadata, which is removed from the file. */
  TakenAt: nullable(Moment),
  Latitude: nullable(Type.Number()),
  Longitude: nullable(Type.Number()),
  /** SHA-256 of the file as sent, hexadecimal. */
  OriginalSha256: Type.String(),
  /** The end of the file is missing: the picture shows the part that has arrived. */
  Cut: Type.Boolean(),
});
export type Image = Static<typeof Image>;
