import Type from 'typebox';
import { imageBodyBytes, noteMaxLength, reasonMaxLength, searchMaxLength } from '../limits.ts';
import {
  AccidentCreate,
  AccidentExtraProperties,
  AccidentFacts,
  AccidentMerge,
  AccidentMove,
  AccidentStatus,
  Image,
  Lock,
  NearAccident,
  NextAccident,
  Note,
  NoteText,
  OtherAccident,
  RelatedAccident,
} from '../shapes/accident.ts';
import { Done, Id, IdParams, Moment, nullable, ObjectId, tableOf } from '../shapes/common.ts';
import { ExternalCrash } from '../shapes/externalCrash.ts';
import { Reconstruction } from '../shapes/reconstruction.ts';
import { CrashCurves, CrashMap } from '../shapes/telemetry.ts';
import { accidentWorkCalls } from './accidentWork.ts';

const tag = 'Accidents';
const readAccess = { resource: 'accidents', verb: 'one' } as const;
const updateAccess = { resource: 'accidents', verb: 'update' } as const;
const listAccess = { resource: 'accidents', verb: 'list' } as const;
/** Maximum size of a request body with a note, bytes. In JSON one character of the note may take six bytes. */
const noteBodyBytes = 6 * noteMaxLength + 1024;
const NoteParams = Type.Object({ id: Id, noteId: Id });
const ImageParams = Type.Object({ id: Id, imageId: Id });
const LockQuery = Type.Object({
  /** True takes the lease over from its present owner. Requires `reason`. */
  takeOver: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: reasonMaxLength })),
});
const CurvesQuery = Type.Object({
  /** Maximum number of points per curve in the answer. Peaks of the curve are kept. */
  points: Type.Optional(Type.Integer({ minimum: 100, maximum: 100_000 })),
});

const reportCall = {
  tag,
  title: 'Report an accident',
  purpose: 'Create an accident reported by phone or by another source.',
  access: { resource: 'accidents', verb: 'create' },
  body: AccidentCreate,
  bodyLimitBytes: noteBodyBytes,
  record: 'accidents',
  extraProperties: AccidentFacts,
  status: 201,
} as const;

export const accidentCalls = {
  ...accidentWorkCalls,
  'GET /api/v2/Accident/table/{status}': {
    tag,
    title: 'List accidents of a bucket',
    purpose: 'Accidents of one bucket.',
    access: listAccess,
    params: Type.Object({ status: AccidentStatus }),
    table: 'accidents',
    extraProperties: AccidentExtraProperties,
  },
  'POST /api/v2/Accident': reportCall,
  'POST /api/crashes': { ...reportCall, title: 'Report an accident (legacy)' },
  'GET /api/crashes': {
    tag,
    title: 'List accidents of all buckets (legacy)',
    purpose: 'Accidents of all buckets, or of the buckets in `Status`.',
    access: listAccess,
    table: 'accidents',
    bucketsParameter: 'Status',
    extraProperties: AccidentExtraProperties,
  },
  'GET /api/v2/Accident/near': {
    tag,
    title: 'Find accidents near a moment',
    purpose: 'Accidents of a voucher within two hours of a moment, to avoid reporting an accident twice.',
    access: { resource: 'accidents', verb: 'create' },
    query: Type.Object({ VoucherId: Id, CrashDateTime: Moment }),
    answer: Type.Array(NearAccident),
  },
  'GET /api/v2/Accident/{id}': {
    tag,
    title: 'Read an accident',
    purpose: 'One accident with its records and computed facts. `objectId`, if given, must match.',
    access: readAccess,
    params: IdParams,
    query: Type.Object({ objectId: Type.Optional(ObjectId) }),
    record: 'accidents',
    extraProperties: AccidentFacts,
  },
  'GET /api/crash/{id}': {
    tag,
    title: 'Read an accident (legacy)',
    purpose: 'One accident with its records and computed facts.',
    access: readAccess,
    params: IdParams,
    record: 'accidents',
    extraProperties: AccidentFacts,
  },
  'GET /api/externalcrash/{id}': {
    tag,
    title: 'Read an accident for another system',
    purpose:
      'One accident as a flat record for other systems of the insurer: time, location, people, vehicle, impact, decision, pictures. Internal notes are left out. Unknown values are null.',
    access: readAccess,
    params: IdParams,
    answer: ExternalCrash,
  },
  'GET /api/v2/Accident/{id}/others': {
    tag,
    title: 'List other accidents of the car',
    purpose: 'The last twenty other accidents under the same voucher, newest first.',
    access: readAccess,
    params: IdParams,
    answer: tableOf(OtherAccident),
  },
  'GET /api/v2/Accident/{id}/related': {
    tag,
    title: 'List duplicates of an accident',
    purpose:
      'Accidents that were closed as duplicates of this one. For a new accident also those of the same vehicle within two hours, or with the same recording, that are perhaps the same event (`DuplicateOf` is null). With `search`, also empty: accidents of the same vehicle or client, whatever their time, and the accident with that number.',
    access: readAccess,
    params: IdParams,
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: searchMaxLength })) }),
    answer: Type.Array(RelatedAccident),
  },
  'PUT /api/v2/Accident/{id}': {
    tag,
    title: 'Save an accident',
    purpose: 'Save the operator’s entries. 409 if somebody else holds the accident or the version is stale.',
    access: updateAccess,
    params: IdParams,
    changes: 'accidents',
    record: 'accidents',
    extraProperties: AccidentFacts,
  },
  'POST /api/v2/Accident/{id}/status': {
    tag,
    title: 'Move an accident',
    purpose: 'Move an accident to another bucket. A move back or to the mini-losses needs a reason.',
    access: updateAccess,
    params: IdParams,
    body: AccidentMove,
    record: 'accidents',
    extraProperties: AccidentFacts,
  },
  'POST /api/v2/Accident/{id}/merge': {
    tag,
    title: 'Close an accident as a duplicate',
    purpose:
      'Close a new accident as a duplicate of another accident of the same vehicle or client. Its notes, calls, pictures and recordings stay with it, and figures count the event once. 409 if the other one is a duplicate itself or has moved. A MANAGER separates them by moving the duplicate back.',
    access: updateAccess,
    params: IdParams,
    body: AccidentMerge,
    record: 'accidents',
    extraProperties: AccidentFacts,
  },
  'POST /api/v2/Accident/{id}/undo': {
    tag,
    title: 'Undo the last decision',
    purpose:
      'Restore an accident to the state before the caller’s last decision: finished, moved to the mini-losses, or planned to be called again. Allowed for ten seconds and if nobody has changed the accident since. The caller gets the lease back.',
    access: updateAccess,
    params: IdParams,
    record: 'accidents',
    extraProperties: AccidentFacts,
  },
  'POST /api/v2/Accident/next': {
    tag,
    title: 'Claim the next accident',
    purpose:
      'Lease the first new accident that nobody has leased and that waits for no later call. Null: there is none.',
    access: updateAccess,
    answer: Type.Object({ Next: nullable(NextAccident) }),
  },
  'GET /api/crash/lock/{id}': {
    changesData: true,
    tag,
    title: 'Lock an accident',
    purpose: 'Take the lease of an accident for 60 s; repeating the call renews it.',
    access: updateAccess,
    params: IdParams,
    query: LockQuery,
    answer: Lock,
  },
  'GET /api/crash/unlock/{id}': {
    changesData: true,
    tag,
    title: 'Unlock an accident',
    purpose: 'Release an accident.',
    access: updateAccess,
    params: IdParams,
    answer: Lock,
  },
  'GET /api/v2/Accident/{id}/notes': {
    tag,
    title: 'List notes',
    purpose: 'Notes of an accident, oldest first.',
    access: readAccess,
    params: IdParams,
    answer: Type.Array(Note),
  },
  'POST /api/v2/Accident/{id}/notes': {
    tag,
    title: 'Add a note',
    purpose: 'Write a note.',
    access: updateAccess,
    params: IdParams,
    body: NoteText,
    bodyLimitBytes: noteBodyBytes,
    answer: Note,
    status: 201,
  },
  'PUT /api/v2/Accident/{id}/notes/{noteId}': {
    tag,
    title: 'Change a note',
    purpose: 'Change a note. Only its author and a MANAGER may do so.',
    access: updateAccess,
    params: NoteParams,
    body: NoteText,
    bodyLimitBytes: noteBodyBytes,
    answer: Note,
  },
  'DELETE /api/v2/Accident/{id}/notes/{noteId}': {
    tag,
    title: 'Delete a note',
    purpose: 'Delete a note. Only its author and a MANAGER may do so. Its text stays in the history.',
    access: updateAccess,
    params: NoteParams,
    answer: Done,
  },
  'GET /api/v2/Accident/{id}/images': {
    tag,
    title: 'List images',
    purpose: 'Pictures of an accident, oldest first.',
    access: readAccess,
    params: IdParams,
    answer: Type.Array(Image),
  },
  'POST /api/v2/Accident/{id}/images': {
    tag,
    title: 'Upload an image',
    purpose: 'Attach a picture (JPEG, PNG, WebP, HEIC where readable; 15 MB; 60 per accident).',
    access: updateAccess,
    params: IdParams,
    bodyKind: 'multipart',
    bodyLimitBytes: imageBodyBytes,
    answer: Image,
    status: 201,
  },
  'DELETE /api/v2/Accident/{id}/images/{imageId}': {
    tag,
    title: 'Delete an image',
    purpose: 'Delete a picture. Only its author and a MANAGER may do so. The history keeps its name and SHA-256.',
    access: updateAccess,
    params: ImageParams,
    answer: Done,
  },
  'GET /api/v2/Image/{type}/{id}': {
    tag,
    title: 'Download an image',
    purpose: 'The bytes of a picture. `accident-original` is the file as sent.',
    access: 'account',
    params: Type.Object({ type: Type.Enum(['accident', 'accident-thumbnail', 'accident-original', 'avatar']), id: Id }),
    binary: true,
  },
  'GET /api/crashes/map/{id}': {
    tag,
    title: 'Read the track around a crash',
    purpose: 'Track two minutes around the crash.',
    access: readAccess,
    params: IdParams,
    answer: CrashMap,
  },
  'GET /api/crashes/curves/{id}': {
    tag,
    title: 'Read the curves around a crash',
    purpose: 'Acceleration and speed around the crash.',
    access: readAccess,
    params: IdParams,
    query: CurvesQuery,
    answer: CrashCurves,
  },
  'GET /api/v2/Accident/{id}/reconstruction': {
    tag,
    title: 'Reconstruct the movement around a crash',
    purpose:
      'Speed from 30 s before the crash to 60 s after, from acceleration and fixes together, with 90 % intervals; braking, rest and courses.',
    access: readAccess,
    params: IdParams,
    answer: Reconstruction,
  },
  'GET /api/crashlist/opened': {
    tag,
    title: 'List new accidents (legacy)',
    purpose: 'New accidents (legacy path).',
    access: listAccess,
    table: 'accidents',
    bucket: 'opened',
    extraProperties: AccidentExtraProperties,
  },
  'GET /api/crashlist/closed': {
    tag,
    title: 'List processed accidents (legacy)',
    purpose: 'Processed accidents (legacy path).',
    access: listAccess,
    table: 'accidents',
    bucket: 'closed',
    extraProperties: AccidentExtraProperties,
  },
} as const;
