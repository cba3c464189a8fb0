import Fastify from 'fastify';
import { buildApp } from '../../server/app.ts';
import { connect } from '../../server/db/connect.ts';
import { tableQuery } from '../../server/engine/table/query.ts';
import { listStatement } from '../../server/engine/table/statement.ts';
import { insurer } from '../../server/insurer.ts';
import { accidentsTable } from '../../server/modules/accidents/table.ts';
import { vouchersTable } from '../../server/modules/vouchers/table.ts';

/**
 * Starts Drivedesk and the baseline server in one process, so that they differ only in the code between socket and SQL.
 */
const url = process.env.DATABASE_URL ?? '';
const connection = connect(url, console.error);
const ourServer = await buildApp({ ...insurer, connection, now: () => new Date(), logger: false });

const company = await connection.db
  .selectFrom('account')
  .select(['company_id as companyId', 'id as accountId'])
  .where('email', '=', 'manager@demo.drivedesk')
  .executeTakeFirstOrThrow();
const manager = { ...company, roles: ['MANAGER'] as const };
const query = { page: 1, pageSize: 25 };
const accidents = listStatement(tableQuery(accidentsTable, manager, 'opened', query, '')).rows;
const vouchers = listStatement(tableQuery(vouchersTable, manager, undefined, query, '')).rows;

/**
 * Baseline: returns the same rows by the same pool with JSON.stringify. It has no total, access checks, validation or
 * schemas.
 */
const bareServer = Fastify({ logger: false });
const serve = (path: string, name: string, { text, values }: { text: string; values: readonly unknown[] }) =>
  bareServer.get(path, async () => {
    const { rows } = await connection.pool.query({ name, text, values: [...values] });
    return { Items: rows };
  });
serve('/api/v2/Accident/table/opened', 'bare_accidents', accidents);
serve('/api/v2/Voucher/table', 'bare_vouchers', vouchers);

console.log(
  JSON.stringify({
    serverUrl: await ourServer.listen({ port: 0, host: '127.0.0.1' }),
    bareServerUrl: await bareServer.listen({ port: 0, host: '127.0.0.1' }),
  }),
);
