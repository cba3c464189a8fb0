import type { Verb } from '../../../src/contract/access.ts';
import type { Call } from '../../../src/contract/call.ts';
import { defaultPageSize } from '../../../src/contract/limits.ts';
import type { Context } from '../../context.ts';
import { DomainError, invalid } from '../../errors.ts';
import { type ActionServices, actionHandler } from './actions.ts';
import { changeableValues, missingFields } from './checks.ts';
import { makeCoalesce } from './coalesce.ts';
import { type PresentContext, type Query, type Row, type Table, visibleFor } from './define.ts';
import { type ListAnswer, largestPage, readList } from './list.ts';
import { authorOf, type Bucket } from './query.ts';
import { createRecord, readRecord, removeRecord } from './records.ts';
import { type DescribedHandler, type DescribedRequest, toRequestContext } from './requestContext.ts';
import { updateRecord } from './saving.ts';
import type { GeneratedCall } from './shapes.ts';

/** Renames query parameters from an API call's aliases to the names in the description. */
const withoutAliases = (query: Query, aliases: Call['aliases'] = {}): Query =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [aliases[name] ?? name, value]));

/**
 * Returns the buckets to read from a resource that is split into buckets. They are the bucket of the call or of its
 * path, all buckets, or the ones that the query names.
 */
const bucketOfRequest = (
  { split }: Table['resource'],
  { bucket, bucketsParameter }: Pick<Call, 'bucket' | 'bucketsParameter'>,
  { params, query }: DescribedRequest,
): Bucket | undefined => {
  if (!bucketsParameter) return bucket ?? (split && String(params[split.parameter]));
  const namedBuckets = query[bucketsParameter];
  return namedBuckets === undefined ? (split?.values ?? []) : [...new Set(String(namedBuckets).split(','))];
};

/**
 * Returns the key by which equal requests share one query. Undefined for an answer that is not shared: a stream, which
 * one reader gets row by row, or a computed list. A computed list may be read on one of the slow connections (list.ts).
 */
const sharedQueryKey = (
  table: Table,
  { caller, locale }: DescribedRequest,
  bucket: Bucket | undefined,
  query: Query,
): string | undefined => {
  if (visibleFor(table) || Number(query.pageSize ?? defaultPageSize) > largestPage) return undefined;
  const { companyId, companyName } = caller;
  return JSON.stringify([companyId, companyName, locale, bucket, query, authorOf(table, caller)]);
};

/** Whether the queue in front of the database refused the request. The queue has a limit for each account. */
const isRefused = (error: unknown): boolean => error instanceof DomainError && error.code === 'OVERLOADED';

/**
 * Returns the handler of a list. A resource that is split into buckets is read by the bucket of the call or its path.
 */
export const listHandler = (
  context: Context,
  entries: PresentContext['entries'],
  table: Table,
  call: Pick<Call, 'bucket' | 'bucketsParameter' | 'aliases'> = {},
): DescribedHandler => {
  const coalesce = makeCoalesce<ListAnswer>(isRefused);
  return request => {
    const bucket = bucketOfRequest(table.resource, call, request);
    const query = withoutAliases(request.query, call.aliases);
    const readAnswer = () =>
      readList(context, table, { ...toRequestContext(context, entries, request), bucket, query, request });
    const queryKey = sharedQueryKey(table, request, bucket, query);
    return queryKey === undefined ? readAnswer() : coalesce(queryKey, readAnswer);
  };
};

/**
 * Returns the handler that creates a record, or changes the record that the body names. If the body has no `Version`,
 * it overwrites changes of other users.
 */
export const saveHandler =
  (context: Context, entries: PresentContext['entries'], table: Table): DescribedHandler =>
  request => {
    const requestContext = toRequestContext(context, entries, request);
    const { Id, Version, ...values } = request.body;
    return request.change(async tx => {
      if (Id === undefined) {
        const missing = missingFields(table, values);
        if (missing.length > 0) throw invalid(...missing.map(field => ({ field, message: 'required' as const })));
        return { Id: (await createRecord(tx, table, requestContext, values)).Id };
      }
      const before = await readRecord(tx.db, table, requestContext, Number(Id));
      const changes = { ...changeableValues(table, values), Version: Version ?? before.Version };
      return { Id: (await updateRecord<Row>(tx, table, requestContext, Number(Id), changes)).Id };
    });
  };

export const describedHandler = (
  services: ActionServices,
  table: Table,
  { operation }: GeneratedCall,
  makeBulkHandler: (table: Table, action: string) => DescribedHandler,
): DescribedHandler => {
  if ('verb' in operation) return verbHandlers(services.context, services.entries, table)[operation.verb];
  return 'action' in operation
    ? actionHandler(services, table, operation.action)
    : makeBulkHandler(table, operation.bulk);
};

const verbHandlers = (
  context: Context,
  entries: PresentContext['entries'],
  table: Table,
): { readonly [V in Verb]: DescribedHandler } => {
  const contextOf = (request: DescribedRequest) => toRequestContext(context, entries, request);
  return {
    list: listHandler(context, entries, table),
    one: request => readRecord(context.db, table, contextOf(request), request.params.id),
    create: request => request.change(tx => createRecord(tx, table, contextOf(request), request.body)),
    update: request =>
      request.change(tx => updateRecord(tx, table, contextOf(request), request.params.id, request.body)),
    remove: request =>
      request.change(async tx => {
        await removeRecord(
          tx,
          table,
          contextOf(request),
          request.params.id,
          request.query.version as number | undefined,
        );
        return { Done: true as const };
      }),
  };
};
