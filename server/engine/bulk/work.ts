import type { Locale } from '../../../src/contract/messages/index.ts';
import type { EventOf } from '../../../src/contract/shapes/live.ts';
import { type Action, actionByName } from '../../../src/schema/define.ts';
import { type Author, inTransaction } from '../../db/change.ts';
import { DomainError } from '../../errors.ts';
import type { AuditEntry, Tx } from '../../transaction.ts';
import { readAuthorNow } from '../jobs/author.ts';
import type { JobControls } from '../jobs/define.ts';
import { authorOfJob } from '../jobs/repository.ts';
import type { ActionServices } from '../table/actions.ts';
import type { Query, Registry, RequestContext, Row, Table } from '../table/define.ts';
import { tableQuery } from '../table/query.ts';
import { toRequestContext } from '../table/requestContext.ts';
import type { TableListQuery } from '../table/statement.ts';
import { reasonOf } from './reasons.ts';
import { type BulkItem, type BulkKey, type BulkRow, type ItemOutcome, readBulk } from './repository.ts';

/**
 * Collects the events of a bulk change. Emits two kinds of events from time to time: records of a resource changed, and
 * users have new notifications, one event for each kind.
 * Events of single records are left out, because thousands of them would reach every open page.
 */
const makeEventCollector = ({ resources }: Registry) => {
  const recordEventTypes = ['record', ...Object.values(resources).map(({ list }) => list.live?.event)];
  const notifiedKinds = new Map<number, Set<string>>();
  const withoutRecordEvents = (tx: Tx, auditAs?: string): Tx => ({
    ...tx,
    emit: (type, data, accountId) => {
      if (recordEventTypes.includes(type)) return;
      if (type !== 'notification' || accountId === undefined) return tx.emit(type, data, accountId);
      const { Kind } = data as EventOf<'notification'>;
      notifiedKinds.set(accountId, (notifiedKinds.get(accountId) ?? new Set()).add(Kind));
    },
    emitToAllCompanies: (type, data) => {
      if (!recordEventTypes.includes(type)) tx.emitToAllCompanies(type, data);
    },
    ...(auditAs !== undefined && {
      audit: (entries: AuditEntry | readonly AuditEntry[]) =>
        tx.audit([entries].flat().map(entry => ({ ...entry, action: auditAs }))),
    }),
  });
  return {
    /** Returns a transaction that emits no events for single records. Collects who has new notifications, by kind. */
    quiet: withoutRecordEvents,
    /** Returns a transaction for a rehearsal, which writes no events and no history, because it is rolled back. */
    withoutEffects: (tx: Tx): Tx => ({ ...tx, audit: async () => {}, emit: () => {}, emitToAllCompanies: () => {} }),
    emit: (tx: Tx, resource: string, shared: boolean | undefined): void => {
      (shared ? tx.emitToAllCompanies : tx.emit)('records', { Resource: resource });
      for (const [accountId, kinds] of notifiedKinds)
        for (const Kind of kinds) tx.emit('notification', { Kind }, accountId);
      notifiedKinds.clear();
    },
  };
};

/** Minimum interval between two events about many records, ms. */
const eventIntervalMs = 1500;
/** Number of records changed at once. A change waits for the database half of its time. */
const parallelRecords = 4;
/**
 * Maximum number of attempts to change a record after a deadlock. The next attempt waits for the end of the conflicting
 * change.
 */
const attemptsMax = 4;

export interface BulkWork {
  readonly services: ActionServices;
  readonly bulk: BulkRow;
  readonly key: BulkKey;
  readonly table: Table;
  readonly actionName: string;
  readonly action: Action;
  readonly actionValues: Row;
  /** The request context with the author's present roles and language. */
  readonly getRequestContext: () => RequestContext;
  /** Reads the author's account again. Throws if its roles no longer allow the action. */
  readonly requireAllowed: () => Promise<void>;
  readonly listQuery: TableListQuery;
  readonly controls: JobControls;
  readonly eventCollector: ReturnType<typeof makeEventCollector>;
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

export const requireRole = (action: Action, { caller }: Pick<RequestContext, 'caller'>): void => {
  if (action.roles.some(role => caller.roles.includes(role))) return;
  throw new DomainError('FORBIDDEN', { values: { roles: action.roles.join(', ') } });
};

export const loadBulkWork = async (services: ActionServices, id: number, controls: JobControls): Promise<BulkWork> => {
  const { context, entries } = services;
  const { companyId } = controls.job;
  const key = { companyId, id };
  const bulk = await readBulk(context.db, key);
  const table = context.registry.table(bulk.resource);
  const action = actionByName(table.resource, bulk.action);
  let caller = await readAuthorNow(context, controls.job);
  const getRequestContext = () => toRequestContext(context, entries, { caller, locale: bulk.locale as Locale });
  const requireAllowed = async (): Promise<void> => {
    caller = await readAuthorNow(context, controls.job);
    requireRole(action, getRequestContext());
  };
  requireRole(action, getRequestContext());
  const author = (): Author => authorOfJob(controls.job, context.now());
  return {
    services,
    bulk,
    key,
    table,
    actionName: bulk.action,
    action,
    actionValues: bulk.action_values as Row,
    getRequestContext,
    requireAllowed,
    listQuery: tableQuery(table, caller, bulk.split ?? undefined, bulk.query as Query, context.now().toISOString()),
    controls,
    eventCollector: makeEventCollector(context.registry),
    transaction: work => inTransaction(context.db, author(), work),
  };
};

/** Returns a function to be called often. Once per interval it emits the event that rows of open lists have changed. */
export const makeEventEmitter = ({ transaction, eventCollector, table: { resource } }: BulkWork) => {
  let announcedAt = performance.now();
  return async (): Promise<void> => {
    if (performance.now() - announcedAt < eventIntervalMs) return;
    announcedAt = performance.now();
    await transaction(async tx => eventCollector.emit(tx, resource.name, resource.shared));
  };
};

/**
 * Runs `attempt`, and again after a conflict with another change. Returns the outcome of a refusal. Undefined: the
 * attempt succeeded.
 */
export const retryConflicts = async (
  { services: { context }, bulk }: BulkWork,
  recordId: number,
  refusedState: ItemOutcome['state'],
  attempt: () => Promise<void>,
): Promise<ItemOutcome | undefined> => {
  const logUnexpected = (error: unknown): string => {
    context.log.error({ err: error, bulk: bulk.id, record: recordId }, 'a record of a bulk change failed');
    return `bulk-${bulk.id}-${recordId}`;
  };
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    try {
      await attempt();
      return undefined;
    } catch (error) {
      if (error instanceof RecordSkipped) throw error;
      const reason = reasonOf(error, logUnexpected);
      if (reason.Code !== 'OVERLOADED' || attemptNumber === attemptsMax)
        return { recordId, state: refusedState, reason };
    }
  }
};

/** Thrown if an earlier attempt has changed the record, or if another process owns the job. */
export class RecordSkipped extends Error {
  override name = 'RecordSkipped';
}

/** Processes each record separately, a few at the same time. Returns the outcomes to store. */
export const processInParallel = async (
  { controls: { signal } }: BulkWork,
  items: readonly BulkItem[],
  work: (item: BulkItem) => Promise<ItemOutcome | undefined>,
  onDone: () => void,
): Promise<readonly ItemOutcome[]> => {
  const waiting = [...items];
  const outcomes: ItemOutcome[] = [];
  const runWorker = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      signal.throwIfAborted();
      const outcome = await work(item);
      if (outcome) outcomes.push(outcome);
      onDone();
    }
  };
  const settledWorkers = await Promise.allSettled(
    Array.from({ length: parallelRecords }, () =>
      runWorker().catch(error => {
        waiting.length = 0;
        throw error;
      }),
    ),
  );
  const failure = settledWorkers.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failure) throw failure.reason;
  return outcomes;
};
