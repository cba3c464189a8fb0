import { type RawBuilder, sql } from 'kysely';
import type { Values } from '../../../src/contract/describedTypes.ts';
import type { Db } from '../../db/connect.ts';
import { constraintOf } from '../../db/constraint.ts';
import { queryRunnerOf } from '../../db/read.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import type { Caller, Changes, Tx } from '../../transaction.ts';
import { faultsOf, initialValues, normalisedBody } from './checks.ts';
import { requireMayChange } from './choiceRights.ts';
import { isTextColumn, type RequestContext, type Row, type Table, visibleAlways } from './define.ts';
import { authorOf } from './query.ts';
import { fillTitles, referenceFaultsOf } from './references.ts';

/** Start of an SQL condition for the records of a company. All companies share the records of a shared resource. */
const companySql = ({ resource, companyColumn }: Table, companyId: number): RawBuilder<unknown> =>
  resource.shared ? sql`` : sql`${sql.ref(companyColumn)} = ${companyId} and `;

/**
 * SQL condition for the records that the caller may see: the records of the caller's company. If users see only their
 * own records, the caller must also be the author.
 */
export const visibleRecordsSql = (table: Table, caller: Caller): RawBuilder<unknown> => {
  const where = visibleAlways(table);
  const [column, accountId] = authorOf(table, caller) ?? [];
  const authorSql = column === undefined ? sql`` : sql`${sql.raw(column)} = ${accountId} and `;
  return sql`${companySql(table, caller.companyId)}${authorSql}${sql.raw(where ? `${where} and ` : '')}`;
};

const selectRecords = async (db: Db, table: Table, condition: RawBuilder<unknown>): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select ${sql.raw(table.select.record)} from ${sql.table(table.source)} where ${condition}`.execute(db);
  return rows;
};

/**
 * Locks the rows in a statement of their own, before the records are read. The columns of a record may query other
 * tables, and Citus does not allow that in a locking statement.
 */
const lockRows = async (db: Db, table: Table, condition: RawBuilder<unknown>): Promise<void> => {
  await sql`select id from ${sql.table(table.source)} where ${condition} for update`.execute(db);
};

export const selectRecord = async (
  db: Db,
  table: Table,
  { caller }: RequestContext,
  id: number,
  lock: boolean,
): Promise<Row> => {
  const condition = sql`${visibleRecordsSql(table, caller)}id = ${id}`;
  if (lock) await lockRows(db, table, condition);
  const [row] = await selectRecords(db, table, condition);
  if (!row) throw notFound();
  return row;
};

/** Locks the records in the order of their ids. Returns the records that exist. */
export const lockRecords = async (
  { db }: Tx,
  table: Table,
  { caller }: RequestContext,
  ids: readonly number[],
): Promise<readonly Row[]> => {
  const condition = sql`${visibleRecordsSql(table, caller)}id = any(${[...ids]}::bigint[]) order by id`;
  await lockRows(db, table, condition);
  return selectRecords(db, table, condition);
};

export const presentRecord = async (
  db: Db,
  table: Table,
  { caller, presentContext }: RequestContext,
  row: Row,
): Promise<Row> => {
  const read = queryRunnerOf(db);
  await fillTitles(read, table.resource, caller.companyId, presentContext, [row]);
  await table.computed?.rows?.(read, caller.companyId, [row], presentContext);
  await table.computed?.record?.(read, caller.companyId, [row], presentContext);
  table.present?.(row, presentContext);
  return row;
};

/** Reads a record of the company in the form that the API sends. */
export const readRecord = async <R extends object = Row>(
  db: Db,
  table: Table,
  requestContext: RequestContext,
  id: number,
): Promise<R> =>
  (await presentRecord(db, table, requestContext, await selectRecord(db, table, requestContext, id, false))) as R;

const isText = ({ writes }: Table, name: string): boolean => {
  const write = writes[name];
  return write !== undefined && isTextColumn(write.field);
};
export const toStoredValue = (table: Table, name: string, value: unknown): unknown =>
  isText(table, name) && value === null ? '' : value;
/**
 * Converts a written value to the value that the next read returns. An empty text becomes null, except in resources
 * with `emptyTexts`.
 */
export const toReadValue = (table: Table, name: string, value: unknown): unknown => {
  if (table.resource.emptyTexts && isText(table, name)) return value ?? '';
  return value === '' ? null : value;
};

const toFieldFault = (error: unknown, { source, writes }: Table, body: Values): unknown => {
  const { code } = error as { code?: string };
  const constraint = constraintOf(error);
  if (code === '23503') return new DomainError('IN_USE');
  if (code !== '23505') return error;
  // Unique indexes are named after table and column: item_name.
  const name = Object.keys(writes).find(each => `${source}_${writes[each]?.column}` === constraint);
  const value = name === undefined ? '' : body[name];
  return new DomainError('TAKEN', {
    values: { value },
    ...(name !== undefined && { fields: [{ field: name, message: 'taken', values: { value } }] }),
  });
};

export const withConflictFaults = async <T>(table: Table, body: Values, work: Promise<T>): Promise<T> =>
  work.catch(error => {
    throw toFieldFault(error, table, body);
  });

interface RecordToCheck {
  readonly body: Values;
  readonly record: Values;
  readonly before?: Values;
}
export const checkRecords = async (
  tx: Tx,
  table: Table,
  { caller, presentContext }: RequestContext,
  records: readonly RecordToCheck[],
): Promise<readonly (DomainError | undefined)[]> => {
  const bodies = records.map(({ body }) => body);
  const referenceFaults = await referenceFaultsOf(
    queryRunnerOf(tx.db),
    presentContext.registry,
    table.resource,
    caller.companyId,
    bodies,
  );
  return records.map(({ body, record, before }, at) => {
    const faults = [
      ...faultsOf(table, body, record, presentContext, before),
      ...(table.validate?.(body) ?? []),
      ...(referenceFaults[at] ?? []),
    ];
    return faults.length > 0 ? invalid(...faults) : undefined;
  });
};

const createChanges = (body: Values): Changes =>
  Object.entries(body)
    .filter(([, after]) => after !== null && after !== '')
    .map(([field, after]) => ({ field, before: null, after }));

/** Emits the event of a changed record: to all companies for shared records, else to the record's company. */
export const emitRecord = (tx: Tx, { resource }: Table, id: number, action: string): void =>
  (resource.shared ? tx.emitToAllCompanies : tx.emit)('record', {
    Resource: resource.name,
    Id: id,
    Action: action,
    ActorId: tx.actorId,
  });

const bucketOf = ({ resource }: Table, record: Row): string => String(record[resource.split?.field ?? ''] ?? '');

/**
 * Updates the stored totals of buckets: minus one for the former bucket, plus one for the new one. `before` is
 * undefined for a created record, `after` for a removed one.
 */
export const countMovedRecord = (tx: Tx, table: Table, before: Row | undefined, after: Row | undefined): void => {
  const { shared, name } = table.resource;
  if (shared || table.cache === 'none') return;
  const [from, to] = [before, after].map(record => record && bucketOf(table, record));
  if (from === to) return;
  // The totals of buckets are updated in a fixed order. Otherwise two records that move in opposite directions could
  // deadlock.
  for (const bucket of [from, to].sort())
    if (bucket !== undefined) tx.countRows(name, bucket, bucket === from ? -1 : 1);
};

/** Inserts rows with the same columns in one statement. Returns their ids in the order of the rows. */
const insertRows = async (tx: Tx, { source }: Table, rows: readonly Values[]): Promise<readonly number[]> => {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map(row => sql`(${sql.join(columns.map(column => sql`${row[column]}`))})`);
  const inserted = await sql<{ id: number }>`
    insert into ${sql.table(source)} (${sql.join(columns.map(column => sql.ref(column)))})
    values ${sql.join(values)} returning id`.execute(tx.db);
  return inserted.rows.map(({ id }) => id).sort((a, b) => a - b);
};

const groupByColumns = (rows: readonly Values[]): readonly (readonly number[])[] => {
  const groups = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) {
    const columnsKey = Object.keys(row).join();
    groups.set(columnsKey, [...(groups.get(columnsKey) ?? []), at]);
  }
  return [...groups.values()];
};

/**
 * Creates records, all or none, and returns their ids in the order of `inputs`. Emits no event: the caller does.
 * `prepare` runs after the checks. It creates the rows that the records depend on, and returns columns to add to each
 * record or to override.
 */
export const createRecords = async (
  tx: Tx,
  table: Table,
  requestContext: RequestContext,
  inputs: readonly Values[],
  prepare?: (bodies: readonly Values[]) => Promise<readonly Values[]>,
): Promise<readonly number[]> => {
  const { caller } = requestContext;
  const bodies = inputs.map(input => ({ ...initialValues(table), ...normalisedBody(table, input) }));
  for (const body of bodies) requireMayChange(table.resource, caller, body);
  const faults = await checkRecords(
    tx,
    table,
    requestContext,
    bodies.map(body => ({ body, record: body })),
  );
  for (const fault of faults) if (fault) throw fault;
  const preparedColumns = await prepare?.(bodies);
  const company = table.resource.shared ? {} : { company_id: caller.companyId };
  const rows: Values[] = [];
  for (const [at, body] of bodies.entries()) {
    const writtenColumns = Object.entries(body).map(
      ([name, value]) => [table.writes[name]?.column ?? '', toStoredValue(table, name, value)] as const,
    );
    const defaults = (await table.defaults?.(tx, body, caller)) ?? {};
    rows.push({ ...company, ...Object.fromEntries(writtenColumns), ...defaults, ...preparedColumns?.[at] });
  }
  const ids: number[] = [];
  for (const group of groupByColumns(rows)) {
    const insertion = insertRows(
      tx,
      table,
      group.map(at => rows[at] as Values),
    );
    const insertedIds = await withConflictFaults(table, bodies.length === 1 ? (bodies[0] as Values) : {}, insertion);
    for (const [indexInGroup, at] of group.entries()) ids[at] = insertedIds[indexInGroup] as number;
  }
  for (const body of bodies) countMovedRecord(tx, table, undefined, body as Row);
  await tx.audit(
    bodies.map((body, at) => ({
      entity: table.resource.entity,
      entityId: ids[at] as number,
      action: 'create',
      changes: createChanges(body),
    })),
  );
  for (const [at, id] of ids.entries())
    await table.afterWrite?.(tx, { requestContext, id, changes: createChanges(bodies[at] as Values) });
  return ids;
};

export const createRecord = async <R extends object = Row>(
  tx: Tx,
  table: Table,
  requestContext: RequestContext,
  input: Values,
): Promise<R> => {
  const [id = 0] = await createRecords(tx, table, requestContext, [input]);
  emitRecord(tx, table, id, 'create');
  return readRecord<R>(tx.db, table, requestContext, id);
};

/** Reads records of a company by id, with all their values. Missing records are left out. */
export const readRecordsOfCompany = (
  db: Db,
  table: Table,
  companyId: number,
  ids: readonly number[],
): Promise<readonly Row[]> =>
  selectRecords(db, table, sql`${companySql(table, companyId)}id = any(${[...ids]}::bigint[])`);

/**
 * Deletes records that no other record refers to. `records`: their values as they were read, which the history keeps.
 * Emits no event.
 */
export const deleteRecords = async (
  tx: Tx,
  table: Table,
  companyId: number,
  records: readonly Row[],
): Promise<void> => {
  const ids = records.map(({ Id }) => Number(Id));
  const condition = sql`${companySql(table, companyId)}id = any(${ids}::bigint[])`;
  await withConflictFaults(
    table,
    records[0] ?? {},
    sql`delete from ${sql.table(table.source)} where ${condition}`.execute(tx.db),
  );
  for (const record of records) countMovedRecord(tx, table, record, undefined);
  await tx.audit(
    records.map(({ Id, Version: _version, ...values }) => ({
      entity: table.resource.entity,
      entityId: Number(Id),
      action: 'remove',
      changes: createChanges(values).map(({ field, after }) => ({ field, before: after, after: null })),
    })),
  );
};

/** Removes a record that no other record refers to. The history keeps its values. */
export const removeRecord = async (
  tx: Tx,
  table: Table,
  requestContext: RequestContext,
  id: number,
  version: number | undefined,
): Promise<void> => {
  const before = await selectRecord(tx.db, table, requestContext, id, true);
  requireMayChange(table.resource, requestContext.caller, before);
  if (version !== undefined && before.Version !== version)
    throw new DomainError('STALE', { extra: { Current: await presentRecord(tx.db, table, requestContext, before) } });
  await deleteRecords(tx, table, requestContext.caller.companyId, [before]);
  emitRecord(tx, table, id, 'remove');
};
