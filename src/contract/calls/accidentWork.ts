import Type from 'typebox';
import { uploadPieceBytes } from '../limits.ts';
import { CallTimes, Image, ImageChange, NoteEdit, UploadStart, UploadState } from '../shapes/accident.ts';
import { Id, IdParams } from '../shapes/common.ts';
import { LoggedCall, PhoneCallResult } from '../shapes/loggedCall.ts';

const tag = 'Accidents';
const readAccess = { resource: 'accidents', verb: 'one' } as const;
const updateAccess = { resource: 'accidents', verb: 'update' } as const;
const NoteParams = Type.Object({ id: Id, noteId: Id });
const ImageParams = Type.Object({ id: Id, imageId: Id });
const UploadParams = Type.Object({ id: Id, uploadId: Type.String({ format: 'uuid' }) });

/**
 * Calls for the work on a case: phone calls to the client, picture uploads in pieces, earlier texts of notes. The
 * specification does not contain these calls.
 */
export const accidentWorkCalls = {
  'PUT /api/v2/Accident/{id}/images/{imageId}': {
    tag,
    title: 'Change an image',
    purpose: 'Rotate a picture, change its caption or its position among the pictures.',
    access: updateAccess,
    params: ImageParams,
    body: ImageChange,
    answer: Image,
  },
  'POST /api/v2/Accident/{id}/uploads': {
    tag,
    title: 'Begin an upload in pieces',
    purpose: 'Begin to upload a picture in pieces, so that a broken connection loses only one piece. Kept for a day.',
    access: updateAccess,
    params: IdParams,
    body: UploadStart,
    answer: UploadState,
    status: 201,
  },
  'GET /api/v2/Accident/{id}/uploads/{uploadId}': {
    tag,
    title: 'Read the progress of an upload',
    purpose: 'Number of received bytes. The next piece begins there.',
    access: updateAccess,
    params: UploadParams,
    answer: UploadState,
  },
  'POST /api/v2/Accident/{id}/uploads/{uploadId}': {
    tag,
    title: 'Send a piece of an upload',
    purpose:
      'Sends the next piece (at most 512 kB) from byte `offset` on. If the offset is wrong, nothing changes, and the answer has the expected offset.',
    access: updateAccess,
    params: UploadParams,
    query: Type.Object({ offset: Type.Integer({ minimum: 0 }) }),
    bodyKind: 'multipart',
    bodyLimitBytes: uploadPieceBytes + 64 * 1024,
    answer: UploadState,
  },
  'POST /api/v2/Accident/{id}/uploads/{uploadId}/finish': {
    tag,
    title: 'Finish an upload',
    purpose: 'Attach the picture whose pieces have all arrived.',
    access: updateAccess,
    params: UploadParams,
    answer: Image,
    status: 201,
  },
  'GET /api/v2/Accident/{id}/notes/{noteId}/edits': {
    tag,
    title: 'List former texts of a note',
    purpose: 'Earlier texts of a note, newest first.',
    access: readAccess,
    params: NoteParams,
    answer: Type.Array(NoteEdit),
  },
  'GET /api/v2/Accident/{id}/calls': {
    tag,
    title: 'List calls to the client',
    purpose: 'Calls made for an accident, oldest first.',
    access: readAccess,
    params: IdParams,
    answer: Type.Array(LoggedCall),
  },
  'GET /api/v2/Accident/{id}/callTimes': {
    tag,
    title: 'Propose times of the next call',
    purpose: 'Time zone and quiet hours of the client, and a working hour of the client’s next day.',
    access: readAccess,
    params: IdParams,
    answer: CallTimes,
  },
  'POST /api/v2/Accident/{id}/calls': {
    tag,
    title: 'Log a call to the client',
    purpose: 'Record the result of a call. The result sets the work status and the next call of a new accident.',
    access: updateAccess,
    params: IdParams,
    body: PhoneCallResult,
    answer: LoggedCall,
    status: 201,
  },
} as const;
