import type { PoolClient } from 'pg';
import type { Resource } from '../../src/resources/define.ts';
import type { Caller, Context, RowStream } from '../context.ts';
import type { Presenting, Table } from './define.ts';
import { type ListStatement, listStatement, type Query, type Statement } from './statement.ts';

type Row = Record<string, unknown>;
type AnyTable = Table & { readonly resource: Resource };

/** Answers larger than this many rows go out in batches of it. */
const batchRows = 1000;

interface Reader {
  readonly query: (statement: { name?: string; text: string; values?: unknown[] }) => Promise<{ rows: Row[] }>;
}

// A statement is prepared once per connection and shape of question. Shapes are few: sort × filters in use.
const names = new Map<string, string>();
const named = ({ text, values }: Statement) => {
  let name = names.get(text);
  if (!name) {
    name = `list_${names.size}`;
    names.set(text, name);
  }
  return { name, text, values: [...values] };
};

export interface ListRequest {
  readonly caller: Caller;
  readonly bucket?: string;
  readonly query: Query;
  readonly how: Presenting;
}

const presented = (table: AnyTable, rows: Row[], how: Presenting): Row[] => {
  if (table.present) for (const row of rows) table.present(row, how);
  return rows;
};

const readTotal = async (reader: Reader, total: Statement): Promise<number> =>
  Number(Object.values((await reader.query(named(total))).rows[0] ?? {})[0] ?? 0);

async function* batches(client: PoolClient, table: AnyTable, rows: Statement, how: Presenting) {
  let failed: Error | undefined;
  try {
    await client.query({ text: `declare batch no scroll cursor for ${rows.text}`, values: [...rows.values] });
    for (;;) {
      const { rows: batch } = await client.query<Row>(`fetch ${batchRows} from batch`);
      if (batch.length === 0) break;
      yield presented(table, batch, how);
    }
    await client.query('commit');
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
    // Left early (the reader went away) or failed: the transaction ends with the connection.
    client.release(failed ?? false);
  }
}

const streamed = async (context: Context, table: AnyTable, request: ListRequest, statement: ListStatement) => {
  const client = await context.pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const total = await readTotal(client, statement.total);
    return { total, batches: batches(client, table, statement.rows, request.how) };
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
};

/** One page of a list with the exact number of rows that match; a very large page as a stream. */
export const readList = async (
  context: Context,
  table: Table,
  request: ListRequest,
): Promise<{ Items: never[]; Total: number } | RowStream> => {
  const any = table as AnyTable;
  const statement = listStatement(any, request.caller.companyId, request.bucket, request.query);
  if (Number(request.query.pageSize ?? 25) > batchRows) return streamed(context, any, request, statement);
  const { rows } = await context.pool.query<Row>(named(statement.page));
  const Total = rows[0] ? Number(rows[0]._total) : await readTotal(context.pool, statement.total);
  return { Items: presented(any, rows, request.how) as never[], Total };
};
