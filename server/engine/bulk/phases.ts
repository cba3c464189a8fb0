import type { Values } from '../../../src/contract/describedTypes.ts';
import { bulkRecordsMax } from '../../../src/contract/limits.ts';
import { bulkChanges } from '../../../src/resources/engine/bulkChanges.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { Finish } from '../jobs/define.ts';
import { type Change, runAction, valuesToSet } from '../table/actions.ts';
import type { Row } from '../table/define.ts';
import { type SavedRecord, saveRecords } from '../table/saving.ts';
import { readStoredRow, undoAction, undoDataOf } from '../table/undo.ts';
import type { ItemState } from './figures.ts';
import { reasonOf } from './reasons.ts';
import {
  type BulkItem,
  claimItems,
  collectItems,
  countItems,
  filterMatchingIds,
  type ItemOutcome,
  nextItems,
  writeOutcomes,
} from './repository.ts';
import { type BulkWork, makeEventEmitter, processInParallel, RecordSkipped, retryConflicts } from './work.ts';

const doneTransition = { from: 'can', to: 'done' } as const;
const undoneTransition = { from: 'done', to: 'undone' } as const;
const alreadySetError = () => new DomainError('ALREADY_SO');

/** Thrown after a successful rehearsal, so that its transaction is rolled back. */
class RehearsalRollback extends Error {
  override name = 'RehearsalRollback';
}

type SaveResults = ReadonlyMap<number, SavedRecord | DomainError>;
const rethrow = (error: unknown): string => {
  throw error;
};

/** Returns an outcome for each record that refused its change. Records that were changed are left out. */
const refusalsOf = (results: SaveResults, state: ItemState): readonly ItemOutcome[] =>
  [...results].flatMap(([recordId, result]): ItemOutcome[] =>
    result instanceof DomainError ? [{ recordId, state, reason: reasonOf(result, rethrow) }] : [],
  );
const savedOf = (results: SaveResults) =>
  [...results].flatMap(([recordId, result]) => (result instanceof DomainError ? [] : [{ recordId, ...result }]));

/** Turns the result of a record that already has the values to set into a refusal. */
const withoutUnchanged = (results: SaveResults): SaveResults =>
  new Map(
    [...results].map(([id, result]) => [
      id,
      'changes' in result && result.changes.length === 0 ? alreadySetError() : result,
    ]),
  );

const sameValuesForAll = (items: readonly BulkItem[], values: Values) =>
  new Map(items.map(({ recordId }) => [recordId, values]));

type ProcessBatch = (work: BulkWork, items: readonly BulkItem[], values: Values) => Promise<readonly ItemOutcome[]>;

/** Tries the change of some records in a transaction that is rolled back. Returns the outcome of each record. */
const rehearseBatch: ProcessBatch = async (work, items, values) => {
  const { transaction, eventCollector, table, getRequestContext } = work;
  let results: SaveResults = new Map();
  const rehearsal = transaction(async tx => {
    results = await saveRecords(
      eventCollector.withoutEffects(tx),
      table,
      getRequestContext(),
      sameValuesForAll(items, values),
    );
    throw new RehearsalRollback();
  });
  await rehearsal.catch(error => {
    if (!(error instanceof RehearsalRollback)) throw error;
  });
  const refusals = refusalsOf(withoutUnchanged(results), 'cannot');
  const refused = new Set(refusals.map(({ recordId }) => recordId));
  const possible = items.filter(({ recordId }) => !refused.has(recordId));
  return [...refusals, ...possible.map(({ recordId }) => ({ recordId, state: 'can' }) as const)];
};

const runBatch: ProcessBatch = (work, items, values) => {
  const { transaction, eventCollector, table, getRequestContext, key, controls, action } = work;
  return transaction(async tx => {
    const results = withoutUnchanged(
      await saveRecords(eventCollector.quiet(tx), table, getRequestContext(), sameValuesForAll(items, values)),
    );
    const undoColumnsOf = ({ version, changes }: SavedRecord): { undoValues?: Row } => {
      if (action.undoMinutes === undefined) return {};
      return { undoValues: { Values: Object.fromEntries(changes.map(c => [c.field, c.before])), Version: version } };
    };
    const claimed = savedOf(results).map(({ recordId, ...saved }) => ({ recordId, ...undoColumnsOf(saved) }));
    if (!(await claimItems(tx, key, controls.job, doneTransition, claimed))) throw new RecordSkipped();
    return refusalsOf(results, 'refused');
  });
};

const undoBatch: ProcessBatch = ({ transaction, eventCollector, table, getRequestContext, key, controls }, items) =>
  transaction(async tx => {
    const formerValuesOf = ({ undoValues }: BulkItem): Values => ({
      ...(undoValues?.Values as Row),
      Version: undoValues?.Version,
    });
    const inputs = new Map(items.map(item => [item.recordId, formerValuesOf(item)]));
    const results = await saveRecords(eventCollector.quiet(tx, 'undo'), table, getRequestContext(), inputs);
    if (
      !(await claimItems(
        tx,
        key,
        controls.job,
        undoneTransition,
        savedOf(results).map(({ recordId }) => ({ recordId })),
      ))
    )
      throw new RecordSkipped();
    return refusalsOf(results, 'left');
  });

/**
 * Changes the records in one transaction if the action only sets fields. Otherwise, or if the transaction fails,
 * changes them one by one.
 */
const processBatchOrEach = async (
  work: BulkWork,
  items: readonly BulkItem[],
  onDone: (count?: number) => void,
  processBatch: ProcessBatch,
  processEach: (items: readonly BulkItem[]) => Promise<readonly ItemOutcome[]>,
): Promise<readonly ItemOutcome[]> => {
  const values = valuesToSet(work.action, work.actionValues);
  if (values === undefined || items.length === 0) return processEach(items);
  try {
    const outcomes = await processBatch(work, items, values);
    onDone(items.length);
    return outcomes;
  } catch (error) {
    if (error instanceof RecordSkipped) throw error;
    work.services.context.log.info({ err: error, bulk: work.bulk.id }, 'records of a bulk change are done one by one');
    return processEach(items);
  }
};

/**
 * Number of records changed in one transaction. An edit of one of these records, and a cancellation, wait for the
 * transaction: some tenths of a second.
 */
const batchSize = 100;

type ProcessItems = (items: readonly BulkItem[], onDone: (count?: number) => void) => Promise<readonly ItemOutcome[]>;

const processAllInState = async (
  work: BulkWork,
  state: ItemState,
  finishedStates: readonly ItemState[],
  processItems: ProcessItems,
): Promise<void> => {
  const { services, key, controls } = work;
  const { db } = services.context;
  let done = await countItems(db, key, finishedStates);
  const total = done + (await countItems(db, key, [state]));
  controls.progress(done, total);
  const emitEvents = makeEventEmitter(work);
  for (let items = await nextItems(db, key, state, batchSize); items.length > 0; ) {
    const onDone = (count = 1) => {
      done += count;
      controls.progress(done, total);
    };
    await writeOutcomes(db, key, await processItems(items, onDone));
    if (state !== 'waiting') await emitEvents();
    controls.signal.throwIfAborted();
    await work.requireAllowed();
    items = await nextItems(db, key, state, batchSize);
  }
};

const requireChange = ({ action }: BulkWork, keptValues: Row): void => {
  if (action.valuesToWrite !== undefined && keptValues.Values === undefined) throw alreadySetError();
};

/** Replaces the function that reads a record for the API's answer. A bulk change discards this answer. */
const readNothing = async () => ({});

/** Tries the action in a transaction that is rolled back. */
const rehearse = async (work: BulkWork, recordId: number): Promise<ItemOutcome> => {
  const { services, table, actionName, actionValues, getRequestContext, eventCollector, transaction } = work;
  const refusal = await retryConflicts(work, recordId, 'cannot', async () => {
    const keptValues: Row = {};
    const change: Change = runInTransaction =>
      transaction(async tx => {
        await runInTransaction(eventCollector.withoutEffects(tx));
        requireChange(work, keptValues);
        throw new RehearsalRollback();
      });
    const keep = (values: Row) => void Object.assign(keptValues, values);
    await runAction(services, table, getRequestContext(), actionName, {
      change,
      id: recordId,
      values: actionValues,
      keep,
      read: readNothing,
    }).catch(error => {
      if (!(error instanceof RehearsalRollback)) throw error;
    });
  });
  return refusal ?? { recordId, state: 'can' };
};

/** Collects the records, and tries the action on each in a transaction that is rolled back. */
export const check = async (work: BulkWork): Promise<Finish> => {
  const { services, key, listQuery } = work;
  await services.context.db.transaction().execute(async trx => {
    const count = await collectItems(trx, key, listQuery, bulkRecordsMax);
    const { locale } = work.getRequestContext().presentContext;
    if (count > bulkRecordsMax)
      throw new DomainError('BULK_TOO_MANY', { values: { max: formatNumber(bulkRecordsMax, 0, locale) } });
  });
  await processAllInState(work, 'waiting', ['can', 'cannot'], (items, onDone) =>
    processBatchOrEach(work, items, onDone, rehearseBatch, remaining =>
      processInParallel(work, remaining, ({ recordId }) => rehearse(work, recordId), onDone),
    ),
  );
  return async () => ({});
};

const changeOne = (work: BulkWork, recordId: number): Promise<ItemOutcome | undefined> => {
  const {
    services,
    table,
    actionName,
    action,
    actionValues,
    getRequestContext,
    eventCollector,
    transaction,
    key,
    controls,
  } = work;
  const isUndoable = action.undoMinutes !== undefined;
  const needsSnapshot = isUndoable && action.valuesToWrite === undefined;
  return retryConflicts(work, recordId, 'refused', async () => {
    const keptValues: Row = {};
    const change: Change = runInTransaction =>
      transaction(async tx => {
        const before = needsSnapshot ? await readStoredRow(tx, table, getRequestContext(), recordId) : undefined;
        const answer = await runInTransaction(eventCollector.quiet(tx));
        requireChange(work, keptValues);
        const difference =
          before && undoDataSince(before, await readStoredRow(tx, table, getRequestContext(), recordId));
        const claimed = [{ recordId, ...(isUndoable && { undoValues: { ...keptValues, ...difference } }) }];
        if (!(await claimItems(tx, key, controls.job, doneTransition, claimed))) throw new RecordSkipped();
        return answer;
      });
    const keep = (values: Row) => void Object.assign(keptValues, values);
    await runAction(services, table, getRequestContext(), actionName, {
      change,
      id: recordId,
      values: actionValues,
      keep,
      read: readNothing,
    });
  });
};

/**
 * Returns the data for the undo.
 * Throws if another change of the record came between the read of `before` and the record's lock.
 */
const undoDataSince = (before: Row, after: Row): Row => {
  if (after.version !== Number(before.version) + 1) throw new DomainError('OVERLOADED');
  return undoDataOf(before, after);
};

const writeSummary = async (tx: Tx, work: BulkWork, auditAction: string, statesByField: StatesByField) => {
  const { key, bulk, eventCollector, table, action } = work;
  const counts = Object.entries(statesByField).map(async ([field, states]) => ({
    field,
    before: null,
    after: await countItems(tx.db, key, states),
  }));
  const labels = Object.entries({
    What: action.label[work.getRequestContext().presentContext.locale],
    List: bulk.list,
    Filter: bulk.filter,
  });
  await tx.audit({
    entity: 'bulkChange',
    entityId: bulk.id,
    action: auditAction,
    changes: [...labels.map(([field, after]) => ({ field, before: null, after })), ...(await Promise.all(counts))],
  });
  eventCollector.emit(tx, table.resource.name, table.resource.shared);
  // Events of the job reach its author only. This event also updates the page for other users.
  tx.emit('record', { Resource: bulkChanges.name, Id: bulk.id, Action: auditAction, ActorId: tx.actorId });
};
type StatesByField = Readonly<Record<string, readonly ItemState[]>>;

/** Runs the action on every record that the preview found possible and that still matches the list's filters. */
export const run = async (work: BulkWork): Promise<Finish> => {
  const { services, listQuery } = work;
  await processAllInState(work, 'can', ['done', 'refused'], async (items, onDone) => {
    const ids = items.map(({ recordId }) => recordId);
    const matching = await filterMatchingIds(services.context.db, listQuery, ids);
    const noLongerMatching = items.filter(({ recordId }) => !matching.has(recordId));
    onDone(noLongerMatching.length);
    const stillMatchingItems = items.filter(({ recordId }) => matching.has(recordId));
    const outcomes = await processBatchOrEach(work, stillMatchingItems, onDone, runBatch, remaining =>
      processInParallel(work, remaining, ({ recordId }) => changeOne(work, recordId), onDone),
    );
    const refusal = { state: 'refused', reason: { Code: 'NO_LONGER_MATCHING' } } as const;
    return [...outcomes, ...noLongerMatching.map(({ recordId }) => ({ recordId, ...refusal }))];
  });
  return async tx => {
    await writeSummary(tx, work, 'run', { Changed: ['done'], Refused: ['cannot', 'refused'] });
    return {};
  };
};

const undoOne = (work: BulkWork, { recordId, undoValues }: BulkItem): Promise<ItemOutcome | undefined> => {
  const { services, table, actionName, getRequestContext, eventCollector, transaction, key, controls } = work;
  return retryConflicts(work, recordId, 'left', () =>
    transaction(async tx => {
      await undoAction(services, eventCollector.quiet(tx, 'undo'), table, getRequestContext(), actionName, {
        id: recordId,
        keptValues: undoValues ?? {},
      });
      if (!(await claimItems(tx, key, controls.job, undoneTransition, [{ recordId }]))) throw new RecordSkipped();
    }),
  );
};

/**
 * Restores every record that has not changed since the bulk change. The record that was changed last is restored first.
 */
export const undo = async (work: BulkWork): Promise<Finish> => {
  await processAllInState(work, 'done', ['undone', 'left'], (items, onDone) =>
    processBatchOrEach(work, items, onDone, undoBatch, remaining =>
      processInParallel(work, remaining, item => undoOne(work, item), onDone),
    ),
  );
  return async tx => {
    await writeSummary(tx, work, 'undo', { Undone: ['undone'], Left: ['left'] });
    return {};
  };
};
