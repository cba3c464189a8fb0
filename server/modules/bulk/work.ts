import type { Locale } from '../../../src/contract/messages/index.ts';
import { type Action, actionNamed } from '../../../src/resources/define.ts';
import type { Tx } from '../../context.ts';
import { type Author, inTransaction } from '../../db/change.ts';
import { DomainError } from '../../errors.ts';
import { authorNow } from '../../jobs/author.ts';
import type { Doing } from '../../jobs/define.ts';
import { authorOfJob } from '../../jobs/repository.ts';
import type { ActionServices } from '../../table/actions.ts';
import type { Asking, Query, Row, Table } from '../../table/define.ts';
import { asking } from '../../table/presenting.ts';
import { tableQuestion } from '../../table/query.ts';
import { tableNamed } from '../../table/registry.ts';
import type { ListQuestion } from '../../table/statement.ts';
import { collectNews } from './quiet.ts';
import { reasonOf } from './reasons.ts';
import { type Bulk, type BulkKey, type Item, type Outcome, readBulk } from './repository.ts';

/** News of many records go out this often at most. */
const newsEveryMs = 1500;
/** Records at once: half the time of each is waiting for the database. */
const lanes = 4;
/** Two changes that waited for each other: the next try finds the other one done. */
const triesMax = 4;

/** A bulk change as one of its jobs does it. */
export interface BulkWork {
  readonly services: ActionServices;
  readonly bulk: Bulk;
  readonly key: BulkKey;
  readonly table: Table;
  readonly name: string;
  readonly action: Action;
  readonly asked: Row;
  /** Whose rights and words count, at this moment. */
  readonly by: () => Asking;
  /** Reads the author anew, and throws once they may not do it any more. */
  readonly requireAllowed: () => Promise<void>;
  /** Which records match, as of now. */
  readonly question: ListQuestion;
  readonly doing: Doing;
  readonly news: ReturnType<typeof collectNews>;
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

export const requireRole = (action: Action, { caller }: Pick<Asking, 'caller'>): void => {
  if (action.roles.some(role => caller.roles.includes(role))) return;
  throw new DomainError('FORBIDDEN', { values: { roles: action.roles.join(', ') } });
};

export const openWork = async (services: ActionServices, id: number, doing: Doing): Promise<BulkWork> => {
  const { context, entries } = services;
  const { companyId } = doing.job;
  const key = { companyId, id };
  const bulk = await readBulk(context.db, key);
  const table = tableNamed(bulk.resource);
  const action = actionNamed(table.resource, bulk.action);
  let caller = await authorNow(context, doing.job);
  const by = () => asking(context, entries, { caller, locale: bulk.locale as Locale });
  const requireAllowed = async (): Promise<void> => {
    caller = await authorNow(context, doing.job);
    requireRole(action, by());
  };
  requireRole(action, by());
  const author = (): Author => authorOfJob(doing.job, context.now());
  return {
    services,
    bulk,
    key,
    table,
    name: bulk.action,
    action,
    asked: bulk.asked as Row,
    by,
    requireAllowed,
    question: tableQuestion(table, caller, bulk.split ?? undefined, bulk.query as Query, context.now().toISOString()),
    doing,
    news: collectNews(),
    transaction: work => inTransaction(context.db, author(), work),
  };
};

/** Tells open lists, once in a while, that their rows have changed. */
export const newsTeller = ({ transaction, news, table: { resource } }: BulkWork) => {
  let announcedAt = performance.now();
  return async (): Promise<void> => {
    if (performance.now() - announcedAt < newsEveryMs) return;
    announcedAt = performance.now();
    await transaction(async tx => news.tell(tx, resource.name, resource.shared));
  };
};

/** Tries again what met another change, and says why it cannot be done. Undefined: it is done. */
export const trying = async (
  { services: { context }, bulk }: BulkWork,
  recordId: number,
  refused: Outcome['state'],
  attempt: () => Promise<void>,
): Promise<Outcome | undefined> => {
  const unexpected = (error: unknown): string => {
    context.log.error({ err: error, bulk: bulk.id, record: recordId }, 'a record of a bulk change failed');
    return `bulk-${bulk.id}-${recordId}`;
  };
  for (let tried = 1; ; tried += 1) {
    try {
      await attempt();
      return undefined;
    } catch (error) {
      if (error instanceof NotOurs) throw error;
      const reason = reasonOf(error, unexpected);
      if (reason.Code !== 'OVERLOADED' || tried === triesMax) return { recordId, state: refused, reason };
    }
  }
};

/** The record was done by an earlier attempt, or the job is another process's by now. */
export class NotOurs extends Error {
  override name = 'NotOurs';
}

/** Does something to each record, a few at a time; answers what is to be taken down of them. */
export const inLanes = async (
  { doing: { signal } }: BulkWork,
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome | undefined>,
  onDone: () => void,
): Promise<readonly Outcome[]> => {
  const left = [...items];
  const outcomes: Outcome[] = [];
  const takeTurns = async (): Promise<void> => {
    for (let item = left.shift(); item; item = left.shift()) {
      signal.throwIfAborted();
      const outcome = await work(item);
      if (outcome) outcomes.push(outcome);
      onDone();
    }
  };
  const ended = await Promise.allSettled(
    Array.from({ length: lanes }, () =>
      takeTurns().catch(error => {
        left.length = 0;
        throw error;
      }),
    ),
  );
  const failed = ended.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
  return outcomes;
};
