import { bulkRetentionDays, openBulkChangesMax } from '../../../src/contract/limits.ts';
import type { BulkOrder } from '../../../src/contract/shapes/bulk.ts';
import { actionByName } from '../../../src/schema/define.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import { filterText } from '../../../src/schema/sheet.ts';
import { queryRunnerOf } from '../../db/read.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { countOpenJobs, startJob } from '../jobs/service.ts';
import type { ActionServices } from '../table/actions.ts';
import { checkActionValues, normaliseActionValues } from '../table/actionValues.ts';
import type { Query, Registry, Row, Table } from '../table/define.ts';
import { tableQuery } from '../table/query.ts';
import { queryFaults, requireReadableList } from '../table/readableList.ts';
import { readRecord } from '../table/records.ts';
import { readFilterTitles } from '../table/references.ts';
import { type DescribedHandler, type DescribedRequest, toRequestContext } from '../table/requestContext.ts';
import { filterTitles } from '../table/wording.ts';
import { makeBulkJob } from './job.ts';
import { bulkChangesTable, listTitle } from './table.ts';

export const startPhase = async (
  services: ActionServices,
  tx: Tx,
  caller: Caller,
  id: number,
  phase: 'check' | 'run' | 'undo',
  options: { readonly expiresAt: Date; readonly total?: number },
): Promise<number> => {
  const kind = makeBulkJob(services);
  if ((await countOpenJobs(tx, caller, kind.kind)) >= openBulkChangesMax)
    throw new DomainError('TOO_MANY_BULK_CHANGES', { values: { max: openBulkChangesMax }, retryAfterS: 60 });
  return startJob(tx, caller, { kind, input: { Bulk: id, Phase: phase }, at: services.context.now(), ...options });
};

/** Validates a query as the list's API call does, without page and size. Converts the values to their types. */
const queryOf = (
  registry: Registry,
  { resource }: Table,
  { Split, Query: requestedQuery = {} }: BulkOrder,
  { caller }: DescribedRequest,
) => {
  requireReadableList(registry, { Resource: resource.name, ...(Split !== undefined && { Split }) }, caller);
  const { page: _page, pageSize: _size, ...query }: Record<string, unknown> = { ...requestedQuery };
  const faults = queryFaults(registry, resource, query, 'Query');
  if (faults.length > 0) throw invalid(...faults);
  return query as Query;
};

export const bulkStarter =
  (services: ActionServices) =>
  (table: Table, name: string): DescribedHandler => {
    const { context, entries } = services;
    const { resource } = table;
    const action = actionByName(resource, name);
    return async request => {
      const { caller, locale } = request;
      const { Asked, ...order } = request.body as BulkOrder & { readonly Asked?: Row };
      const query = queryOf(context.registry, table, order, request);
      const requestContext = toRequestContext(context, entries, request);
      // Called to reject a sort order that the list does not have.
      tableQuery(table, caller, order.Split, query, requestContext.presentContext.nowIso);
      const fields = action.dialog?.fields ?? {};
      if (action.dialog && Object.values(fields).some(({ required }) => required) && !Asked)
        throw invalid({ field: 'Asked', message: 'required' });
      const actionValues = normaliseActionValues(fields, Asked ?? {});
      await checkActionValues(context.db, fields, requestContext, actionValues);
      const { time_zone: zone } = await context.db
        .selectFrom('company')
        .select('time_zone')
        .where('id', '=', caller.companyId)
        .executeTakeFirstOrThrow();
      const titleOf = filterTitles(
        entries,
        locale,
        await readFilterTitles(queryRunnerOf(context.db), context.registry, resource, caller.companyId, query),
      );
      return request.change(async tx => {
        const at = context.now();
        const expiresAt = new Date(at.getTime() + bulkRetentionDays * dayMs);
        const { id } = await tx.db
          .insertInto('bulk_change')
          .values({
            company_id: caller.companyId,
            author_id: caller.accountId,
            author_name: caller.fullName,
            resource: resource.name,
            split: order.Split ?? null,
            action: name,
            query: JSON.stringify(query),
            action_values: JSON.stringify(actionValues),
            locale,
            list: listTitle(resource, order.Split, locale),
            filter: filterText(resource, query, { locale, zone }, titleOf),
            undo_minutes: action.undoMinutes ?? null,
            created_at: at,
            expires_at: expiresAt,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const job = await startPhase(services, tx, caller, id, 'check', { expiresAt });
        await tx.db
          .updateTable('bulk_change')
          .set({ check_job: job })
          .where('company_id', '=', caller.companyId)
          .where('id', '=', id)
          .execute();
        return readRecord(tx.db, bulkChangesTable, requestContext, id);
      });
    };
  };
