import type pg from 'pg';
import { exportRowsMax } from '../../../src/contract/limits.ts';
import { missingTitleText, type TitleOf } from '../../../src/schema/kinds/cell.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import type { Row } from '../../../src/schema/kinds/value.ts';
import { exportOriginLines, fileColumns } from '../../../src/schema/sheet.ts';
import type { RowStream } from '../../context.ts';
import { openPool } from '../../db/connect.ts';
import { makePartSender } from '../jobs/parts.ts';
import type { Present, PresentContext, Table, Tables } from '../table/define.ts';
import { tableQuery } from '../table/query.ts';
import { fillTitles } from '../table/references.ts';
import { openRowStream } from '../table/rowStream.ts';
import { listStatement } from '../table/statement.ts';
import type { ExportResult, ExportTask } from './input.ts';
import { openWriter, type SendPart } from './writers.ts';

/*
 * Code of a worker thread (server/threads/workers.ts): reads a list and writes it as a file, over a connection of its
 * own, without delaying others. A cancelled export ends with its thread.
 */

/** Time limit of a database statement, ms. It suffices to sort a million rows and more. */
const statementMs = 120_000;
const progressEveryMs = 250;
/** Number of rows read at once. It is larger than in lists, because this thread has no other work. */
const batchRows = 500;

// The thread is used for many exports. Its database connection is closed after some idle seconds.
const pools = new Map<string, pg.Pool>();
const poolOf = (url: string): pg.Pool => {
  const pool = pools.get(url) ?? openPool(url, { connections: 2, statementMs, idleInTransactionMs: 120_000 });
  pools.set(url, pool);
  return pool;
};

const unlimitedSemaphore = { enter: async () => () => undefined, queueLength: () => 0 };

const selectListFor = (table: Table, columns: readonly string[]): string =>
  (table.computed?.rows || table.present) && !table.computed?.reads
    ? table.select.row
    : table.selectOf([...columns, ...(table.computed?.reads ?? [])]);

const openRows = async (
  registry: Tables,
  { databaseUrl, input, reader, companyName, nowIso, entryTitles }: ExportTask,
): Promise<Required<RowStream>> => {
  const table = registry.table(input.Resource);
  const presentContext: PresentContext = {
    locale: input.Locale,
    nowIso,
    companyName,
    entries: {
      title: (_, dictionary, id) => entryTitles[dictionary]?.[id] ?? '',
      has: () => true,
      hasCode: () => true,
    },
    registry,
  };
  const listQuery = {
    ...tableQuery(table, reader, input.Split, input.Query ?? {}, nowIso, selectListFor(table, input.Columns)),
    extraColumns: table.computedNames.filter(
      name => input.Columns.includes(name) || table.computed?.names?.includes(name),
    ),
    limit: exportRowsMax[input.Format],
    offset: 0,
  };
  const present: Present = async (rows, read) => {
    await fillTitles(read, table.resource, reader.companyId, presentContext, rows, input.Columns);
    await table.computed?.rows?.(read, reader.companyId, rows, presentContext);
    if (table.present) for (const row of rows) table.present(row, presentContext);
    return rows;
  };
  const pool = poolOf(databaseUrl);
  const source = { pool, streams: { pool, semaphore: unlimitedSemaphore, sendTimeoutMs: 0 } };
  const neverAborted = new AbortController().signal;
  return openRowStream(
    source,
    { owner: { accountId: 0, companyId: 0 }, signal: neverAborted },
    listStatement(listQuery),
    present,
    batchRows,
  );
};

/** Yields rows in batches. The database reads the next batch while the present one is written. */
async function* readBatches(stream: RowStream): AsyncGenerator<readonly object[]> {
  let next = stream.next();
  for (;;) {
    const rows = await next;
    if (rows.length === 0) return;
    next = stream.next();
    next.catch(() => undefined);
    yield rows;
  }
}

/** Reads the rows of the list and sends the file in parts. */
export const writeExport = async (
  task: ExportTask,
  { tables }: { readonly tables: () => Promise<Tables> },
): Promise<ExportResult> => {
  const registry = await tables();
  const { input, port } = task;
  const { Format, Locale: locale } = input;
  const titleOf: TitleOf = ({ dictionary = '' }, id) => {
    const titles = task.entryTitles[dictionary];
    return titles && (titles[id] ?? missingTitleText(id));
  };
  const displayContext = { locale, zone: input.TimeZone ?? 'UTC', titleOf };
  const stream = await openRows(registry, task);
  try {
    const { total } = stream;
    if (total > exportRowsMax[Format]) return { tooMany: total };
    const columns = fileColumns(registry.resource(input.Resource), input.Columns, displayContext);
    const fileHead = { title: `${input.List}: ${formatNumber(total, 0, locale)}`, locale, columns, displayContext };
    const partSender = makePartSender(port);
    let [rows, sizeBytes, reportedMs] = [0, 0, 0];
    const sendPart: SendPart = async (bytes, fileBytes = bytes.length) => {
      sizeBytes += fileBytes;
      await partSender.sendPart(bytes, rows, total);
    };
    let writer: ReturnType<(typeof openWriter)[typeof Format]> | undefined;
    for await (const batch of readBatches(stream)) {
      const rowBatch = batch as readonly Row[];
      writer ??= openWriter[Format](fileHead, rowBatch, sendPart);
      await writer.add(rowBatch);
      rows += batch.length;
      if (performance.now() - reportedMs < progressEveryMs) continue;
      reportedMs = performance.now();
      partSender.sendProgress(rows, total);
    }
    writer ??= openWriter[Format](fileHead, [], sendPart);
    const { List: listTitle, Filter: filterText, Sort: orderText } = input;
    const originLines = exportOriginLines(
      {
        listTitle,
        filterText,
        orderText,
        rowCount: rows,
        authorName: task.authorName,
        writtenAt: new Date(task.nowIso),
      },
      displayContext,
    );
    await writer.end(originLines);
    return { rows, sizeBytes };
  } finally {
    await stream.close();
    port.close();
  }
};
