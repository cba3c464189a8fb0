import { sql } from 'kysely';
import type { accidentCalls } from '../../../src/contract/calls/accidents.ts';
import { clockToleranceMs } from '../../../src/contract/limits.ts';
import type {
  AccidentCreate,
  AccidentDetail,
  Image,
  ImageChange,
  NearAccident,
  OtherAccident,
} from '../../../src/contract/shapes/accident.ts';
import { momentWords } from '../../../src/schema/kinds/format.ts';
import { isInvisible, tidy } from '../../../src/schema/kinds/plain.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import type { Context, HandledName, HandlersOf } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { differences } from '../../db/differences.ts';
import { noFacts } from '../../domain/telemetry/noFacts.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { invalid } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { accidentActions } from './actions.ts';
import { listCalls, logCall } from './calls.ts';
import { claimNext } from './claimNext.ts';
import type { CallerContext, Desk } from './desk.ts';
import { readExternalAccident } from './external.ts';
import { imageOnWire, imagesOf, readImageRow } from './imageRepository.ts';
import { addImage, deleteImage, listImages } from './images.ts';
import { momentOf, textOf } from './input.ts';
import { changing, giveBack, take } from './lease.ts';
import { addNote, changeNote, deleteNote, listEdits, listNotes } from './notes.ts';
import { move, update } from './processing.ts';
import { readDetail, readOfObject } from './reading.ts';
import { type AccidentKey, readState } from './repository.ts';
import { createAccident } from './service.ts';
import { addPiece, beginUpload, finishUpload, readUpload } from './uploads.ts';

const optional = (field: string, text = ''): string => (isInvisible(text) ? '' : textOf(field, text.trim()));

const requireWholePlace = ({ Latitude, Longitude }: AccidentCreate): void => {
  if ((Latitude === undefined) === (Longitude === undefined)) return;
  throw invalid({ field: Latitude === undefined ? 'Latitude' : 'Longitude', message: 'required' });
};

/** Accidents of the same car within this time, hours, are probably one accident. */
const nearHours = 2;
/** Maximum number of accidents shown. */
const mostNear = 5;

/** Accidents of a voucher around a time, the nearest first. */
const accidentsNear = async (
  { db }: Desk,
  { companyId }: Caller,
  { VoucherId, CrashDateTime }: { readonly VoucherId: number; readonly CrashDateTime: string },
): Promise<NearAccident[]> => {
  const at = momentOf('CrashDateTime', CrashDateTime).getTime();
  const shifted = (hours: number) => new Date(at + hours * 3_600_000).toISOString();
  const voucher = await db
    .selectFrom('voucher')
    .select('object_id')
    .where('company_id', '=', companyId)
    .where('id', '=', VoucherId)
    .executeTakeFirst();
  if (!voucher) return [];
  // Searches by object, because there is an index on objects. A former car of the voucher is another object.
  const rows = await db
    .selectFrom('accident')
    .select(['id', 'object_id', 'crash_unique_identifier', 'crash_at', 'status'])
    .where('company_id', '=', companyId)
    .where('object_id', '=', voucher.object_id)
    .where('crash_at', '>=', shifted(-nearHours))
    .where('crash_at', '<=', shifted(nearHours))
    .execute();
  const apart = ({ crash_at }: { crash_at: string }) => Math.abs(Date.parse(crash_at) - at);
  return rows
    .sort((a, b) => apart(a) - apart(b))
    .slice(0, mostNear)
    .map(row => ({
      Id: row.id,
      ObjectId: row.object_id,
      CrashUniqueIdentifier: row.crash_unique_identifier ?? row.id,
      CrashDateTime: row.crash_at,
      Status: row.status,
    }));
};

/** Creates an accident reported by a person. There is no recording, so no facts are computed. */
const report = (desk: Desk, asking: CallerContext, body: AccidentCreate): Promise<AccidentDetail> => {
  const now = desk.now();
  const crashAt = momentOf('CrashDateTime', body.CrashDateTime);
  if (crashAt.getTime() > now.getTime() + clockToleranceMs)
    throw invalid({
      field: 'CrashDateTime',
      message: 'notLater',
      values: { max: momentWords(now, asking.caller.timeZone) },
    });
  requireWholePlace(body);
  return asking.change(async tx => {
    const { id } = await createAccident(tx, {
      companyId: asking.caller.companyId,
      voucherId: body.VoucherId,
      crashAt,
      source: optional('Source', body.Source) || 'operator',
      latitude: body.Latitude ?? null,
      longitude: body.Longitude ?? null,
      city: optional('City', body.City),
      street: optional('Street', body.Street),
      facts: noFacts(),
      status: 'opened',
      createdAt: now,
    });
    return readDetail(desk, asking, id, tx.db);
  });
};

/** Moves a picture to a position, from 1 on, and shifts the others. Returns the former position. */
const moveImage = async ({ db }: Tx, key: AccidentKey, imageId: number, position: number): Promise<number> => {
  const ids = (await imagesOf(db, key)).map(({ id }) => id);
  const others = ids.filter(id => id !== imageId);
  others.splice(position - 1, 0, imageId);
  for (const [index, id] of others.entries())
    await db
      .updateTable('accident_image')
      .set({ position: index + 1 })
      .where('company_id', '=', key.companyId)
      .where('id', '=', id)
      .where('position', '!=', index + 1)
      .execute();
  return ids.indexOf(imageId) + 1;
};

const captionOf = (text: string): string => {
  const caption = tidy(text);
  if (!isStorable(caption)) throw invalid({ field: 'Caption', message: 'characters' });
  return caption;
};

/** Rotates, renames or moves a picture. Any operator who has locked the case may do it. */
const changeImage = (
  desk: Desk,
  asking: CallerContext,
  id: number,
  imageId: number,
  { Caption, Rotation, Position }: ImageChange,
): Promise<Image> => {
  const caption = Caption === undefined ? undefined : captionOf(Caption);
  return changing(desk, asking, id, async (tx, _accident, key) => {
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
      const stood = await moveImage(tx, key, imageId, Position);
      if (stood !== Position) changes.push({ field: 'Position', before: stood, after: Position });
    }
    if (changes.length > 0) {
      const named = [{ field: 'FileName', before: image.file_name, after: image.file_name }, ...changes];
      await tx.audit({ entity: 'accident', entityId: id, action: 'imageChange', changes: named });
      await emitAccidentEvent(tx, key, { action: 'imageChange', fields: ['Images'] });
    }
    return imageOnWire(await readImageRow(tx.db, key, imageId));
  });
};

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
    'GET /api/externalcrash/{id}': async request => readExternalAccident(desk, request, request.params.id),
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
