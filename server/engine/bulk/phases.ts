import type { Values } from '../../../src/contract/describedTypes.ts';
import { bulkRecordsMax } from '../../../src/contract/limits.ts';
import { bulkChanges } from '../../../src/resources/engine/bulkChanges.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { Finish } from '../jobs/define.ts';
import { act, type Change, valuesSet } from '../table/actions.ts';
import type { Row } from '../table/define.ts';
import { type Saved, saveRecords } from '../table/saving.ts';
import { keptOf, storedRow, undoAct } from '../table/undo.ts';
import type { ItemState } from './figures.ts';
import { reasonOf } from './reasons.ts';
import {
  claimItems,
  collectItems,
  countItems,
  type Item,
  nextItems,
  type Outcome,
  stillMatching,
  writeOutcomes,
} from './repository.ts';
import { type BulkWork, makeEventEmitter, processInParallel, RecordSkipped, retryConflicts } from './work.ts';

const asDone = { from: 'can', to: 'done' } as const;
const asUndone = { from: 'done', to: 'undone' } as const;
const alreadySo = () => new DomainError('ALREADY_SO');

/** Thrown after a successful rehearsal, so that its transaction is rolled back. */
class Rehearsed extends Error {
  override name = 'Rehearsed';
}

type Results = ReadonlyMap<number, Saved | DomainError>;
const neverUnexpected = (error: unknown): string => {
  throw error;
};

/** Returns the outcome of each record whose change was refused. */
const refusalsOf = (results: Results, state: ItemState): readonly Outcome[] =>
  [...results].flatMap(([recordId, result]): Outcome[] =>
    result instanceof DomainError ? [{ recordId, state, reason: reasonOf(result, neverUnexpected) }] : [],
  );
const savedOf = (results: Results) =>
  [...results].flatMap(([recordId, result]) => (result instanceof DomainError ? [] : [{ recordId, ...result }]));

/** Counts a record as refused if it already has the values to set. */
const withoutUnchanged = (results: Results): Results =>
  new Map(
    [...results].map(([id, result]) => [id, 'changes' in result && result.changes.length === 0 ? alreadySo() : result]),
  );

const toAll = (items: readonly Item[], values: Values) => new Map(items.map(({ recordId }) => [recordId, values]));

type SetWork = (work: BulkWork, items: readonly Item[], values: Values) => Promise<readonly Outcome[]>;

/** Tries the change in a transaction that is rolled back. */
const rehearseSet: SetWork = async (work, items, values) => {
  const { transaction, news, table, by } = work;
  let results: Results = new Map();
  const rehearsal = transaction(async tx => {
    results = await saveRecords(news.rehearsed(tx), table, by(), toAll(items, values));
    throw new Rehearsed();
  });
  await rehearsal.catch(error => {
    if (!(error instanceof Rehearsed)) throw error;
  });
  const refusals = refusalsOf(withoutUnchanged(results), 'cannot');
  const refused = new Set(refusals.map(({ recordId }) => recordId));
  const can = items.filter(({ recordId }) => !refused.has(recordId));
  return [...refusals, ...can.map(({ recordId }) => ({ recordId, state: 'can' }) as const)];
};

/** Changes records and stores the outcome of each, in one transaction. */
const doSet: SetWork = (work, items, values) => {
  const { transaction, news, table, by, key, doing, action } = work;
  return transaction(async tx => {
    const results = withoutUnchanged(await saveRecords(news.quiet(tx), table, by(), toAll(items, values)));
    const keptOf = ({ version, changes }: Saved): { undoValues?: Row } => {
      if (action.undoMinutes === undefined) return {};
      return { undoValues: { Values: Object.fromEntries(changes.map(c => [c.field, c.before])), Version: version } };
    };
    const claimed = savedOf(results).map(({ recordId, ...saved }) => ({ recordId, ...keptOf(saved) }));
    if (!(await claimItems(tx, key, doing.job, asDone, claimed))) throw new RecordSkipped();
    return refusalsOf(results, 'refused');
  });
};

/** Restores the former values of each record, in one transaction. */
const undoSet: SetWork = ({ transaction, news, table, by, key, doing }, items) =>
  transaction(async tx => {
    const former = ({ undoValues }: Item): Values => ({ ...(undoValues?.Values as Row), Version: undoValues?.Version });
    const inputs = new Map(items.map(item => [item.recordId, former(item)]));
    const results = await saveRecords(news.quiet(tx, 'undo'), table, by(), inputs);
    if (
      !(await claimItems(
        tx,
        key,
        doing.job,
        asUndone,
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
const inSets = async (
  work: BulkWork,
  items: readonly Item[],
  onDone: (count?: number) => void,
  inOne: SetWork,
  oneByOne: (items: readonly Item[]) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> => {
  const values = valuesSet(work.action, work.actionValues);
  if (values === undefined || items.length === 0) return oneByOne(items);
  try {
    const outcomes = await inOne(work, items, values);
    onDone(items.length);
    return outcomes;
  } catch (error) {
    if (error instanceof RecordSkipped) throw error;
    work.services.context.log.info({ err: error, bulk: work.bulk.id }, 'records of a bulk change are done one by one');
    return oneByOne(items);
  }
};

/**
 * Number of records changed in one transaction. An edit of one of these records, and a cancellation, wait for the
 * transaction: some tenths of a second.
 */
const batch = 100;

type Each = (items: readonly Item[], onDone: (count?: number) => void) => Promise<readonly Outcome[]>;

/** Processes all records in a state, a batch at a time. */
const throughAll = async (work: BulkWork, state: ItemState, over: readonly ItemState[], each: Each): Promise<void> => {
  const { services, key, doing } = work;
  const { db } = services.context;
  let done = await countItems(db, key, over);
  const total = done + (await countItems(db, key, [state]));
  doing.progress(done, total);
  const tell = makeEventEmitter(work);
  for (let items = await nextItems(db, key, state, batch); items.length > 0; ) {
    const onDone = (count = 1) => {
      done += count;
      doing.progress(done, total);
    };
    await writeOutcomes(db, key, await each(items, onDone));
    if (state !== 'waiting') await tell();
    doing.signal.throwIfAborted();
    await work.requireAllowed();
    items = await nextItems(db, key, state, batch);
  }
};

/** Throws if the record already has the values that the action sets. */
const requireDifferent = ({ action }: BulkWork, kept: Row): void => {
  if (action.set !== undefined && kept.Values === undefined) throw alreadySo();
};

/** Replaces the read after a change, because a bulk change discards the answer for a single record. */
const nothing = async () => ({});

/** Tries the action in a transaction that is rolled back. */
const rehearse = async (work: BulkWork, recordId: number): Promise<Outcome> => {
  const { services, table, name, actionValues, by, news, transaction } = work;
  const refused = await retryConflicts(work, recordId, 'cannot', async () => {
    const kept: Row = {};
    const change: Change = inner =>
      transaction(async tx => {
        await inner(news.rehearsed(tx));
        requireDifferent(work, kept);
        throw new Rehearsed();
      });
    const keep = (values: Row) => void Object.assign(kept, values);
    await act(services, table, by(), name, { change, id: recordId, values: actionValues, keep, read: nothing }).catch(
      error => {
        if (!(error instanceof Rehearsed)) throw error;
      },
    );
  });
  return refused ?? { recordId, state: 'can' };
};

/** Collects the records, and tries the action on each in a transaction that is rolled back. */
export const check = async (work: BulkWork): Promise<Finish> => {
  const { services, key, question } = work;
  await services.context.db.transaction().execute(async trx => {
    const count = await collectItems(trx, key, question, bulkRecordsMax);
    const { locale } = work.by().presentContext;
    if (count > bulkRecordsMax)
      throw new DomainError('BULK_TOO_MANY', { values: { max: formatNumber(bulkRecordsMax, 0, locale) } });
  });
  await throughAll(work, 'waiting', ['can', 'cannot'], (items, onDone) =>
    inSets(work, items, onDone, rehearseSet, left =>
      processInParallel(work, left, ({ recordId }) => rehearse(work, recordId), onDone),
    ),
  );
  return async () => ({});
};

/** Changes a record and stores its outcome in one transaction. */
const doOne = (work: BulkWork, recordId: number): Promise<Outcome | undefined> => {
  const { services, table, name, action, actionValues, by, news, transaction, key, doing } = work;
  const undoable = action.undoMinutes !== undefined;
  const snapshots = undoable && action.set === undefined;
  return retryConflicts(work, recordId, 'refused', async () => {
    const kept: Row = {};
    const change: Change = inner =>
      transaction(async tx => {
        const before = snapshots ? await storedRow(tx, table, by(), recordId) : undefined;
        const answer = await inner(news.quiet(tx));
        requireDifferent(work, kept);
        const difference = before && differenceSince(before, await storedRow(tx, table, by(), recordId));
        const claimed = [{ recordId, ...(undoable && { undoValues: { ...kept, ...difference } }) }];
        if (!(await claimItems(tx, key, doing.job, asDone, claimed))) throw new RecordSkipped();
        return answer;
      });
    const keep = (values: Row) => void Object.assign(kept, values);
    await act(services, table, by(), name, { change, id: recordId, values: actionValues, keep, read: nothing });
  });
};

/**
 * Returns the data for the undo. Throws if the record was changed after `before` was read and before the record was
 * locked.
 */
const differenceSince = (before: Row, after: Row): Row => {
  if (after.version !== Number(before.version) + 1) throw new DomainError('OVERLOADED');
  return keptOf(before, after);
};

const summary = async (tx: Tx, work: BulkWork, done: string, counted: CountedAs) => {
  const { key, bulk, news, table, action } = work;
  const counts = Object.entries(counted).map(async ([field, states]) => ({
    field,
    before: null,
    after: await countItems(tx.db, key, states),
  }));
  const labels = Object.entries({
    What: action.label[work.by().presentContext.locale],
    List: bulk.list,
    Filter: bulk.filter,
  });
  await tx.audit({
    entity: 'bulkChange',
    entityId: bulk.id,
    action: done,
    changes: [...labels.map(([field, after]) => ({ field, before: null, after })), ...(await Promise.all(counts))],
  });
  news.emit(tx, table.resource.name, table.resource.shared);
  // Events of the job reach its author only. This event also updates the page for other users.
  tx.emit('record', { Resource: bulkChanges.name, Id: bulk.id, Action: done, ActorId: tx.actorId });
};
type CountedAs = Readonly<Record<string, readonly ItemState[]>>;

/** Runs the action on every record that allows it and still matches. */
export const run = async (work: BulkWork): Promise<Finish> => {
  const { services, question } = work;
  await throughAll(work, 'can', ['done', 'refused'], async (items, onDone) => {
    const ids = items.map(({ recordId }) => recordId);
    const matching = await stillMatching(services.context.db, question, ids);
    const gone = items.filter(({ recordId }) => !matching.has(recordId));
    onDone(gone.length);
    const still = items.filter(({ recordId }) => matching.has(recordId));
    const outcomes = await inSets(work, still, onDone, doSet, left =>
      processInParallel(work, left, ({ recordId }) => doOne(work, recordId), onDone),
    );
    const refused = { state: 'refused', reason: { Code: 'NO_LONGER_MATCHING' } } as const;
    return [...outcomes, ...gone.map(({ recordId }) => ({ recordId, ...refused }))];
  });
  return async tx => {
    await summary(tx, work, 'run', { Changed: ['done'], Refused: ['cannot', 'refused'] });
    return {};
  };
};

const undoOne = (work: BulkWork, { recordId, undoValues }: Item): Promise<Outcome | undefined> => {
  const { services, table, name, by, news, transaction, key, doing } = work;
  return retryConflicts(work, recordId, 'left', () =>
    transaction(async tx => {
      await undoAct(services, news.quiet(tx, 'undo'), table, by(), name, { id: recordId, kept: undoValues ?? {} });
      if (!(await claimItems(tx, key, doing.job, asUndone, [{ recordId }]))) throw new RecordSkipped();
    }),
  );
};

/** Restores every record that is unchanged since, the last one first. */
export const undo = async (work: BulkWork): Promise<Finish> => {
  await throughAll(work, 'done', ['undone', 'left'], (items, onDone) =>
    inSets(work, items, onDone, undoSet, left => processInParallel(work, left, item => undoOne(work, item), onDone)),
  );
  return async tx => {
    await summary(tx, work, 'undo', { Undone: ['undone'], Left: ['left'] });
    return {};
  };
};
