import { sql } from 'kysely';
import { actionNamed } from '../../../src/schema/define.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { ActionServices } from './actions.ts';
import type { RequestContext, Row, Table } from './define.ts';
import { changesBetween } from './moves.ts';
import { count, emitRecord, ofCompany, present, selectOne } from './records.ts';
import { saveRecord } from './saving.ts';

/** The columns of a record as they are stored. */
export const storedRow = async ({ db }: Tx, table: Table, { caller }: RequestContext, id: number): Promise<Row> => {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(stored) as row from ${sql.table(table.source)} stored
    where ${ofCompany(table, caller)}id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found.row;
};

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Data for an undo: the changed columns, with the values to restore and the values that must still be there. */
export const keptOf = (before: Row, after: Row): Row => {
  const changed = Object.keys(after).filter(name => name !== 'version' && !equal(before[name], after[name]));
  const of = (row: Row) => Object.fromEntries(changed.map(name => [name, row[name]]));
  return { Version: after.version, Before: of(before), After: of(after) };
};

const generated = new Map<string, readonly string[]>();
/** Names of generated columns. Cached, because they change with a migration only. */
const generatedColumns = async ({ db }: Tx, { source }: Table): Promise<readonly string[]> => {
  const known = generated.get(source);
  if (known) return known;
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${source}::regclass and attgenerated <> ''`.execute(db);
  const names = rows.map(({ name }) => name);
  generated.set(source, names);
  return names;
};

const writeBack = async (tx: Tx, table: Table, { caller }: RequestContext, id: number, columns: Row): Promise<void> => {
  const computed = await generatedColumns(tx, table);
  const names = Object.keys(columns).filter(name => !computed.includes(name));
  const sets = names.map(name => sql`${sql.ref(name)} = former.${sql.ref(name)}, `);
  await sql`
    update ${sql.table(table.source)} set ${sql.join(sets, sql``)} version = ${sql.table(table.source)}.version + 1
    from jsonb_populate_record(null::${sql.table(table.source)}, ${JSON.stringify(columns)}::jsonb) as former
    where ${sql.table(table.source)}.company_id = ${caller.companyId} and ${sql.table(table.source)}.id = ${id}`.execute(
    tx.db,
  );
};

/** Restores a record to its state before an action. Refused if the record has changed since. */
export const undoAct = async (
  { context, rules }: ActionServices,
  tx: Tx,
  table: Table,
  requestContext: RequestContext,
  name: string,
  { id, kept }: { readonly id: number; readonly kept: Row },
): Promise<void> => {
  const { resource, lifeCycle } = table;
  const { set, from } = actionNamed(resource, name);
  if (set !== undefined) {
    await saveRecord(tx, table, requestContext, id, { ...(kept.Values as Row), Version: kept.Version });
    return;
  }
  const rule = rules[resource.name]?.[name];
  const code = from ? await lifeCycle?.code() : undefined;
  await code?.lock?.(tx, requestContext.caller.companyId, id, {});
  const caller = from ? undefined : await rule?.lockForUndo?.(tx, requestContext.caller);
  const by = caller ? { ...requestContext, caller } : requestContext;
  const before = await selectOne(tx.db, table, by, id, true);
  const stored = await storedRow(tx, table, by, id);
  const asLeft = Object.entries(kept.After as Row).every(([column, value]) => equal(stored[column], value));
  if (stored.version !== kept.Version || !asLeft) throw new DomainError('STALE');
  const record = await present(tx.db, table, by, { ...before });
  const undo = from ? code?.undo?.[name] : rule?.undo;
  await undo?.({ tx, requestContext: by, id, record, kept, now: context.now() });
  await writeBack(tx, table, by, id, kept.Before as Row);
  const after = await selectOne(tx.db, table, by, id, false);
  count(tx, table, before, after);
  await tx.audit({
    entity: resource.entity,
    entityId: id,
    action: 'undo',
    changes: changesBetween(table, before, after),
  });
  emitRecord(tx, table, id, 'undo');
};
