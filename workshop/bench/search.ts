import type { Pool } from 'pg';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { connect } from '../../server/db/connect.ts';
import { openEmbedded } from '../../server/db/embedded/index.ts';
import { migrate } from '../../server/db/migrate.ts';
import { ensureDemo } from '../../server/demo/start.ts';
import { search } from '../../server/engine/search/service.ts';
import { makeListCache } from '../../server/engine/table/listMemory.ts';
import { insurer } from '../../server/insurer.ts';
import { searchQueries } from './search-queries.ts';

/*
 * Measures the search in the header of the application. Each search text is measured several times: the whole API call
 * on the server, and the same SQL alone.
 *   npm run bench -- search [--vouchers 3] [--rounds 5]
 * Uses DATABASE_URL or the embedded database of DATA_DIR (default: ./data/bench), filled by `npm run demo -- --scale
 * N`.
 */
const argument = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const rounds = argument('rounds', 5);

const config = readConfig({ DATA_DIR: './data/bench', ...process.env });
const database = config.databaseUrl
  ? { url: config.databaseUrl, stop: async () => {} }
  : await openEmbedded(config.dataDir);
const connection = connect(database.url, console.error);
const { pool } = connection;

type Statement = { name?: string; text: string; values: unknown[] };

/** Returns the SQL statements of one search, in the order in which the search sends them. */
const statementsOf = async (companyId: number, q: string): Promise<readonly Statement[]> => {
  const statements: Statement[] = [];
  const recording = {
    query: (statement: Statement) => {
      statements.push(statement);
      return pool.query(statement);
    },
  } as unknown as Pool;
  const semaphore = { enter: async () => () => {}, queueLength: () => 0 };
  const reads = { ...connection.reads, pool: recording, semaphore, memory: makeListCache() };
  const caller = {
    accountId: 0,
    companyId,
    companyName: '',
    fullName: '',
    roles: ['MANAGER'] as const,
    freshUntil: null,
    timeZone: 'UTC',
  };
  await search({ ...insurer, reads }, caller, { q, hitsMax: 5, locale: 'ru' });
  return statements;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

try {
  await migrate(connection.db);
  await ensureDemo(connection, console.log);
  const server = await buildApp({ ...insurer, connection, now: () => new Date(), logger: false });
  const body = { Login: 'manager@demo.drivedesk', Password: 'drivedesk-demo' };
  const { Token } = (await server.inject({ method: 'POST', url: '/api/v2/Auth', payload: body })).json();
  const headers = { authorization: `Bearer ${Token}` };
  const { company_id } = await connection.db
    .selectFrom('account')
    .select('company_id')
    .where('email', '=', body.Login)
    .executeTakeFirstOrThrow();
  const { rows } = await pool.query<{ n: number }>('select count(*) as n from voucher');

  const ourMs: number[] = [];
  const bareMs: number[] = [];
  const queries = await searchQueries(pool, company_id, argument('vouchers', 3));
  for (const q of queries) {
    const url = `/api/v3/search?q=${encodeURIComponent(q)}`;
    const statements = await statementsOf(company_id, q);
    const wholeMs: number[] = [];
    const sql: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      wholeMs.push(
        await timed(async () => {
          const reply = await server.inject({ url, headers });
          if (reply.statusCode !== 200) throw new Error(`${q}: ${reply.body}`);
        }),
      );
      sql.push(await timed(() => Promise.all(statements.map(statement => pool.query(statement)))));
    }
    ourMs.push(at(wholeMs, 0.5));
    bareMs.push(at(sql, 0.5));
    console.log(`${at(wholeMs, 0.5).toFixed(1).padStart(7)} ms, SQL ${at(sql, 0.5).toFixed(1).padStart(6)} ms  ${q}`);
  }
  const line = (values: readonly number[]) =>
    `median ${at(values, 0.5).toFixed(1)}, p95 ${at(values, 0.95).toFixed(1)}, most ${at(values, 1).toFixed(1)} ms`;
  console.log(`${queries.length} queries over ${rows[0]?.n} vouchers, median of ${rounds} each: ${line(ourMs)}`);
  console.log(`the same SQL alone: ${line(bareMs)}`);
  console.log(`within 50 ms: ${ourMs.filter(ms => ms <= 50).length} of ${ourMs.length}`);
  await server.close();
} finally {
  await connection.close();
  await database.stop();
}
