import type { Resource } from '../../src/resources/define.ts';
import type { Caller, Context, RowStream } from '../context.ts';
import { reading } from '../db/read.ts';
import type { Presenting, Table } from './define.ts';
import { fillTitles } from './references.ts';
import { openRowStream } from './rowStream.ts';
import { listStatement, type Query } from './statement.ts';

type Row = Record<string, unknown>;
type AnyTable = Table & { readonly resource: Resource };

/** Answers larger than this many rows go out in batches. */
const largestPage = 1000;

export interface ListRequest {
  readonly caller: Caller;
  readonly bucket?: string;
  readonly query: Query;
  readonly how: Presenting;
  /** Aborted when the answer is over, complete or not. */
  readonly signal: AbortSignal;
}

const presented = (table: AnyTable, rows: Row[], how: Presenting): Row[] => {
  if (table.present) for (const row of rows) table.present(row, how);
  return rows;
};

/** One page of a list with the exact number of rows that match; a very large page as a stream. */
export const readList = async (
  context: Context,
  table: Table,
  request: ListRequest,
): Promise<{ Items: never[]; Total: number } | RowStream> => {
  const any = table as AnyTable;
  const { caller, query, how, signal } = request;
  const statement = listStatement(any, caller.companyId, request.bucket, query);
  const holder = caller.accountId;
  if (Number(query.pageSize ?? 25) > largestPage)
    return openRowStream(context, { holder, signal }, statement, rows => presented(any, rows, how));
  const read = reading(context, holder);
  const rows = await read<Row>(statement.page);
  // The first page is empty when nothing matches; behind the last one the total is asked for by itself.
  if (rows.length === 0 && Number(query.page ?? 1) === 1) return { Items: [], Total: 0 };
  const [counted] = rows.length > 0 ? rows : await read<Row>(statement.total);
  await fillTitles(context.reads.db, table.resource, caller.companyId, rows);
  return { Items: presented(any, rows, how) as never[], Total: Number(counted?._total) };
};
