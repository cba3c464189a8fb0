import type { Locale } from '../../../src/contract/messages/index.ts';
import { type Action, actionNamed } from '../../../src/schema/define.ts';
import { type Author, inTransaction } from '../../db/change.ts';
import { DomainError } from '../../errors.ts';
import type { AuditEntry, Tx } from '../../transaction.ts';
import { authorNow } from '../jobs/author.ts';
import type { JobControls } from '../jobs/define.ts';
import { authorOfJob } from '../jobs/repository.ts';
import type { ActionServices } from '../table/actions.ts';
import type { Query, Registry, RequestContext, Row, Table } from '../table/define.ts';
import { tableQuery } from '../table/query.ts';
import { toRequestContext } from '../table/requestContext.ts';
import type { ListQuestion } from '../table/statement.ts';
import { reasonOf } from './reasons.ts';
import { type Bulk, type BulkKey, type Item, type Outcome, readBulk } from './repository.ts';

/**
 * Collects events of a bulk change. Emits from time to time that records of a resource changed, and that users have new
 * notifications.
 * Events of single records are left out, because thousands of them would reach every tab.
 */
const collectEvents = ({ resources }: Registry) => {
  const ofOneRecord = ['record', ...Object.values(resources).map(({ list }) => list.live?.news)];
  const notified = new Set<number>();
  const quiet = (tx: Tx, auditAs?: string): Tx => ({
    ...tx,
    emit: (type, data, accountId) => {
      if (ofOneRecord.includes(type)) return;
      if (type === 'notification' && accountId !== undefined) notified.add(accountId);
      else tx.emit(type, data, accountId);
    },
    emitToAll: (type, data) => {
      if (!ofOneRecord.includes(type)) tx.emitToAll(type, data);
    },
    ...(auditAs !== undefined && {
      audit: (entries: AuditEntry | readonly AuditEntry[]) =>
        tx.audit([entries].flat().map(entry => ({ ...entry, action: auditAs }))),
    }),
  });
  return {
    /** A transaction without events for single records. Notifications of users are collected. */
    quiet,
    /** A transaction for a rehearsal: without events and history, because it is rolled back. */
    rehearsed: (tx: Tx): Tx => ({ ...tx, audit: async () => {}, emit: () => {}, emitToAll: () => {} }),
    /** Emits the collected events. */
    emit: (tx: Tx, resource: string, shared: boolean | undefined): void => {
      (shared ? tx.emitToAll : tx.emit)('records', { Resource: resource });
      for (const accountId of notified) tx.emit('notification', { Kind: 'call' }, accountId);
      notified.clear();
    },
  };
};

/** Minimum interval of events about many records, ms. */
const newsEveryMs = 1500;
/** Number of records in progress at once. Half of a record's time is waiting for the database. */
const lanes = 4;
/** Maximum number of tries after a deadlock. The next try begins when the conflicting change is done. */
const triesMax = 4;

/** A bulk change in progress in one of its jobs. */
export interface BulkWork {
  readonly services: ActionServices;
  readonly bulk: Bulk;
  readonly key: BulkKey;
  readonly table: Table;
  readonly name: string;
  readonly action: Action;
  readonly actionValues: Row;
  /** The request context with the author's present roles and language. */
  readonly by: () => RequestContext;
  /** Reads the author again. Throws if their roles no longer allow the action. */
  readonly requireAllowed: () => Promise<void>;
  /** Query of the records that match now. */
  readonly question: ListQuestion;
  readonly doing: JobControls;
  readonly news: ReturnType<typeof collectEvents>;
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

export const requireRole = (action: Action, { caller }: Pick<RequestContext, 'caller'>): void => {
  if (action.roles.some(role => caller.roles.includes(role))) return;
  throw new DomainError('FORBIDDEN', { values: { roles: action.roles.join(', ') } });
};

export const openWork = async (services: ActionServices, id: number, doing: JobControls): Promise<BulkWork> => {
  const { context, entries } = services;
  const { companyId } = doing.job;
  const key = { companyId, id };
  const bulk = await readBulk(context.db, key);
  const table = context.registry.table(bulk.resource);
  const action = actionNamed(table.resource, bulk.action);
  let caller = await authorNow(context, doing.job);
  const by = () => toRequestContext(context, entries, { caller, locale: bulk.locale as Locale });
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
    actionValues: bulk.action_values as Row,
    by,
    requireAllowed,
    question: tableQuery(table, caller, bulk.split ?? undefined, bulk.query as Query, context.now().toISOString()),
    doing,
    news: collectEvents(context.registry),
    transaction: work => inTransaction(context.db, author(), work),
  };
};

/** Emits, from time to time, that rows of open lists have changed. */
export const makeEventEmitter = ({ transaction, news, table: { resource } }: BulkWork) => {
  let announcedAt = performance.now();
  return async (): Promise<void> => {
    if (performance.now() - announcedAt < newsEveryMs) return;
    announcedAt = performance.now();
    await transaction(async tx => news.emit(tx, resource.name, resource.shared));
  };
};

/** Retries after a conflict with another change. Returns the reason of a refusal. Undefined: done. */
export const retryConflicts = async (
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
      if (error instanceof RecordSkipped) throw error;
      const reason = reasonOf(error, unexpected);
      if (reason.Code !== 'OVERLOADED' || tried === triesMax) return { recordId, state: refused, reason };
    }
  }
};

/** An earlier attempt has changed the record, or another process owns the job. */
export class RecordSkipped extends Error {
  override name = 'NotOurs';
}

/** Processes each record, a few at a time. Returns the outcomes to store. */
export const processInParallel = async (
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
