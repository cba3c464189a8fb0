import type { bulkCalls } from '../../../src/contract/calls/bulk.ts';
import { bulkCheckMinutes } from '../../../src/contract/limits.ts';
import type { JobState } from '../../../src/contract/states.ts';
import { actionNamed } from '../../../src/schema/define.ts';
import type { HandledName, HandlersOf, Request } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { cancelJob } from '../jobs/service.ts';
import type { ActionServices } from '../table/actions.ts';
import { readRecord } from '../table/records.ts';
import { toRequestContext } from '../table/requestContext.ts';
import { reasonText } from './reasons.ts';
import { type Bulk, countItems, lockBulk, pauseBulk, readReasons } from './repository.ts';
import { startPhase } from './starting.ts';
import { bulkChangesTable } from './table.ts';
import { requireRole } from './work.ts';

type Names = keyof typeof bulkCalls & HandledName;
type Changing = 'POST /api/v3/bulk/{id}/run' | 'POST /api/v3/bulk/{id}/undo' | 'POST /api/v3/bulk/{id}/cancel';
type Answer = Awaited<ReturnType<HandlersOf<Names>['GET /api/v3/bulk/{id}']>>;

const open: readonly JobState[] = ['queued', 'running'];
/** States of an undo that can be started again. It continues with the records that are not undone yet. */
const stopped: readonly JobState[] = ['failed', 'cancelled'];

const minutesSince = (moment: string | null, now: Date): number =>
  moment === null ? Number.POSITIVE_INFINITY : (now.getTime() - Date.parse(moment)) / 60_000;

export const bulkHandlers = (services: ActionServices): HandlersOf<Names> => {
  const { context, entries } = services;
  const by = (request: Parameters<typeof toRequestContext>[2]) => toRequestContext(context, entries, request);
  const read = (db: Tx['db'] | typeof context.db, request: Parameters<typeof toRequestContext>[2], id: number) =>
    readRecord<Answer>(db, bulkChangesTable, by(request), id);
  const jobOf = ({ db }: Pick<Tx, 'db'>, companyId: number, id: number | null) =>
    db
      .selectFrom('job')
      .select(['state', 'finished_at'])
      .where('company_id', '=', companyId)
      .where('id', '=', id ?? 0)
      .executeTakeFirst();

  /** Locks the bulk change, so that two simultaneous requests run one after the other. */
  const changing = async (
    request: Pick<Request<Changing>, 'caller' | 'locale' | 'change' | 'params'>,
    work: (tx: Tx, bulk: Bulk) => Promise<void>,
  ): Promise<Answer> => {
    const { caller, params } = request;
    await read(context.db, request, params.id);
    return request.change(async tx => {
      const bulk = await lockBulk(tx, { companyId: caller.companyId, id: params.id });
      await work(tx, bulk);
      return read(tx.db, request, params.id);
    });
  };
  const set = async (tx: Tx, { company_id, id }: Bulk, columns: { run_job: number } | { undo_job: number }) => {
    await tx.db
      .updateTable('bulk_change')
      .set(eb => ({ ...columns, version: eb('version', '+', 1) }))
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
  };
  const allowed = ({ resource, action }: Bulk, { caller }: Pick<Request<Changing>, 'caller'>) => {
    requireRole(actionNamed(context.registry.resource(resource), action), { caller });
  };
  const count = ({ db }: Tx, { company_id, id }: Bulk, states: Parameters<typeof countItems>[2]) =>
    countItems(db, { companyId: company_id, id }, states);

  return {
    'GET /api/v3/bulk/{id}': request => read(context.db, request, request.params.id),
    'GET /api/v3/bulk/{id}/reasons': async request => {
      const { caller, params, locale } = request;
      await read(context.db, request, params.id);
      const found = await readReasons(context, { companyId: caller.companyId, id: params.id });
      return found.map(({ reason, count, ids }) => ({ Reason: reasonText(reason, locale), Count: count, Ids: ids }));
    },
    'POST /api/v3/bulk/{id}/run': request =>
      changing(request, async (tx, bulk) => {
        const { caller } = request;
        if (bulk.run_job !== null) return;
        if (bulk.author_id !== caller.accountId) throw new DomainError('BULK_NOT_YOURS');
        allowed(bulk, request);
        const total = await count(tx, bulk, ['can']);
        const checked = await jobOf(tx, caller.companyId, bulk.check_job);
        if (checked?.state !== 'done' || total === 0) throw new DomainError('BULK_NOT_READY');
        if (minutesSince(bulk.created_at, context.now()) > bulkCheckMinutes)
          throw new DomainError('BULK_CHECK_OLD', { values: { minutes: bulkCheckMinutes } });
        const expiresAt = new Date(bulk.expires_at);
        await set(tx, bulk, { run_job: await startPhase(services, tx, caller, bulk.id, 'run', { expiresAt, total }) });
      }),
    'POST /api/v3/bulk/{id}/undo': request =>
      changing(request, async (tx, bulk) => {
        const { caller } = request;
        const earlier = await jobOf(tx, caller.companyId, bulk.undo_job);
        if (earlier && !stopped.includes(earlier.state as JobState)) return;
        allowed(bulk, request);
        const total = await count(tx, bulk, ['done']);
        const done = await jobOf(tx, caller.companyId, bulk.run_job);
        if (!done || open.includes(done.state as JobState)) throw new DomainError('BULK_NOT_READY');
        if (total === 0 || minutesSince((earlier ?? done).finished_at, context.now()) > (bulk.undo_minutes ?? -1))
          throw new DomainError('UNDO_OVER');
        const expiresAt = new Date(bulk.expires_at);
        await set(tx, bulk, {
          undo_job: await startPhase(services, tx, caller, bulk.id, 'undo', { expiresAt, total }),
        });
      }),
    'POST /api/v3/bulk/{id}/cancel': request =>
      changing(request, async (tx, bulk) => {
        const id = bulk.undo_job ?? bulk.run_job ?? bulk.check_job ?? 0;
        await pauseBulk(tx, { companyId: bulk.company_id, id: bulk.id });
        const cancelled = await cancelJob(tx, { companyId: bulk.company_id, id }, context.now());
        if (!cancelled || bulk.run_job === null) return;
        const changes = [{ field: 'Changed', before: null, after: await count(tx, bulk, ['done', 'undone', 'left']) }];
        await tx.audit({ entity: 'bulkChange', entityId: bulk.id, action: 'cancel', changes });
        tx.emit('records', { Resource: bulk.resource });
      }),
  };
};
