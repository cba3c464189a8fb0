import type { Selectable } from 'kysely';
import type { Note, NoteEdit } from '../../../src/contract/shapes/accident.ts';
import type { Database } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { type CallerContext, type Desk, requireAuthor } from './desk.ts';
import { textOf } from './input.ts';
import { changing } from './lease.ts';
import { type AccidentKey, readState } from './repository.ts';

type NoteRow = Selectable<Database['accident_note']>;

/** Maximum number of former texts shown, because they may be long. */
const editsShown = 20;

const onWire = (row: NoteRow): Note => ({
  Id: row.id,
  Text: row.text,
  AuthorName: row.author_name,
  AuthorId: row.author_id,
  CreatedAt: row.created_at,
  UpdatedAt: row.updated_at,
});

export const listNotes = async ({ db }: Desk, { companyId }: Caller, id: number): Promise<Note[]> => {
  await readState(db, { companyId, id });
  const rows = await db
    .selectFrom('accident_note')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(onWire);
};

/** Former texts of a note, newest first. */
export const listEdits = async (
  { db }: Desk,
  { companyId }: Caller,
  id: number,
  noteId: number,
): Promise<NoteEdit[]> => {
  const note = await db
    .selectFrom('accident_note')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', noteId)
    .where('accident_id', '=', id)
    .executeTakeFirst();
  if (!note) throw notFound();
  const rows = await db
    .selectFrom('accident_note_edit')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('note_id', '=', noteId)
    .orderBy('id', 'desc')
    .limit(editsShown)
    .execute();
  return rows.map(row => ({ Id: row.id, Text: row.text, EditorName: row.editor_name, EditedAt: row.edited_at }));
};

export const addNote = (desk: Desk, asking: CallerContext, id: number, text: string): Promise<Note> => {
  const Text = textOf('Text', text);
  const { companyId, accountId, fullName } = asking.caller;
  return changing(desk, asking, id, async (tx, _accident, key) => {
    const at = desk.now();
    const row = await tx.db
      .insertInto('accident_note')
      .values({
        company_id: companyId,
        accident_id: id,
        text: Text,
        author_id: accountId,
        author_name: fullName,
        created_at: at,
        updated_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = [{ field: 'Text', before: null, after: Text }];
    await tx.audit({ entity: 'accident', entityId: id, action: 'note', changes });
    await emitAccidentEvent(tx, key, { action: 'note', fields: ['Notes'] });
    return onWire(row);
  });
};

const noteOfAuthor = async ({ db }: Tx, caller: Caller, { companyId, id }: AccidentKey, noteId: number) => {
  const note = await db
    .selectFrom('accident_note')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', noteId)
    .where('accident_id', '=', id)
    .executeTakeFirst();
  if (!note) throw notFound();
  requireAuthor(caller, note.author_id);
  return note;
};

export const changeNote = (
  desk: Desk,
  asking: CallerContext,
  id: number,
  noteId: number,
  text: string,
): Promise<Note> => {
  const Text = textOf('Text', text);
  return changing(desk, asking, id, async (tx, _accident, key) => {
    const note = await noteOfAuthor(tx, asking.caller, key, noteId);
    if (note.text === Text) return onWire(note);
    const edited = { note_id: noteId, text: note.text, edited_at: desk.now(), editor_name: asking.caller.fullName };
    await tx.db
      .insertInto('accident_note_edit')
      .values({ company_id: key.companyId, ...edited })
      .execute();
    const row = await tx.db
      .updateTable('accident_note')
      .set({ text: Text, updated_at: desk.now() })
      .where('company_id', '=', key.companyId)
      .where('id', '=', noteId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = [{ field: 'Text', before: note.text, after: Text }];
    await tx.audit({ entity: 'accident', entityId: id, action: 'noteChange', changes });
    await emitAccidentEvent(tx, key, { action: 'noteChange', fields: ['Notes'] });
    return onWire(row);
  });
};

export const deleteNote = (desk: Desk, asking: CallerContext, id: number, noteId: number): Promise<{ Done: true }> =>
  changing(desk, asking, id, async (tx, _accident, key) => {
    const note = await noteOfAuthor(tx, asking.caller, key, noteId);
    await tx.db.deleteFrom('accident_note').where('company_id', '=', key.companyId).where('id', '=', noteId).execute();
    const changes = [{ field: 'Text', before: note.text, after: null }];
    await tx.audit({ entity: 'accident', entityId: id, action: 'noteDelete', changes });
    await emitAccidentEvent(tx, key, { action: 'noteDelete', fields: ['Notes'] });
    return { Done: true as const };
  });
