import { sql } from 'kysely';
import type { accidentCalls } from '../../../src/contract/calls/accidents.ts';
import type { OtherAccident } from '../../../src/contract/shapes/accident.ts';
import type { Context, HandledName, HandlersOf } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { accidentActions } from './actions.ts';
import { listCalls, logCall } from './calls.ts';
import { claimNext } from './claimNext.ts';
import { forOthers } from './external.ts';
import { changeImage } from './imageChanges.ts';
import { addImage, deleteImage, listImages } from './images.ts';
import { giveBack, take } from './lease.ts';
import { addNote, changeNote, deleteNote, listEdits, listNotes } from './notes.ts';
import { move, update } from './processing.ts';
import { readDetail, readOfObject } from './reading.ts';
import { accidentsNear, report } from './reporting.ts';
import { type AccidentKey, readState } from './repository.ts';
import { addPiece, beginUpload, finishUpload, readUpload } from './uploads.ts';

const mostOthers = 20;

/** The other accidents of the same voucher, newest first. */
const readOthers = async (db: Db, key: AccidentKey): Promise<{ Items: OtherAccident[]; Total: number }> => {
  const { voucher_id } = await readState(db, key);
  if (voucher_id === null) return { Items: [], Total: 0 };
  const { rows } = await sql<OtherAccident & { total: number }>`
    select id as "Id", object_id as "ObjectId", crash_at as "CrashDateTime", status as "Status",
      maximum_acceleration_g as "MaximumAcceleration", severity as "Severity", count(*) over () as total
    from accident where company_id = ${key.companyId} and voucher_id = ${voucher_id} and id <> ${key.id}
    order by crash_at desc, id desc limit ${mostOthers}`.execute(db);
  return { Items: rows.map(({ total: _total, ...row }) => row), Total: Number(rows[0]?.total ?? 0) };
};

export { leaseCheck } from './endedLeases.ts';
export { overdueCheck } from './overdue.ts';
export { accidentActions };

type Elsewhere = 'GET /api/crashes/map/{id}' | 'GET /api/crashes/curves/{id}' | 'GET /api/v2/Image/{type}/{id}';
type Names = Exclude<keyof typeof accidentCalls & HandledName, Elsewhere>;

export const accidentHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<Names> => {
  const desk = { ...context, dictionaries };
  return {
    'POST /api/v2/Accident': async request => report(desk, request, request.body),
    'POST /api/crashes': async request => report(desk, request, request.body),
    'GET /api/crash/{id}': async request => readDetail(desk, request, request.params.id),
    'GET /api/externalcrash/{id}': async request => forOthers(desk, request, request.params.id),
    'GET /api/v2/Accident/near': async ({ caller, query }) => accidentsNear(desk, caller, query),
    'GET /api/v2/Accident/{id}': async request =>
      readOfObject(desk, request, request.params.id, request.query.objectId),
    'GET /api/v2/Accident/{id}/others': ({ caller, params }) =>
      readOthers(context.db, { companyId: caller.companyId, id: params.id }),
    'PUT /api/v2/Accident/{id}': async request => update(desk, request, request.params.id, request.body),
    'POST /api/v2/Accident/{id}/status': async request => move(desk, request, request.params.id, request.body),

    'POST /api/v2/Accident/next': request => claimNext(desk, request),

    'GET /api/crash/lock/{id}': async request => take(desk, request, request.params.id, request.query),
    'GET /api/crash/unlock/{id}': async request => giveBack(desk, request, request.params.id),

    'GET /api/v2/Accident/{id}/notes': async ({ caller, params }) => listNotes(desk, caller, params.id),
    'POST /api/v2/Accident/{id}/notes': async request => addNote(desk, request, request.params.id, request.body.Text),
    'PUT /api/v2/Accident/{id}/notes/{noteId}': async request =>
      changeNote(desk, request, request.params.id, request.params.noteId, request.body.Text),
    'DELETE /api/v2/Accident/{id}/notes/{noteId}': async request =>
      deleteNote(desk, request, request.params.id, request.params.noteId),

    'GET /api/v2/Accident/{id}/notes/{noteId}/edits': async ({ caller, params }) =>
      listEdits(desk, caller, params.id, params.noteId),

    'GET /api/v2/Accident/{id}/calls': async ({ caller, params }) => listCalls(desk, caller, params.id),
    'POST /api/v2/Accident/{id}/calls': async request => logCall(desk, request, request.params.id, request.body),

    'POST /api/v2/Accident/{id}/uploads': async request => beginUpload(desk, request, request.params.id, request.body),
    'GET /api/v2/Accident/{id}/uploads/{uploadId}': async ({ caller, params }) => readUpload(desk, caller, params),
    'POST /api/v2/Accident/{id}/uploads/{uploadId}': async request =>
      addPiece(desk, request, request.params, request.query.offset, request.file.bytes),
    'POST /api/v2/Accident/{id}/uploads/{uploadId}/finish': async request =>
      finishUpload(desk, request, request.params),

    'GET /api/v2/Accident/{id}/images': async ({ caller, params }) => listImages(desk, caller, params.id),
    'POST /api/v2/Accident/{id}/images': async request => addImage(desk, request, request.params.id, request.file),
    'PUT /api/v2/Accident/{id}/images/{imageId}': async request =>
      changeImage(desk, request, request.params.id, request.params.imageId, request.body),
    'DELETE /api/v2/Accident/{id}/images/{imageId}': async request =>
      deleteImage(desk, request, request.params.id, request.params.imageId),
  };
};
