import type { Values } from '../../../src/contract/described.ts';
import { DomainError } from '../../errors.ts';
import { valuesSet } from '../table/actions.ts';
import type { Row } from '../table/define.ts';
import { type Saved, saveRecords } from '../table/saving.ts';
import type { ItemState } from './figures.ts';
import { reasonOf } from './reasons.ts';
import { claimItems, type Item, type Outcome } from './repository.ts';
import { type BulkWork, NotOurs } from './work.ts';

export const asDone = { from: 'can', to: 'done' } as const;
export const asUndone = { from: 'done', to: 'undone' } as const;
export const alreadySo = () => new DomainError('ALREADY_SO');

/** Rolls a successful rehearsal back. */
export class Rehearsed extends Error {
  override name = 'Rehearsed';
}

type Results = ReadonlyMap<number, Saved | DomainError>;
const neverUnexpected = (error: unknown): string => {
  throw error;
};

/** Outcomes of the records in a set that were not changed. */
const refusalsOf = (results: Results, state: ItemState): readonly Outcome[] =>
  [...results].flatMap(([recordId, result]): Outcome[] =>
    result instanceof DomainError ? [{ recordId, state, reason: reasonOf(result, neverUnexpected) }] : [],
  );
const savedOf = (results: Results) =>
  [...results].flatMap(([recordId, result]) => (result instanceof DomainError ? [] : [{ recordId, ...result }]));

/** Reports records whose values are already as wanted as refused. */
const withoutUnchanged = (results: Results): Results =>
  new Map(
    [...results].map(([id, result]) => [id, 'changes' in result && result.changes.length === 0 ? alreadySo() : result]),
  );

const toAll = (items: readonly Item[], values: Values) => new Map(items.map(({ recordId }) => [recordId, values]));

type SetWork = (work: BulkWork, items: readonly Item[], values: Values) => Promise<readonly Outcome[]>;

/** Tries the change in a transaction that is rolled back. */
export const rehearseSet: SetWork = async (work, items, values) => {
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
export const doSet: SetWork = (work, items, values) => {
  const { transaction, news, table, by, key, doing, action } = work;
  return transaction(async tx => {
    const results = withoutUnchanged(await saveRecords(news.quiet(tx), table, by(), toAll(items, values)));
    const keptOf = ({ version, changes }: Saved): { undoValues?: Row } => {
      if (action.undoMinutes === undefined) return {};
      return { undoValues: { Values: Object.fromEntries(changes.map(c => [c.field, c.before])), Version: version } };
    };
    const claimed = savedOf(results).map(({ recordId, ...saved }) => ({ recordId, ...keptOf(saved) }));
    if (!(await claimItems(tx, key, doing.job, asDone, claimed))) throw new NotOurs();
    return refusalsOf(results, 'refused');
  });
};

/** Restores the former values of each record, in one transaction. */
export const undoSet: SetWork = ({ transaction, news, table, by, key, doing }, items) =>
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
      throw new NotOurs();
    return refusalsOf(results, 'left');
  });

/**
 * Changes all records in one transaction, if the action only sets fields. Otherwise, or after a concurrent change or a
 * conflict in the database, one by one.
 */
export const inSets = async (
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
    if (error instanceof NotOurs) throw error;
    work.services.context.log.info({ err: error, bulk: work.bulk.id }, 'records of a bulk change are done one by one');
    return oneByOne(items);
  }
};
