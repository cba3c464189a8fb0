import type { bulkCalls } from '../../../src/contract/calls/bulk.ts';
import { bulkCheckValidMinutes } from '../../../src/contract/limits.ts';
import type { JobState } from '../../../src/contract/states.ts';
import { actionByName } from '../../../src/schema/define.ts';
import type { HandledName, HandlersOf, Request } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { cancelJob } from '../jobs/service.ts';
import type { ActionServices } from '../table/actions.ts';
import type { Registry } from '../table/define.ts';
import { readRecord } from '../table/records.ts';
import { toRequestContext } from '../table/requestContext.ts';
import { reasonText } from './reasons.ts';
import { type BulkRow, countItems, lockBulk, pauseBulk, readFirstPossible, readReasons } from './repository.ts';
import { startPhase } from './starting.ts';
import { bulkChangesTable } from './table.ts';
import { requireRole } from './work.ts';

type RouteName = keyof typeof bulkCalls & HandledName;
type ChangingRoute = 'POST /api/v3/bulk/{id}/run' | 'POST /api/v3/bulk/{id}/undo' | 'POST /api/v3/bulk/{id}/cancel';
type BulkChangeAnswer = Awaited<ReturnType<HandlersOf<RouteName>['GET /api/v3/bulk/{id}']>>;

const openStates: readonly JobState[] = ['queued', 'running'];
/** States of an undo that can be started again. It continues with the records that are not undone yet. */
const restartableStates: readonly JobState[] = ['failed', 'cancelled'];

/** Number of records that a person sees before a bulk change runs. */
const firstPossibleCount = 5;

const minutesSince = (moment: string | null, now: Date): number =>
  moment === null ? Number.POSITIVE_INFINITY : (now.getTime() - Date.parse(moment)) / 60_000;

const readJobState = ({ db }: Tx, companyId: number, id: number | null) =>
  db
    .selectFrom('job')
    .select(['state', 'finished_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', id ?? 0)
    .executeTakeFirst();

const setJob = async (tx: Tx, { company_id, id }: BulkRow, columns: { run_job: number } | { undo_job: number }) => {
  await tx.db
    .updateTable('bulk_change')
    .set(eb => ({ ...columns, version: eb('version', '+', 1) }))
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute();
};

const countInStates = ({ db }: Tx, { company_id, id }: BulkRow, states: Parameters<typeof countItems>[2]) =>
  countItems(db, { companyId: company_id, id }, states);

const requireAllowed = (registry: Registry, { resource, action }: BulkRow, caller: Caller): void =>
  requireRole(actionByName(registry.resource(resource), action), { caller });

/** Starts the job of a checked bulk change. Throws if the check is not done, found no records or is too old. */
const startRun = async (services: ActionServices, tx: Tx, caller: Caller, bulk: BulkRow): Promise<void> => {
  const { context } = services;
  if (bulk.run_job !== null) return;
  if (bulk.author_id !== caller.accountId) throw new DomainError('BULK_NOT_YOURS');
  requireAllowed(context.registry, bulk, caller);
  const total = await countInStates(tx, bulk, ['can']);
  const checkJob = await readJobState(tx, caller.companyId, bulk.check_job);
  if (checkJob?.state !== 'done' || total === 0) throw new DomainError('BULK_NOT_READY');
  if (minutesSince(bulk.created_at, context.now()) > bulkCheckValidMinutes)
    throw new DomainError('BULK_CHECK_OLD', { values: { minutes: bulkCheckValidMinutes } });
  const expiresAt = new Date(bulk.expires_at);
  await setJob(tx, bulk, {
    run_job: await startPhase(services, tx, caller, bulk.id, 'run', { expiresAt, total }),
  });
};

/** Starts the undo of a bulk change. Throws if the bulk change still runs, or the time for an undo is over. */
const startUndo = async (services: ActionServices, tx: Tx, caller: Caller, bulk: BulkRow): Promise<void> => {
  const { context } = services;
  const earlierUndoJob = await readJobState(tx, caller.companyId, bulk.undo_job);
  if (earlierUndoJob && !restartableStates.includes(earlierUndoJob.state as JobState)) return;
  requireAllowed(context.registry, bulk, caller);
  const total = await countInStates(tx, bulk, ['done']);
  const runJob = await readJobState(tx, caller.companyId, bulk.run_job);
  if (!runJob || openStates.includes(runJob.state as JobState)) throw new DomainError('BULK_NOT_READY');
  if (total === 0 || minutesSince((earlierUndoJob ?? runJob).finished_at, context.now()) > (bulk.undo_minutes ?? -1))
    throw new DomainError('UNDO_OVER');
  const expiresAt = new Date(bulk.expires_at);
  await setJob(tx, bulk, {
    undo_job: await startPhase(services, tx, caller, bulk.id, 'undo', { expiresAt, total }),
  });
};

export const bulkHandlers = (services: ActionServices): HandlersOf<RouteName> => {
  const { context, entries } = services;
  const requestContextOf = (request: Parameters<typeof toRequestContext>[2]) =>
    toRequestContext(context, entries, request);
  const readBulkChange = (
    db: Tx['db'] | typeof context.db,
    request: Parameters<typeof toRequestContext>[2],
    id: number,
  ) => readRecord<BulkChangeAnswer>(db, bulkChangesTable, requestContextOf(request), id);

  /** Runs `work` with the bulk change's row locked, so that two simultaneous requests run one after the other. */
  const changeLocked = async (
    request: Pick<Request<ChangingRoute>, 'caller' | 'locale' | 'change' | 'params'>,
    work: (tx: Tx, bulk: BulkRow) => Promise<void>,
  ): Promise<BulkChangeAnswer> => {
    const { caller, params } = request;
    await readBulkChange(context.db, request, params.id);
    return request.change(async tx => {
      const bulk = await lockBulk(tx, { companyId: caller.companyId, id: params.id });
      await work(tx, bulk);
      return readBulkChange(tx.db, request, params.id);
    });
  };

  return {
    'GET /api/v3/bulk/{id}': request => readBulkChange(context.db, request, request.params.id),
    'GET /api/v3/bulk/{id}/reasons': async request => {
      const { caller, params, locale } = request;
      await readBulkChange(context.db, request, params.id);
      const reasons = await readReasons(context, { companyId: caller.companyId, id: params.id });
      return reasons.map(({ reason, count, ids }) => ({ Reason: reasonText(reason, locale), Count: count, Ids: ids }));
    },
    'GET /api/v3/bulk/{id}/possible': async request => {
      const { caller, params } = request;
      await readBulkChange(context.db, request, params.id);
      const key = { companyId: caller.companyId, id: params.id };
      return { Ids: await readFirstPossible(context.db, key, firstPossibleCount) };
    },
    'POST /api/v3/bulk/{id}/run': request =>
      changeLocked(request, (tx, bulk) => startRun(services, tx, request.caller, bulk)),
    'POST /api/v3/bulk/{id}/undo': request =>
      changeLocked(request, (tx, bulk) => startUndo(services, tx, request.caller, bulk)),
    'POST /api/v3/bulk/{id}/cancel': request =>
      changeLocked(request, async (tx, bulk) => {
        const id = bulk.undo_job ?? bulk.run_job ?? bulk.check_job ?? 0;
        await pauseBulk(tx, { companyId: bulk.company_id, id: bulk.id });
        const cancelled = await cancelJob(tx, { companyId: bulk.company_id, id }, context.now());
        if (!cancelled || bulk.run_job === null) return;
        const changes = [
          { field: 'Changed', before: null, after: await countInStates(tx, bulk, ['done', 'undone', 'left']) },
        ];
        await tx.audit({ entity: 'bulkChange', entityId: bulk.id, action: 'cancel', changes });
        tx.emit('records', { Resource: bulk.resource });
      }),
  };
};
