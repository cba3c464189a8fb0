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
import { accidentStatuses, crashDoubts, severities } from '../states.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable, ObjectId } from './common.ts';

export * from '../states.ts';
export const AccidentStatus = Type.Enum([...accidentStatuses]);
export type AccidentStatus = (typeof accidentStatuses)[number];
export const Severity = Type.Enum([...severities]);
export type Severity = (typeof severities)[number];

/**
 * Properties of an accident that the resource's description does not define. Lists of accidents and single accidents
 * have them.
 */
export const AccidentExtraProperties = Type.Object({
  /** Same value as `Id`, for existing programs that use the API. */
  ID: Id,
  /** The accident's unique number as text, for existing programs that use the API. */
  Ident: Type.String(),
  ObjectId,
});
export type AccidentRow = RowOf<'accidents'> & Static<typeof AccidentExtraProperties>;

/** Reasons for or against the conclusion that an impact was a crash. */
export const crashReasons = [
  'rolledOver',
  'pushed',
  'changed',
  'lost',
  'stands',
  'unchanged',
  'braked',
  'cameBack',
  'short',
  'vertical',
  'droveOn',
  'fell',
  'implausible',
] as const;
export type CrashReason = (typeof crashReasons)[number];

/** One impact of a recording. A recording can have several, because a car is often hit twice. */
export const RecordedImpact = Type.Object({
  /** Start of the impact (time zero), milliseconds after the start of the curve. */
  AtMs: Type.Number(),
  PeakG: Type.Number(),
  DeltaVKmh: Type.Number(),
  DirectionDeg: nullable(Type.Number()),
});
export type RecordedImpact = Static<typeof RecordedImpact>;

/** Figures computed from the device's curve. Sources and formulas: docs/telemetry.md. */
export const CrashFacts = Type.Object({
  /** Largest horizontal acceleration (resultant of both axes), g. Null without a curve. */
  PeakG: nullable(Type.Number()),
  /** Time of `PeakG`, milliseconds after the start of the curve. */
  PeakAtMs: nullable(Type.Number()),
  /** Time from the start of the impact (time zero) to its end, milliseconds (49 CFR 563.5). */
  DurationMs: nullable(Type.Number()),
  /**
   * Largest change of velocity since time zero, km/h: longitudinal, lateral, resultant. The search ends 250 ms after
   * time zero, or 30 ms after the end of the impact if that is earlier. Null below 20 Hz.
   */
  DeltaVLongitudinalKmh: nullable(Type.Number()),
  DeltaVLateralKmh: nullable(Type.Number()),
  DeltaVKmh: nullable(Type.Number()),
  /**
   * Bounds of `DeltaVKmh` at 90 % confidence, km/h. `DeltaVToKmh` is null if the sensor was saturated or the record was
   * cut.
   */
  DeltaVFromKmh: nullable(Type.Number()),
  DeltaVToKmh: nullable(Type.Number()),
  /**
   * Largest change of velocity within 20, 50 and 150 ms, km/h. Null if the sampling rate or the bandwidth is too low.
   */
  DeltaV20Kmh: nullable(Type.Number()),
  DeltaV50Kmh: nullable(Type.Number()),
  DeltaV150Kmh: nullable(Type.Number()),
  /** Share of the vertical axis in the acceleration during the impact, 0 to 1. */
  VerticalShare: nullable(Type.Number()),
  /** Impacts of the recording in time order. Null if no change of velocity (delta-v) could be computed. */
  Impacts: nullable(Type.Array(RecordedImpact)),
  /** True if the car stood still in the minute after the impact. Null if the fixes do not tell. */
  StandsAfter: nullable(Type.Boolean()),
  /**
   * True: the car rolled over. Gravity turned, and the car did not drive on. False with a `TurnedDeg` above 60: it
   * drove on, so only the device turned. Null: the recording has no rest before the impact, or is wrong.
   */
  Rollover: nullable(Type.Boolean()),
  /** Largest angle by which gravity turned after the impact, degrees. 0: less than 60°. */
  TurnedDeg: nullable(Type.Number()),
  /** Probability that the impact was a crash, 0 to 1, and the reasons for it. */
  CrashProbability: nullable(Type.Number()),
  CrashReasons: nullable(Type.Array(Type.Enum([...crashReasons]))),
  /**
   * Probability of a serious injury (MAIS 3+) of an occupant, 0 to 1. Null if the direction is unknown, or the curve is
   * clipped or cut. The bounds are those of delta-v and of the struck side at 90 % confidence. Errors of the curve, which is
   * of US crashes of 1988–1995, are not in them. Null without `DeltaVToKmh`, or if an earlier release computed the figures.
   */
  InjuryRisk: nullable(Type.Number()),
  InjuryRiskLow: nullable(Type.Number()),
  InjuryRiskHigh: nullable(Type.Number()),
  /**
   * Direction from which the force came, degrees clockwise: 0 front, 90 right. Null below 3 km/h of delta-v or for a
   * doubtful recording.
   */
  DirectionDeg: nullable(Type.Number()),
  /**
   * The true direction lies within this many degrees of `DirectionDeg`, on either side, with 90 % confidence. Null: there
   * is no direction, the sensor was saturated or the record was cut, or an earlier release computed the figures.
   */
  DirectionErrorDeg: nullable(Type.Number()),
  /**
   * Speed that the device reported at the impact, km/h. `SpeedBeforeKmh` is chosen from this speed and the speed of a
   * fix.
   */
  DeviceSpeedKmh: nullable(Type.Number()),
  SpeedBeforeKmh: nullable(Type.Number()),
  SpeedAfterKmh: nullable(Type.Number()),
  /** Class of the impact by `DeltaVKmh`, or by `PeakG` if `DeltaVKmh` is null. */
  Severity: nullable(Severity),
  /** Lower bounds of the severities minor and major for `PeakG`, g. */
  MinorFromG: Type.Number(),
  MajorFromG: Type.Number(),
  /**
   * Lower bounds of the severities minor and major for `DeltaVKmh`, km/h. Null: an earlier release determined the
   * severity, and the higher class by peak and delta-v counted.
   */
  MinorFromKmh: nullable(Type.Number()),
  MajorFromKmh: nullable(Type.Number()),
  RateHz: nullable(Type.Number()),
  RangeG: nullable(Type.Number()),
  /** Bandwidth of this device model, Hz. Null if unknown: the device may send single samples instead of means. */
  BandwidthHz: nullable(Type.Number()),
  /** True if a sample reached the end of the sensor's range. The true peak was higher. */
  Clipped: Type.Boolean(),
  ClippedSamples: nullable(Type.Integer()),
  /** Method for `PeakG`: `CFC 60` if the sampling rate allows this filter, otherwise `recorded samples`. */
  PeakMethod: nullable(Type.String()),
  Frame: nullable(Type.Enum(['vehicle', 'device'])),
  /** Length of the recording before time zero and after time zero, milliseconds. */
  RecordedBeforeMs: nullable(Type.Number()),
  RecordedAfterMs: nullable(Type.Number()),
  /**
   * Smallest share of the change of velocity that remains in the 200 ms after the impact. Near 1 for a crash, 0 or less
   * for a shaken device.
   */
  VelocityLeftShare: nullable(Type.Number()),
  /** Vector that points up, in the device's axes x, y, z, computed from the device's trips, g. */
  Gravity: nullable(Type.Array(Type.Number())),
  /** Doubts about these figures. Null: an earlier release computed the figures and did not check the recording. */
  Doubts: nullable(Type.Array(Type.Enum([...crashDoubts]))),
  /**
   * Time that a report stated while the device's clock was wrong by years, in UTC. Null: no report had such a clock, or
   * an earlier release stored it.
   */
  StatedDateTime: nullable(Type.String()),
  /** Id of an accident that this accident seems to repeat. The accident's page proposes to merge the two. */
  SameAs: nullable(Id),
});
export type CrashFacts = Static<typeof CrashFacts>;

/**
 * Properties of a single accident that the resource's description does not define: ids, and the figures of the impact.
 */
export const AccidentFacts = Type.Object({ ...AccidentExtraProperties.properties, Facts: CrashFacts });
export type AccidentDetail = RecordOf<'accidents'> & Static<typeof AccidentFacts>;
export type AccidentUpdate = ChangeOf<'accidents'>;

/** Another accident under the same voucher, listed on the page of an accident. */
export const OtherAccident = Type.Object({
  Id,
  ObjectId,
  CrashDateTime: Moment,
  Status: AccidentStatus,
  /** Change of velocity, km/h, by which `Severity` is classed. Null: unknown, so that the peak classed it. */
  DeltaVKmh: nullable(Type.Number()),
  MaximumAcceleration: nullable(Type.Number()),
  Severity: nullable(Severity),
});
export type OtherAccident = Static<typeof OtherAccident>;

/** A duplicate of an accident, or an accident that is perhaps the same event. */
export const RelatedAccident = Type.Object({
  ...OtherAccident.properties,
  CrashUniqueIdentifier: Type.Integer(),
  Source: Type.String(),
  VoucherNumber: Type.String(),
  ClientName: Type.String(),
  VehicleRegNumber: Type.String(),
  /** Id of the accident of which this one is a duplicate. Null: it is none, but is perhaps the same event. */
  DuplicateOf: nullable(Id),
});
export type RelatedAccident = Static<typeof RelatedAccident>;

/**
 * Body of the call that reports an accident by hand. A person learned of the accident by phone, or from another source
 * than a device.
 */
export const AccidentCreate = Type.Object(
  {
    VoucherId: Id,
    CrashDateTime: Moment,
    Source: Type.Optional(Type.String({ minLength: 1, maxLength: reporterMaxLength })),
    Latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    Longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    City: Type.Optional(Type.String({ maxLength: cityMaxLength })),
    Street: Type.Optional(Type.String({ maxLength: streetMaxLength })),
    /** Words of the reporter. They become the first note of the accident. */
    Note: Type.Optional(Type.String({ maxLength: noteMaxLength })),
    /** True: the caller gets the lease of the new accident. */
    Claim: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type AccidentCreate = Static<typeof AccidentCreate>;

/** An accident of the same car at about the same time, possibly the same event. */
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
    /**
     * Work status with which the case is closed. The status must be final. Absent: the accident keeps its work status.
     */
    StatusOfRoadAccidentID: Type.Optional(Id),
    /**
     * Id of the reason why the event was no crash. With this id, a case moves to the mini-losses without a `Reason`.
     */
    UnconfirmationReasonId: Type.Optional(Id),
    Version: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type AccidentMove = Static<typeof AccidentMove>;

/** Body of the call that closes an accident as a duplicate of another one. */
export const AccidentMerge = Type.Object(
  {
    /** Id of the accident that is kept. */
    Into: Id,
    /** Bucket of that accident as the caller saw it. If it has moved since, nothing is merged. */
    IntoStatus: AccidentStatus,
    Version: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type AccidentMerge = Static<typeof AccidentMerge>;

export const Lock = Type.Object({
  LockedBy: nullable(Id),
  LockedByName: nullable(Type.String()),
  LockedUntil: nullable(Moment),
});

/** Times that the cabinet proposes for the next phone call to a client, and the hours in which clients are not called. */
export const CallTimes = Type.Object({
  /** Time zone of the client, such as `Asia/Omsk`. */
  TimeZone: Type.String(),
  /** Hours of the client's day, 0 to 23, between which clients are not called. Equal values: no quiet hours. */
  QuietFromHour: Type.Integer(),
  QuietToHour: Type.Integer(),
  WeekendCalls: Type.Boolean(),
  /** Working hour of the client's next day, after quiet hours and free days. */
  Tomorrow: Moment,
});
export type CallTimes = Static<typeof CallTimes>;

/** The accident that the call has leased to the caller. */
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

/** An earlier text of a note that was changed later. */
export const NoteEdit = Type.Object({ Id, Text: Type.String(), EditorName: Type.String(), EditedAt: Moment });
export type NoteEdit = Static<typeof NoteEdit>;

/** Change of a picture's caption, rotation or position. Properties that are absent do not change. */
export const ImageChange = Type.Object(
  {
    Caption: Type.Optional(Type.String({ maxLength: captionMaxLength })),
    /** Rotation of the picture, degrees clockwise. */
    Rotation: Type.Optional(Type.Enum([0, 90, 180, 270])),
    /** Position among the pictures, from 1. */
    Position: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  { additionalProperties: false },
);
export type ImageChange = Static<typeof ImageChange>;

/** Start of a picture's upload in pieces. A lost connection then loses only one piece. */
export const UploadStart = Type.Object(
  {
    FileName: Type.String({ minLength: 1, maxLength: 500 }),
    /** Size of the file, bytes. */
    Size: Type.Integer({ minimum: 1, maximum: imageMaxBytes }),
  },
  { additionalProperties: false },
);
export const UploadState = Type.Object({
  UploadId: Type.String(),
  Size: Type.Integer(),
  /** Number of bytes that the server has received. The next piece of the file begins there. */
  Received: Type.Integer(),
});
export type UploadState = Static<typeof UploadState>;

export const Image = Type.Object({
  Id,
  FileName: Type.String(),
  ContentType: Type.String(),
  /** Size of the picture file at `Url`, bytes. */
  Size: Type.Integer(),
  Width: Type.Integer(),
  Height: Type.Integer(),
  Caption: Type.String(),
  /** Rotation for display, degrees clockwise. The stored bytes are not rotated. */
  Rotation: Type.Integer(),
  Url: Type.String(),
  ThumbnailUrl: Type.String(),
  AuthorName: Type.String(),
  AuthorId: Id,
  CreatedAt: Moment,
  /** Time and location from the metadata that the camera wrote. The metadata is removed from the file. */
  TakenAt: nullable(Moment),
  Latitude: nullable(Type.Number()),
  Longitude: nullable(Type.Number()),
  /** SHA-256 of the original file, hexadecimal. */
  OriginalSha256: Type.String(),
  /** True if the end of the file is missing. The picture then shows only the received part. */
  Cut: Type.Boolean(),
});
export type Image = Static<typeof Image>;
