import Type, { type Static } from 'typebox';
import type { ChangeOf, RecordOf, RowOf } from '../call.ts';
import { moveReasonMaxLength, noteMaxLength } from '../limits.ts';
import { accidentStatuses, severities } from '../states.ts';
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

/** Computed from the device's curve. Sources and formulas: docs/telemetry.md. */
export const CrashFacts = Type.Object({
  /** Largest horizontal resultant, g; null without a curve. */
  PeakG: nullable(Type.Number()),
  /** Time of the peak, milliseconds from the start of the curve. */
  PeakAtMs: nullable(Type.Number()),
  /** Time the horizontal resultant stayed above the lowest threshold, ms. */
  DurationMs: nullable(Type.Number()),
  /** Change of velocity within 250 ms from the impact, km/h: along, across, resultant. */
  DeltaVLongitudinalKmh: nullable(Type.Number()),
  DeltaVLateralKmh: nullable(Type.Number()),
  DeltaVKmh: nullable(Type.Number()),
  /** Direction the force came from, degrees clockwise: 0 front, 90 right, 180 rear, 270 left. */
  DirectionDeg: nullable(Type.Number()),
  SpeedBeforeKmh: nullable(Type.Number()),
  SpeedAfterKmh: nullable(Type.Number()),
  Severity: nullable(Severity),
  /** Lower bounds of minor and major, g. */
  MinorFromG: Type.Number(),
  MajorFromG: Type.Number(),
  RateHz: nullable(Type.Number()),
  RangeG: nullable(Type.Number()),
  /** A sample reached the end of the sensor's range: the true peak was higher. */
  Clipped: Type.Boolean(),
  /** `CFC 60` where the rate allows the filter, else `recorded samples`. */
  PeakMethod: nullable(Type.String()),
  Frame: nullable(Type.Enum(['vehicle', 'device'])),
});
export type CrashFacts = Static<typeof CrashFacts>;

/** Properties of a single accident beside the described fields. */
export const AccidentFacts = Type.Object({ ...AccidentKeys.properties, Facts: CrashFacts });
export type AccidentDetail = RecordOf<'accidents'> & Static<typeof AccidentFacts>;
export type AccidentUpdate = ChangeOf<'accidents'>;

/** An accident reported by phone or by another source. */
export const AccidentCreate = Type.Object(
  {
    VoucherId: Id,
    CrashDateTime: Moment,
    Source: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    Latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    Longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    City: Type.Optional(Type.String({ maxLength: 120 })),
    Street: Type.Optional(Type.String({ maxLength: 240 })),
  },
  { additionalProperties: false },
);
export type AccidentCreate = Static<typeof AccidentCreate>;

export const AccidentMove = Type.Object(
  {
    Status: AccidentStatus,
    Reason: Type.Optional(Type.String({ maxLength: moveReasonMaxLength })),
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

export const Image = Type.Object({
  Id,
  FileName: Type.String(),
  ContentType: Type.String(),
  /** Bytes of the picture at `Url`. */
  Size: Type.Integer(),
  Width: Type.Integer(),
  Height: Type.Integer(),
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
});
export type Image = Static<typeof Image>;
