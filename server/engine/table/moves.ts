import { sql } from 'kysely';
import type { Values } from '../../../src/contract/describedTypes.ts';
import type { Action } from '../../../src/schema/define.ts';
import { movesFrom } from '../../../src/schema/life.ts';
import { fieldBehind } from '../../../src/schema/wire.ts';
import type { Context } from '../../context.ts';
import { differences } from '../../db/differences.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { checkActionValues, normaliseActionValues } from './actionValues.ts';
import type { KeepForUndo, RequestContext, Row, Table } from './define.ts';
import { count, emitRecord, guard, ofCompany, present, readRecord, selectOne } from './records.ts';

const stateOf = ({ resource }: Table, record: Row): string => String(record[resource.states?.field ?? '']);

/** Error for a move that the record's state does not allow. It lists the moves that are possible instead. */
const forbidden = ({ resource }: Table, { caller }: RequestContext, state: string): DomainError => {
  const { actions = {}, states } = resource;
  const field = states?.field ?? '';
  const labels = movesFrom(resource, state).flatMap(name => {
    const action = actions[name];
    return action?.roles.some(role => caller.roles.includes(role)) ? [action.label] : [];
  });
  const possible = {
    ru: labels.map(({ ru }) => ru).join(', ') || 'ничего',
    en: labels.map(({ en }) => en).join(', ') || 'nothing',
  };
  return new DomainError('STATE_FORBIDS', {
    values: { state: resource.fields[field]?.choiceLabels?.[state] ?? state, possible },
  });
};

const mayMove = ({ roles }: Action, { caller }: RequestContext): boolean =>
  roles.some(role => caller.roles.includes(role));

/** Changes for the history, without values that are derived from others. */
export const changesBetween = ({ resource, columns }: Table, before: Row, after: Row) =>
  differences(before, after).filter(
    ({ field }) => field !== 'Version' && field in columns && !fieldBehind(resource, field)?.[1].unlisted,
  );

/**
 * Moves a record along its life cycle, in one transaction. Checks role, state and values, then runs the module's own
 * work, writes state and history, and emits the event. If the body has a `Version`, the record must still have it.
 */
export const moveRecord = async (
  { workers }: Pick<Context, 'workers'>,
  tx: Tx,
  table: Table,
  requestContext: RequestContext,
  id: number,
  name: string,
  { Version, ...given }: Values,
  keep: KeepForUndo = () => {},
): Promise<void> => {
  const { resource, lifeCycle, columns: columnOf } = table;
  const move = resource.actions?.[name];
  if (!move?.from || !lifeCycle) throw new Error(`Nobody does the move "${name}" of ${resource.name}.`);
  const fields = move.asks?.fields ?? {};
  const asked = normaliseActionValues(fields, given);
  const { lock, work } = await lifeCycle.code();
  await lock?.(tx, requestContext.caller.companyId, id, asked);
  const before = await selectOne(tx.db, table, requestContext, id, true);
  if (Version !== undefined && before.Version !== Version)
    throw new DomainError('STALE', { extra: { Current: await present(tx.db, table, requestContext, before) } });
  const state = stateOf(table, before);
  if (!move.from.includes(state) || !mayMove(move, requestContext)) throw forbidden(table, requestContext, state);
  await checkActionValues(tx.db, fields, requestContext, asked);
  const now = new Date(requestContext.presentContext.nowIso);
  const columns = await work[name]?.({
    tx,
    requestContext,
    id,
    record: before,
    values: asked,
    now,
    workers,
    keep,
  });
  const sets = Object.entries({
    ...columns,
    ...(move.to && { [columnOf[resource.states?.field ?? ''] ?? '']: move.to }),
  }).map(([column, value]) => sql`${sql.ref(column)} = ${value}, `);
  await guard(
    table,
    asked,
    sql`update ${sql.table(table.source)} set ${sql.join(sets, sql``)} version = version + 1
      where ${ofCompany(table, requestContext.caller)}id = ${id}`.execute(tx.db),
  );
  const after = await selectOne(tx.db, table, requestContext, id, false);
  count(tx, table, before, after);
  const reason = typeof asked.Reason === 'string' && asked.Reason !== '' ? asked.Reason : undefined;
  await tx.audit({
    entity: resource.entity,
    entityId: id,
    action: name,
    reason,
    changes: changesBetween(table, before, after),
  });
  emitRecord(tx, table, id, name);
};

/** Moves a record and returns it. */
export const makeMove = async <R extends object = Row>(
  context: Pick<Context, 'workers'>,
  tx: Tx,
  table: Table,
  requestContext: RequestContext,
  id: number,
  name: string,
  body: Values,
): Promise<R> => {
  await moveRecord(context, tx, table, requestContext, id, name, body);
  return readRecord<R>(tx.db, table, requestContext, id);
};
