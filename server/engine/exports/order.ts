import { Value } from 'typebox/value';
import type { Locale } from '../../../src/contract/messages/index.ts';
import { ExportOrder } from '../../../src/contract/shapes/jobs.ts';
import type { Resource } from '../../../src/schema/define.ts';
import { isZone, wallClock } from '../../../src/schema/kinds/zone.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { createQueryRunner, queryRunnerOf } from '../../db/read.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import type { Dictionaries } from '../dictionaries.ts';
import type { Query, Registry } from '../table/define.ts';
import { tableQuery } from '../table/query.ts';
import { columnFaults, queryFaults, requireReadableList } from '../table/readableList.ts';
import { readFilterTitles } from '../table/references.ts';
import { listStatement } from '../table/statement.ts';
import { type ListWording, listWording } from '../table/wording.ts';
import type { ExportInput } from './input.ts';

const zoneFaults = ({ TimeZone }: Pick<ExportOrder, 'TimeZone'>) =>
  TimeZone === undefined || isZone(TimeZone) ? [] : [{ field: 'TimeZone', message: 'timeZone' as const }];

export const requireZone = (order: Pick<ExportOrder, 'TimeZone'>): void => {
  const faults = zoneFaults(order);
  if (faults.length > 0) throw invalid(...faults);
};

/** Validates the query as the list's API call does. Converts the values to their types. */
const queryOf = (registry: Registry, resource: Resource, order: ExportOrder): Query => {
  const query = { ...order.Query };
  const faults = [
    ...queryFaults(registry, resource, query, 'Query'),
    ...columnFaults(resource, order.Columns, 'Columns'),
    ...zoneFaults(order),
  ];
  if (faults.length > 0) throw invalid(...faults);
  const { page: _page, pageSize: _size, ...listQuery } = query;
  return listQuery;
};

/** File name such as `orders-open 2026-01-15 09-30.csv`, which sorts by time and is valid on every system. */
export const fileName = (
  { Resource: name, Split, Format }: Pick<ExportOrder, 'Resource' | 'Split' | 'Format'>,
  localTime: string,
): string =>
  `${name}${Split === undefined ? '' : `-${Split}`} ${localTime.slice(0, 10)} ${localTime.slice(11, 16).replace(':', '-')}.${Format}`;

export const readOrder = async (
  { db, now, registry }: Context,
  dictionaries: Dictionaries,
  order: ExportOrder,
  { caller, locale }: { readonly caller: Caller; readonly locale: Locale },
): Promise<ExportInput> => {
  const resource = requireReadableList(registry, order, caller);
  const listQuery = queryOf(registry, resource, order);
  // Called to reject a sort order that the list does not have.
  tableQuery(registry.table(resource.name), caller, order.Split, listQuery, now().toISOString());
  const zone = order.TimeZone ?? 'UTC';
  const Query = listQuery as NonNullable<ExportInput['Query']>;
  const Titles = await readFilterTitles(queryRunnerOf(db), registry, resource, caller.companyId, listQuery);
  return {
    ...order,
    Query,
    Locale: locale,
    Titles,
    ...(listWording(registry, { ...order, Query, Titles }, dictionaries, locale) as ListWording),
    FileName: fileName(order, wallClock(now(), zone)),
  };
};

/**
 * Returns the order of an export of the company: list, filters, columns and format. Throws if there is no such export,
 * or if a browser wrote a table of a page.
 */
export const readStoredOrder = async (db: Db, companyId: number, id: number): Promise<ExportOrder> => {
  const { input } = await db
    .selectFrom('job')
    .select('input')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  const { Resource, List } = input as ExportInput;
  if (Resource === '') throw new DomainError('EXPORT_OF_PAGE', { values: { list: List } });
  return Value.Clean(ExportOrder, structuredClone(input)) as ExportOrder;
};

/** Number of rows of the list. Undefined: they cannot be counted within the time limit of a page. */
export const countRows = async (
  context: Context,
  caller: Caller,
  input: Pick<ExportInput, 'Resource' | 'Split' | 'Query'>,
): Promise<number | undefined> => {
  const listQuery = tableQuery(
    context.registry.table(input.Resource),
    caller,
    input.Split,
    input.Query ?? {},
    context.now().toISOString(),
  );
  try {
    const [counted] = await createQueryRunner(context, caller)<{ _total: number }>(listStatement(listQuery).total);
    return Number(counted?._total);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '57014' || (error instanceof DomainError && error.code === 'TOO_COSTLY')) return undefined;
    throw error;
  }
};
