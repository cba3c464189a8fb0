import type { Selectable } from 'kysely';
import type { Note, NoteEdit } from '../../../src/contract/shapes/accident.ts';
import type { Database } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { type AccidentContext, type CallerContext, requireAuthor } from './accidentContext.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { requireText } from './input.ts';
import { changeLeasedAccident } from './lease.ts';
import { type AccidentKey, readAccident } from './repository.ts';

type NoteRow = Selectable<Database['accident_note']>;

/** Maximum number of former texts of a note that are shown, because they may be long. */
const maxEdits = 20;

const toWire = (row: NoteRow): Note => ({
  Id: row.id,
  Text: row.text,
  AuthorName: row.author_name,
  AuthorId: row.author_id,
  CreatedAt: row.created_at,
  UpdatedAt: row.updated_at,
});

export const listNotes = async ({ db }: AccidentContext, { companyId }: Caller, id: number): Promise<Note[]> => {
  await readAccident(db, { companyId, id });
  const rows = await db
    .selectFrom('accident_note')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(toWire);
};

/** Former texts of a note, newest first. */
export const listEdits = async (
  { db }: AccidentContext,
  { companyId }: Caller,
  id: number,
  noteId: number,
): Promise<NoteEdit[]> => {
  await db
    .selectFrom('accident_note')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', noteId)
    .where('accident_id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  const rows = await db
    .selectFrom('accident_note_edit')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('note_id', '=', noteId)
    .orderBy('id', 'desc')
    .limit(maxEdits)
    .execute();
  return rows.map(row => ({ Id: row.id, Text: row.text, EditorName: row.editor_name, EditedAt: row.edited_at }));
};

/** Writes a note of the caller. The caller need not have the lease. */
export const writeNote = async (
  tx: Tx,
  { accountId, fullName }: Caller,
  key: AccidentKey,
  Text: string,
  at: Date,
): Promise<Note> => {
  const row = await tx.db
    .insertInto('accident_note')
    .values({
      company_id: key.companyId,
      accident_id: key.id,
      text: Text,
      author_id: accountId,
      author_name: fullName,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const changes = [{ field: 'Text', before: null, after: Text }];
  await tx.audit({ entity: 'accident', entityId: key.id, action: 'note', changes });
  await emitAccidentEvent(tx, key, { action: 'note', fields: ['Notes'] });
  return toWire(row);
};

export const addNote = (context: AccidentContext, request: CallerContext, id: number, text: string): Promise<Note> => {
  const Text = requireText('Text', text);
  return changeLeasedAccident(context, request, id, (tx, _accident, key) =>
    writeNote(tx, request.caller, key, Text, context.now()),
  );
};

const readNoteOfAuthor = async ({ db }: Tx, caller: Caller, { companyId, id }: AccidentKey, noteId: number) => {
  const note = await db
    .selectFrom('accident_note')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', noteId)
    .where('accident_id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  requireAuthor(caller, note.author_id);
  return note;
};

export const changeNote = (
  context: AccidentContext,
  request: CallerContext,
  id: number,
  noteId: number,
  text: string,
): Promise<Note> => {
  const Text = requireText('Text', text);
  return changeLeasedAccident(context, request, id, async (tx, _accident, key) => {
    const note = await readNoteOfAuthor(tx, request.caller, key, noteId);
    if (note.text === Text) return toWire(note);
    const formerText = {
      note_id: noteId,
      text: note.text,
      edited_at: context.now(),
      editor_name: request.caller.fullName,
    };
    await tx.db
      .insertInto('accident_note_edit')
      .values({ company_id: key.companyId, ...formerText })
      .execute();
    const row = await tx.db
      .updateTable('accident_note')
      .set({ text: Text, updated_at: context.now() })
      .where('company_id', '=', key.companyId)
      .where('id', '=', noteId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = [{ field: 'Text', before: note.text, after: Text }];
    await tx.audit({ entity: 'accident', entityId: id, action: 'noteChange', changes });
    await emitAccidentEvent(tx, key, { action: 'noteChange', fields: ['Notes'] });
    return toWire(row);
  });
};

export const deleteNote = (
  context: AccidentContext,
  request: CallerContext,
  id: number,
  noteId: number,
): Promise<{ Done: true }> =>
  changeLeasedAccident(context, request, id, async (tx, _accident, key) => {
    const note = await readNoteOfAuthor(tx, request.caller, key, noteId);
    await tx.db.deleteFrom('accident_note').where('company_id', '=', key.companyId).where('id', '=', noteId).execute();
    const changes = [{ field: 'Text', before: note.text, after: null }];
    await tx.audit({ entity: 'accident', entityId: id, action: 'noteDelete', changes });
    await emitAccidentEvent(tx, key, { action: 'noteDelete', fields: ['Notes'] });
    return { Done: true as const };
  });
