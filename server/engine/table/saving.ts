import { sql } from 'kysely';
import type { Values } from '../../../src/contract/describedTypes.ts';
import { differences } from '../../db/differences.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Changes, Tx } from '../../transaction.ts';
import { normalisedBody } from './checks.ts';
import { requireMayChange } from './choiceRights.ts';
import type { RequestContext, Row, Table } from './define.ts';
import {
  checkRecords,
  countMovedRecord,
  emitRecord,
  lockRecords,
  presentRecord,
  readRecord,
  toReadValue,
  toStoredValue,
  visibleRecordsSql,
  withConflictFaults,
} from './records.ts';

/** Result of saving a record. If `changes` is empty, nothing was written. */
export interface SavedRecord {
  readonly version: number;
  readonly changes: Changes;
}
interface RecordToSave {
  readonly id: number;
  readonly before: Row;
  readonly body: Values;
}

const computeChanges = (table: Table, before: Row, body: Values) => {
  const after = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, toReadValue(table, name, value)]),
  );
  return { after, changes: differences(before, after) };
};

/**
 * Whether the record already holds all these values: a repeated request after a lost answer, or an equal change by
 * another user.
 */
const hasValuesAlready = (table: Table, before: Row, input: Values): boolean => {
  const names = Object.keys(input);
  const hasOnlyFields = names.length > 0 && names.every(name => name in table.writes);
  return hasOnlyFields && computeChanges(table, before, normalisedBody(table, input)).changes.length === 0;
};

/** Checks a save before anything is written. Returns the error that prevents the save. */
const findRefusal = async (
  tx: Tx,
  table: Table,
  requestContext: RequestContext,
  before: Row | undefined,
  { Version, ...input }: Values,
): Promise<DomainError | undefined> => {
  if (!before) return notFound();
  try {
    requireMayChange(table.resource, requestContext.caller, before, input);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  if (Version === undefined || before.Version === Version || hasValuesAlready(table, before, input)) return undefined;
  return new DomainError('STALE', {
    extra: { Current: await presentRecord(tx.db, table, requestContext, { ...before }) },
  });
};

/** Groups records with equal changes, because one statement can update each group. */
const groupByChanges = (records: readonly (RecordToSave & { readonly changes: Changes })[]) => {
  const groups = new Map<string, (RecordToSave & { readonly changes: Changes })[]>();
  for (const record of records) {
    const key = JSON.stringify(record.changes.map(({ field, after }) => [field, after]));
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups.values()];
};

/**
 * Saves the changed fields of each record, in one transaction and as few statements as possible. Returns the result or
 * the error of each record, by id.
 * `Version` is compared if the input has one. A database error fails the save of all records.
 */
export const saveRecords = async (
  tx: Tx,
  table: Table,
  requestContext: RequestContext,
  inputs: ReadonlyMap<number, Values>,
): Promise<ReadonlyMap<number, SavedRecord | DomainError>> => {
  const { resource } = table;
  const results = new Map<number, SavedRecord | DomainError>();
  const ids = [...inputs.keys()].sort((a, b) => a - b);
  await table.lock?.(tx, requestContext.caller.companyId, ids);
  const lockedRecords = new Map((await lockRecords(tx, table, requestContext, ids)).map(row => [Number(row.Id), row]));
  const recordsToSave: RecordToSave[] = [];
  for (const id of ids) {
    const { Version, ...input } = inputs.get(id) ?? {};
    const before = lockedRecords.get(id);
    const refusal = await findRefusal(tx, table, requestContext, before, { Version, ...input });
    if (refusal) results.set(id, refusal);
    else recordsToSave.push({ id, before: before as Row, body: normalisedBody(table, input) });
  }
  const faults = await checkRecords(
    tx,
    table,
    requestContext,
    recordsToSave.map(({ before, body }) => ({ body, record: { ...before, ...body }, before })),
  );
  const changed = recordsToSave.flatMap((record, at) => {
    const { id, before, body } = record;
    const { after, changes } = computeChanges(table, before, body);
    const version = Number(before.Version) + (changes.length > 0 ? 1 : 0);
    results.set(id, faults[at] ?? { version, changes });
    return faults[at] || changes.length === 0 ? [] : [{ ...record, after, changes }];
  });
  for (const group of groupByChanges(changed)) {
    const [{ changes, body }] = group as [(typeof group)[number]];
    const assignments = changes.map(
      ({ field, after }) => sql`${sql.ref(table.writes[field]?.column ?? '')} = ${toStoredValue(table, field, after)}`,
    );
    await withConflictFaults(
      table,
      body,
      sql`update ${sql.table(table.source)} set ${sql.join(assignments)}, version = version + 1
        where ${visibleRecordsSql(table, requestContext.caller)}id = any(${group.map(({ id }) => id)}::bigint[])`.execute(
        tx.db,
      ),
    );
  }
  for (const { id, before, after, changes } of changed) {
    countMovedRecord(tx, table, before, { ...before, ...after });
    await table.afterWrite?.(tx, { requestContext, id, before, changes });
  }
  if (changed.length > 0)
    await tx.audit(
      changed.map(({ id, changes }) => ({ entity: resource.entity, entityId: id, action: 'update', changes })),
    );
  return results;
};

/**
 * Saves one record and returns its new version, or throws. After a change it calls `emitEvents`, which emits the
 * resource's events.
 */
export const saveRecord = async (
  tx: Tx,
  table: Table,
  requestContext: RequestContext,
  id: number,
  input: Values,
  emitEvents: EmitChanges = () => emitRecord(tx, table, id, 'update'),
): Promise<number> => {
  const saved = (await saveRecords(tx, table, requestContext, new Map([[id, input]]))).get(id) as
    | SavedRecord
    | DomainError;
  if (saved instanceof DomainError) throw saved;
  if (saved.changes.length > 0) await emitEvents(saved.changes);
  return saved.version;
};
type EmitChanges = (changes: Changes) => Promise<void> | void;

export const updateRecord = async <R extends object = Row>(
  tx: Tx,
  table: Table,
  requestContext: RequestContext,
  id: number,
  input: Values,
  emitEvents?: EmitChanges,
): Promise<R> => {
  await saveRecord(tx, table, requestContext, id, input, emitEvents);
  return readRecord<R>(tx.db, table, requestContext, id);
};
