import { sql } from 'kysely';
import type { Values } from '../../../src/contract/describedTypes.ts';
import type { Action } from '../../../src/schema/define.ts';
import { movesFrom } from '../../../src/schema/lifeCycle.ts';
import { fieldByWireName } from '../../../src/schema/wire.ts';
import type { Context } from '../../context.ts';
import { differences } from '../../db/differences.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { checkActionValues, normaliseActionValues } from './actionValues.ts';
import type { KeepForUndo, RequestContext, Row, Table } from './define.ts';
import {
  countMovedRecord,
  emitRecord,
  presentRecord,
  readRecord,
  selectRecord,
  visibleRecordsSql,
  withConflictFaults,
} from './records.ts';

const stateOf = ({ resource }: Table, record: Row): string => String(record[resource.states?.field ?? '']);

/** Error for a move that the record's state does not allow. It lists the moves that are possible instead. */
const stateForbidsError = ({ resource }: Table, { caller }: RequestContext, state: string): DomainError => {
  const { actions = {}, states } = resource;
  const field = states?.field ?? '';
  const labels = movesFrom(resource, state).flatMap(name => {
    const action = actions[name];
    return action?.roles.some(role => caller.roles.includes(role)) ? [action.label] : [];
  });
  const possibleMoves = {
    ru: labels.map(({ ru }) => ru).join(', ') || 'ничего',
    en: labels.map(({ en }) => en).join(', ') || 'nothing',
  };
  return new DomainError('STATE_FORBIDS', {
    values: { state: resource.fields[field]?.choiceLabels?.[state] ?? state, possible: possibleMoves },
  });
};

const mayMove = ({ roles }: Action, { caller }: RequestContext): boolean =>
  roles.some(role => caller.roles.includes(role));

/** Returns the changes of a record for its history, without values that are derived from other values. */
export const changesBetween = ({ resource, columns }: Table, before: Row, after: Row) =>
  differences(before, after).filter(
    ({ field }) => field !== 'Version' && field in columns && !fieldByWireName(resource, field)?.[1].unlisted,
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
  { Version, ...inputValues }: Values,
  keep: KeepForUndo = () => {},
): Promise<void> => {
  const { resource, lifeCycle, columns: columnOf } = table;
  const move = resource.actions?.[name];
  if (!move?.fromStates || !lifeCycle) throw new Error(`Nobody does the move "${name}" of ${resource.name}.`);
  const fields = move.dialog?.fields ?? {};
  const actionValues = normaliseActionValues(fields, inputValues);
  const { lock, work } = await lifeCycle.code();
  await lock?.(tx, requestContext.caller.companyId, id, actionValues);
  const before = await selectRecord(tx.db, table, requestContext, id, true);
  if (Version !== undefined && before.Version !== Version)
    throw new DomainError('STALE', { extra: { Current: await presentRecord(tx.db, table, requestContext, before) } });
  const state = stateOf(table, before);
  if (!move.fromStates.includes(state) || !mayMove(move, requestContext))
    throw stateForbidsError(table, requestContext, state);
  await checkActionValues(tx.db, fields, requestContext, actionValues);
  const now = new Date(requestContext.presentContext.nowIso);
  const columns = await work[name]?.({
    tx,
    requestContext,
    id,
    record: before,
    values: actionValues,
    now,
    workers,
    keep,
  });
  const assignments = Object.entries({
    ...columns,
    ...(move.toState && { [columnOf[resource.states?.field ?? ''] ?? '']: move.toState }),
  }).map(([column, value]) => sql`${sql.ref(column)} = ${value}, `);
  await withConflictFaults(
    table,
    actionValues,
    sql`update ${sql.table(table.source)} set ${sql.join(assignments, sql``)} version = version + 1
      where ${visibleRecordsSql(table, requestContext.caller)}id = ${id}`.execute(tx.db),
  );
  const after = await selectRecord(tx.db, table, requestContext, id, false);
  countMovedRecord(tx, table, before, after);
  const reason =
    typeof actionValues.Reason === 'string' && actionValues.Reason !== '' ? actionValues.Reason : undefined;
  await tx.audit({
    entity: resource.entity,
    entityId: id,
    action: name,
    reason,
    changes: changesBetween(table, before, after),
  });
  emitRecord(tx, table, id, name);
};

export const moveAndRead = async <R extends object = Row>(
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
