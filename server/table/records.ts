import { type RawBuilder, sql } from 'kysely';
import type { Caller, Changes, Tx } from '../context.ts';
import type { Db } from '../db/connect.ts';
import { differences } from '../db/differences.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import { faultsOf, type HasEntry, normalisedBody, type Values } from './checks.ts';
import type { Presenting } from './define.ts';
import { isTextColumn, type PlainTable, snake } from './plain.ts';
import { fillTitles, referenceFaults } from './references.ts';

type Row = Record<string, unknown>;

/** Who asks, and how what is read is put. */
export interface Asking {
  readonly caller: Caller;
  readonly how: Presenting;
}

const ofCompany = ({ resource }: PlainTable, { companyId }: Caller): RawBuilder<unknown> =>
  resource.shared ? sql`` : sql`company_id = ${companyId} and `;

const selectOne = async (db: Db, table: PlainTable, { caller }: Asking, id: number, lock: boolean): Promise<Row> => {
  const { rows } = await sql<Row>`
    select ${sql.raw(table.select)} from ${sql.table(table.from)}
    where ${ofCompany(table, caller)}id = ${id} ${sql.raw(lock ? 'for update' : '')}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
};

const present = async (db: Db, table: PlainTable, { caller, how }: Asking, row: Row): Promise<Row> => {
  table.present?.(row, how);
  await fillTitles(db, table.resource, caller.companyId, [row]);
  return row;
};

/** One record of the company, as its row in the list has it. */
export const readRecord = async (db: Db, table: PlainTable, asking: Asking, id: number): Promise<Row> =>
  present(db, table, asking, await selectOne(db, table, asking, id, false));

const stored = ({ writes }: PlainTable, name: string, value: unknown): unknown => {
  const write = writes[name];
  return write && isTextColumn(write.field) && value === null ? '' : value;
};

/** What the database says of a write that met another one, in words that name the field. */
const asFault = (error: unknown, { from, writes }: PlainTable, body: Values): unknown => {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  if (code === '23503') return new DomainError('IN_USE');
  if (code !== '23505') return error;
  // A unique index is called by its table and column: vehicle_brand_name.
  const name = Object.keys(writes).find(each => `${from}_${writes[each]?.column}` === constraint);
  const value = name === undefined ? '' : body[name];
  return new DomainError('TAKEN', {
    values: { value },
    ...(name !== undefined && { fields: [{ field: name, message: 'taken', values: { value } }] }),
  });
};

const guard = async <T>(table: PlainTable, body: Values, work: Promise<T>): Promise<T> =>
  work.catch(error => {
    throw asFault(error, table, body);
  });

const check = async (
  tx: Tx,
  table: PlainTable,
  { caller }: Asking,
  body: Values,
  whole: Values,
  hasEntry: HasEntry,
) => {
  const faults = [
    ...faultsOf(table, body, whole, hasEntry),
    ...(await referenceFaults(tx.db, table.resource, caller.companyId, body)),
  ];
  if (faults.length > 0) throw invalid(...faults);
};

const known = (body: Values): Changes =>
  Object.entries(body)
    .filter(([, after]) => after !== null && after !== '')
    .map(([field, after]) => ({ field, before: null, after }));

const note = async (tx: Tx, { resource }: PlainTable, id: number, action: string, changes: Changes): Promise<void> => {
  await tx.audit({ entity: resource.entity, entityId: id, action, changes });
  tx.emit('record', { Resource: resource.name, Id: id, Action: action, ActorId: tx.actorId });
};

export const createRecord = async (
  tx: Tx,
  table: PlainTable,
  asking: Asking,
  given: Values,
  hasEntry: HasEntry,
): Promise<Row> => {
  const body = normalisedBody(table, given);
  await check(tx, table, asking, body, body, hasEntry);
  const own = table.resource.shared ? [] : [['company_id', asking.caller.companyId] as const];
  const columns = [
    ...own,
    ...Object.entries(body).map(
      ([name, value]) => [table.writes[name]?.column ?? snake(name), stored(table, name, value)] as const,
    ),
  ];
  const { rows } = await guard(
    table,
    body,
    sql<{ id: number }>`
      insert into ${sql.table(table.from)} (${sql.join(columns.map(([column]) => sql.ref(column)))})
      values (${sql.join(columns.map(([, value]) => sql`${value}`))}) returning id`.execute(tx.db),
  );
  const id = rows[0]?.id as number;
  if (!table.resource.shared) tx.countRows(table.resource.name, '', 1);
  await note(tx, table, id, 'create', known(body));
  return readRecord(tx.db, table, asking, id);
};

/** Saves the fields that differ; an update that changes nothing leaves version and history as they are. */
export const updateRecord = async (
  tx: Tx,
  table: PlainTable,
  asking: Asking,
  id: number,
  { Version, ...given }: Values,
  hasEntry: HasEntry,
): Promise<Row> => {
  const before = await selectOne(tx.db, table, asking, id, true);
  if (before.Version !== Version)
    throw new DomainError('STALE', { extra: { Current: await present(tx.db, table, asking, before) } });
  const body = normalisedBody(table, given);
  await check(tx, table, asking, body, { ...before, ...body }, hasEntry);
  const emptied = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]));
  const changes = differences(before, emptied);
  if (changes.length === 0) return present(tx.db, table, asking, before);
  const sets = changes.map(
    ({ field, after }) => sql`${sql.ref(table.writes[field]?.column ?? snake(field))} = ${stored(table, field, after)}`,
  );
  await guard(
    table,
    body,
    sql`update ${sql.table(table.from)} set ${sql.join(sets)}, version = version + 1
      where ${ofCompany(table, asking.caller)}id = ${id}`.execute(tx.db),
  );
  await note(tx, table, id, 'update', changes);
  return readRecord(tx.db, table, asking, id);
};

/** Removes a record that nothing refers to; the history keeps what it was. */
export const removeRecord = async (
  tx: Tx,
  table: PlainTable,
  asking: Asking,
  id: number,
  version: number | undefined,
): Promise<void> => {
  const before = await selectOne(tx.db, table, asking, id, true);
  if (version !== undefined && before.Version !== version)
    throw new DomainError('STALE', { extra: { Current: await present(tx.db, table, asking, before) } });
  await guard(
    table,
    before,
    sql`delete from ${sql.table(table.from)} where ${ofCompany(table, asking.caller)}id = ${id}`.execute(tx.db),
  );
  if (!table.resource.shared) tx.countRows(table.resource.name, '', -1);
  const { Id: _id, Version: _version, ...values } = before;
  await note(
    tx,
    table,
    id,
    'remove',
    known(values).map(({ field, after }) => ({ field, before: after, after: null })),
  );
};
