import { bulkRecordsMax } from '../../../src/contract/limits.ts';
import { bulkChanges } from '../../../src/resources/engine/bulkChanges.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { Finish } from '../jobs/define.ts';
import { act, type Change } from '../table/actions.ts';
import type { Row } from '../table/define.ts';
import { keptOf, storedRow, undoAct } from '../table/undo.ts';
import type { ItemState } from './figures.ts';
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
import { alreadySo, asDone, asUndone, doSet, inSets, Rehearsed, rehearseSet, undoSet } from './sets.ts';
import { type BulkWork, inLanes, makeEventEmitter, NotOurs, trying } from './work.ts';

/**
 * Records in one transaction. An edit of one of these records, and a cancellation, wait for the transaction: some
 * tenths of a second.
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

/** Throws if the values to set are already there. */
const requireDifferent = ({ action }: BulkWork, kept: Row): void => {
  if (action.set !== undefined && kept.Values === undefined) throw alreadySo();
};

/** A bulk change discards the answer for a single record. */
const nothing = async () => ({});

/** Tries the action in a transaction that is rolled back. */
const rehearse = async (work: BulkWork, recordId: number): Promise<Outcome> => {
  const { services, table, name, actionValues, by, news, transaction } = work;
  const refused = await trying(work, recordId, 'cannot', async () => {
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
      inLanes(work, left, ({ recordId }) => rehearse(work, recordId), onDone),
    ),
  );
  return async () => ({});
};

/** Changes a record and stores its outcome in one transaction. */
const doOne = (work: BulkWork, recordId: number): Promise<Outcome | undefined> => {
  const { services, table, name, action, actionValues, by, news, transaction, key, doing } = work;
  const undoable = action.undoMinutes !== undefined;
  const snapshots = undoable && action.set === undefined;
  return trying(work, recordId, 'refused', async () => {
    const kept: Row = {};
    const change: Change = inner =>
      transaction(async tx => {
        const before = snapshots ? await storedRow(tx, table, by(), recordId) : undefined;
        const answer = await inner(news.quiet(tx));
        requireDifferent(work, kept);
        const difference = before && differenceSince(before, await storedRow(tx, table, by(), recordId));
        const claimed = [{ recordId, ...(undoable && { undoValues: { ...kept, ...difference } }) }];
        if (!(await claimItems(tx, key, doing.job, asDone, claimed))) throw new NotOurs();
        return answer;
      });
    const keep = (values: Row) => void Object.assign(kept, values);
    await act(services, table, by(), name, { change, id: recordId, values: actionValues, keep, read: nothing });
  });
};

/** Data for the undo. Throws if the record was changed between the first read and the lock. */
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
      inLanes(work, left, ({ recordId }) => doOne(work, recordId), onDone),
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
  return trying(work, recordId, 'left', () =>
    transaction(async tx => {
      await undoAct(services, news.quiet(tx, 'undo'), table, by(), name, { id: recordId, kept: undoValues ?? {} });
      if (!(await claimItems(tx, key, doing.job, asUndone, [{ recordId }]))) throw new NotOurs();
    }),
  );
};

/** Restores every record that is unchanged since, the last one first. */
export const undo = async (work: BulkWork): Promise<Finish> => {
  await throughAll(work, 'done', ['undone', 'left'], (items, onDone) =>
    inSets(work, items, onDone, undoSet, left => inLanes(work, left, item => undoOne(work, item), onDone)),
  );
  return async tx => {
    await summary(tx, work, 'undo', { Undone: ['undone'], Left: ['left'] });
    return {};
  };
};
