import { sql } from 'kysely';
import { actionByName } from '../../../src/schema/define.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { ActionServices } from './actions.ts';
import type { RequestContext, Row, Table } from './define.ts';
import { changesBetween } from './moves.ts';
import { countMovedRecord, emitRecord, presentRecord, selectRecord, visibleRecordsSql } from './records.ts';
import { saveRecord } from './saving.ts';

export const readStoredRow = async ({ db }: Tx, table: Table, { caller }: RequestContext, id: number): Promise<Row> => {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(stored) as row from ${sql.table(table.source)} stored
    where ${visibleRecordsSql(table, caller)}id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found.row;
};

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Data for an undo: the changed columns, with the values to restore and the values that must still be there. */
export const undoDataOf = (before: Row, after: Row): Row => {
  const changedColumns = Object.keys(after).filter(name => name !== 'version' && !isEqual(before[name], after[name]));
  const pickChanged = (row: Row) => Object.fromEntries(changedColumns.map(name => [name, row[name]]));
  return { Version: after.version, Before: pickChanged(before), After: pickChanged(after) };
};

const generatedByTable = new Map<string, readonly string[]>();
/** Names of generated columns. Cached, because they change with a migration only. */
const readGeneratedColumns = async ({ db }: Tx, { source }: Table): Promise<readonly string[]> => {
  const cachedNames = generatedByTable.get(source);
  if (cachedNames) return cachedNames;
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${source}::regclass and attgenerated <> ''`.execute(db);
  const names = rows.map(({ name }) => name);
  generatedByTable.set(source, names);
  return names;
};

const restoreColumns = async (
  tx: Tx,
  table: Table,
  { caller }: RequestContext,
  id: number,
  columns: Row,
): Promise<void> => {
  const generatedNames = await readGeneratedColumns(tx, table);
  const names = Object.keys(columns).filter(name => !generatedNames.includes(name));
  const assignments = names.map(name => sql`${sql.ref(name)} = former.${sql.ref(name)}, `);
  await sql`
    update ${sql.table(table.source)} set ${sql.join(assignments, sql``)} version = ${sql.table(table.source)}.version + 1
    from jsonb_populate_record(null::${sql.table(table.source)}, ${JSON.stringify(columns)}::jsonb) as former
    where ${sql.table(table.source)}.company_id = ${caller.companyId} and ${sql.table(table.source)}.id = ${id}`.execute(
    tx.db,
  );
};

/** Restores a record to its state before an action. Refused if the record has changed since. */
export const undoAction = async (
  { context, rules }: ActionServices,
  tx: Tx,
  table: Table,
  requestContext: RequestContext,
  name: string,
  { id, keptValues: undoValues }: { readonly id: number; readonly keptValues: Row },
): Promise<void> => {
  const { resource, lifeCycle } = table;
  const { valuesToWrite, fromStates } = actionByName(resource, name);
  if (valuesToWrite !== undefined) {
    await saveRecord(tx, table, requestContext, id, { ...(undoValues.Values as Row), Version: undoValues.Version });
    return;
  }
  const rule = rules[resource.name]?.[name];
  const lifeCycleWork = fromStates ? await lifeCycle?.code() : undefined;
  await lifeCycleWork?.lock?.(tx, requestContext.caller.companyId, id, {});
  const caller = fromStates ? undefined : await rule?.lockForUndo?.(tx, requestContext.caller);
  const currentContext = caller ? { ...requestContext, caller } : requestContext;
  const before = await selectRecord(tx.db, table, currentContext, id, true);
  const stored = await readStoredRow(tx, table, currentContext, id);
  const isUnchanged = Object.entries(undoValues.After as Row).every(([column, value]) =>
    isEqual(stored[column], value),
  );
  if (stored.version !== undoValues.Version || !isUnchanged) throw new DomainError('STALE');
  const record = await presentRecord(tx.db, table, currentContext, { ...before });
  const undo = fromStates ? lifeCycleWork?.undo?.[name] : rule?.undo;
  await undo?.({ tx, requestContext: currentContext, id, record, keptValues: undoValues, now: context.now() });
  await restoreColumns(tx, table, currentContext, id, undoValues.Before as Row);
  const after = await selectRecord(tx.db, table, currentContext, id, false);
  countMovedRecord(tx, table, before, after);
  await tx.audit({
    entity: resource.entity,
    entityId: id,
    action: 'undo',
    changes: changesBetween(table, before, after),
  });
  emitRecord(tx, table, id, 'undo');
};
