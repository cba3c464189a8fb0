import { sql } from 'kysely';
import type { accidentCalls } from '../../../src/contract/calls/accidents.ts';
import { clockToleranceMs } from '../../../src/contract/limits.ts';
import type {
  AccidentCreate,
  AccidentDetail,
  Image,
  ImageChange,
  OtherAccident,
} from '../../../src/contract/shapes/accident.ts';
import { momentInAllLocales } from '../../../src/schema/kinds/format.ts';
import { isInvisible, tidy } from '../../../src/schema/kinds/plain.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import type { Context, HandledName, HandlersOf } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { differences } from '../../db/differences.ts';
import { noFacts } from '../../domain/telemetry/noFacts.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { invalid } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { AccidentContext, CallerContext } from './accidentContext.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { accidentActions } from './actions.ts';
import { listCalls, logCall } from './calls.ts';
import { claimNext } from './claimNext.ts';
import { undoDecision } from './decisions.ts';
import { readNearbyAccidents, readRelatedAccidents, searchMergeTargets } from './duplicates.ts';
import { readExternalAccident } from './external.ts';
import { imageToWire, readImageRow, readImages } from './imageRepository.ts';
import { addImage, deleteImage, listImages } from './images.ts';
import { parseMoment, requireText } from './input.ts';
import { changeLeasedAccident, releaseLease, takeLease } from './lease.ts';
import { proposeCallTimes } from './nextCalls.ts';
import { addNote, changeNote, deleteNote, listEdits, listNotes, writeNote } from './notes.ts';
import { mergeAccident, moveAccident, updateAccident } from './processing.ts';
import { readDetail, readDetailOfObject } from './reading.ts';
import { type AccidentKey, readAccident } from './repository.ts';
import { createAccident } from './service.ts';
import { addPiece, beginUpload, finishUpload, readUpload } from './uploads.ts';

const optionalText = (field: string, text = ''): string => (isInvisible(text) ? '' : requireText(field, text.trim()));

const requireBothCoordinates = ({ Latitude, Longitude }: AccidentCreate): void => {
  if ((Latitude === undefined) === (Longitude === undefined)) return;
  throw invalid({ field: Latitude === undefined ? 'Latitude' : 'Longitude', message: 'required' });
};

/** Creates an accident reported by a person. There is no recording, so no facts are computed. */
const reportAccident = (
  context: AccidentContext,
  request: CallerContext,
  body: AccidentCreate,
): Promise<AccidentDetail> => {
  const now = context.now();
  const crashAt = parseMoment('CrashDateTime', body.CrashDateTime);
  if (crashAt.getTime() > now.getTime() + clockToleranceMs)
    throw invalid({
      field: 'CrashDateTime',
      message: 'notLater',
      values: { max: momentInAllLocales(now, request.caller.timeZone) },
    });
  requireBothCoordinates(body);
  const note = optionalText('Note', body.Note);
  const { caller } = request;
  return request.change(async tx => {
    const { id } = await createAccident(tx, {
      companyId: caller.companyId,
      voucherId: body.VoucherId,
      crashAt,
      source: optionalText('Source', body.Source) || 'operator',
      latitude: body.Latitude ?? null,
      longitude: body.Longitude ?? null,
      city: optionalText('City', body.City),
      street: optionalText('Street', body.Street),
      facts: noFacts(),
      status: 'opened',
      createdAt: now,
    });
    if (note) await writeNote(tx, caller, { companyId: caller.companyId, id }, note, now);
    // The claim runs in the same transaction, so that nobody else can take the new accident before the caller.
    if (body.Claim) await takeLease(context, { ...request, change: work => work(tx) }, id, {});
    return readDetail(context, request, id, tx.db);
  });
};

/** Moves a picture to a position, from 1 on, and shifts the others. Returns the former position. */
const moveImage = async ({ db }: Tx, key: AccidentKey, imageId: number, position: number): Promise<number> => {
  const ids = (await readImages(db, key)).map(({ id }) => id);
  const order = ids.filter(id => id !== imageId);
  order.splice(position - 1, 0, imageId);
  for (const [index, id] of order.entries())
    await db
      .updateTable('accident_image')
      .set({ position: index + 1 })
      .where('company_id', '=', key.companyId)
      .where('id', '=', id)
      .where('position', '!=', index + 1)
      .execute();
  return ids.indexOf(imageId) + 1;
};

const parseCaption = (text: string): string => {
  const caption = tidy(text);
  if (!isStorable(caption)) throw invalid({ field: 'Caption', message: 'characters' });
  return caption;
};

/** Rotates, renames or moves a picture. Any operator who has locked the case may do it. */
const changeImage = (
  context: AccidentContext,
  request: CallerContext,
  id: number,
  imageId: number,
  { Caption, Rotation, Position }: ImageChange,
): Promise<Image> => {
  const caption = Caption === undefined ? undefined : parseCaption(Caption);
  return changeLeasedAccident(context, request, id, async (tx, _accident, key) => {
    const image = await readImageRow(tx.db, key, imageId);
    const before = { Caption: image.caption, Rotation: image.rotation };
    const after = { Caption: caption ?? image.caption, Rotation: Rotation ?? image.rotation };
    const changes = [...differences(before, after)];
    if (changes.length > 0)
      await tx.db
        .updateTable('accident_image')
        .set({ caption: after.Caption, rotation: after.Rotation })
        .where('company_id', '=', key.companyId)
        .where('id', '=', imageId)
        .execute();
    if (Position !== undefined) {
      const formerPosition = await moveImage(tx, key, imageId, Position);
      if (formerPosition !== Position) changes.push({ field: 'Position', before: formerPosition, after: Position });
    }
    if (changes.length > 0) {
      const auditChanges = [{ field: 'FileName', before: image.file_name, after: image.file_name }, ...changes];
      await tx.audit({ entity: 'accident', entityId: id, action: 'imageChange', changes: auditChanges });
      await emitAccidentEvent(tx, key, { action: 'imageChange', fields: ['Images'] });
    }
    return imageToWire(await readImageRow(tx.db, key, imageId));
  });
};

const maxOthers = 20;

/** The other accidents of the same voucher, newest first, without duplicates of one of them. */
const readOtherAccidents = async (db: Db, key: AccidentKey): Promise<{ Items: OtherAccident[]; Total: number }> => {
  const { voucher_id } = await readAccident(db, key);
  if (voucher_id === null) return { Items: [], Total: 0 };
  const { rows } = await sql<OtherAccident & { total: number }>`
    select id as "Id", object_id as "ObjectId", crash_at as "CrashDateTime", status as "Status",
      (facts->>'DeltaVKmh')::float8 as "DeltaVKmh", maximum_acceleration_g as "MaximumAcceleration", severity as "Severity", count(*) over () as total
    from accident where company_id = ${key.companyId} and voucher_id = ${voucher_id} and id <> ${key.id}
      and duplicate_of_id is null
    order by crash_at desc, id desc limit ${maxOthers}`.execute(db);
  return { Items: rows.map(({ total: _total, ...row }) => row), Total: Number(rows[0]?.total ?? 0) };
};

export { leaseCheck } from './endedLeases.ts';
export { freshCheck, overdueCheck } from './overdue.ts';
export { accidentActions };

type CallsOfOtherModules =
  | 'GET /api/crashes/map/{id}'
  | 'GET /api/crashes/curves/{id}'
  | 'GET /api/v2/Accident/{id}/reconstruction'
  | 'GET /api/v2/Image/{type}/{id}';
type AccidentCallNames = Exclude<keyof typeof accidentCalls & HandledName, CallsOfOtherModules>;

export const accidentHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<AccidentCallNames> => {
  const accidentContext = { ...context, dictionaries };
  return {
    'POST /api/v2/Accident': async request => reportAccident(accidentContext, request, request.body),
    'POST /api/crashes': async request => reportAccident(accidentContext, request, request.body),
    'GET /api/crash/{id}': async request => readDetail(accidentContext, request, request.params.id),
    'GET /api/externalcrash/{id}': async request => readExternalAccident(accidentContext, request, request.params.id),
    'GET /api/v2/Accident/near': async ({ caller, query }) => readNearbyAccidents(accidentContext, caller, query),
    'GET /api/v2/Accident/{id}': async request =>
      readDetailOfObject(accidentContext, request, request.params.id, request.query.objectId),
    'GET /api/v2/Accident/{id}/others': ({ caller, params }) =>
      readOtherAccidents(context.db, { companyId: caller.companyId, id: params.id }),
    'GET /api/v2/Accident/{id}/related': ({ caller: { companyId }, params: { id }, query: { search } }) =>
      search === undefined
        ? readRelatedAccidents(context.db, { companyId, id })
        : searchMergeTargets(context.db, { companyId, id }, search.trim()),
    'PUT /api/v2/Accident/{id}': async request =>
      updateAccident(accidentContext, request, request.params.id, request.body),
    'POST /api/v2/Accident/{id}/status': async request =>
      moveAccident(accidentContext, request, request.params.id, request.body),
    'POST /api/v2/Accident/{id}/merge': async request =>
      mergeAccident(accidentContext, request, request.params.id, request.body),
    'POST /api/v2/Accident/{id}/undo': async request => undoDecision(accidentContext, request, request.params.id),
    'POST /api/v2/Accident/next': request => claimNext(accidentContext, request),

    'GET /api/crash/lock/{id}': async request => takeLease(accidentContext, request, request.params.id, request.query),
    'GET /api/crash/unlock/{id}': async request => releaseLease(accidentContext, request, request.params.id),

    'GET /api/v2/Accident/{id}/notes': async ({ caller, params }) => listNotes(accidentContext, caller, params.id),
    'POST /api/v2/Accident/{id}/notes': async request =>
      addNote(accidentContext, request, request.params.id, request.body.Text),
    'PUT /api/v2/Accident/{id}/notes/{noteId}': async request =>
      changeNote(accidentContext, request, request.params.id, request.params.noteId, request.body.Text),
    'DELETE /api/v2/Accident/{id}/notes/{noteId}': async request =>
      deleteNote(accidentContext, request, request.params.id, request.params.noteId),

    'GET /api/v2/Accident/{id}/notes/{noteId}/edits': async ({ caller, params }) =>
      listEdits(accidentContext, caller, params.id, params.noteId),

    'GET /api/v2/Accident/{id}/calls': async ({ caller, params }) => listCalls(accidentContext, caller, params.id),
    'GET /api/v2/Accident/{id}/callTimes': async ({ caller, params }) =>
      proposeCallTimes(accidentContext, caller, params.id),
    'POST /api/v2/Accident/{id}/calls': async request =>
      logCall(accidentContext, request, request.params.id, request.body),

    'POST /api/v2/Accident/{id}/uploads': async request =>
      beginUpload(accidentContext, request, request.params.id, request.body),
    'GET /api/v2/Accident/{id}/uploads/{uploadId}': async ({ caller, params }) =>
      readUpload(accidentContext, caller, params),
    'POST /api/v2/Accident/{id}/uploads/{uploadId}': async request =>
      addPiece(accidentContext, request, request.params, request.query.offset, request.file.bytes),
    'POST /api/v2/Accident/{id}/uploads/{uploadId}/finish': async request =>
      finishUpload(accidentContext, request, request.params),

    'GET /api/v2/Accident/{id}/images': async ({ caller, params }) => listImages(accidentContext, caller, params.id),
    'POST /api/v2/Accident/{id}/images': async request =>
      addImage(accidentContext, request, request.params.id, request.file),
    'PUT /api/v2/Accident/{id}/images/{imageId}': async request =>
      changeImage(accidentContext, request, request.params.id, request.params.imageId, request.body),
    'DELETE /api/v2/Accident/{id}/images/{imageId}': async request =>
      deleteImage(accidentContext, request, request.params.id, request.params.imageId),
  };
};
