import { spawn } from 'node:child_process';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import { readConfig } from '../../server/config.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { ensureDemo } from '../../server/demo/start.ts';
import { vouchers } from '../../src/resources/vouchers.ts';
import { sortableFields } from '../../src/schema/filters.ts';
import { searchQueries } from './search-queries.ts';

/*
 * Compares the API call for a list with a bare HTTP handler that returns the same rows without a total. Both are
 * measured alternately at 1 and 16 connections. Then it measures far pages in every order, and searches. The searches
 * are repeated ones, and ones that are made for the first time since a change of data.
 *   npm run bench -- list [--seconds 5] [--rounds 3] [--only searched]
 * Uses DATABASE_URL or the embedded database of DATA_DIR (default: ./data/bench), filled by `npm run demo -- --scale
 * N`.
 */
const argument = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const seconds = argument('seconds', 5);
const onlyCase = process.argv[process.argv.indexOf('--only') + 1] ?? '';
const isAsked = ({ name }: { readonly name: string }) => !process.argv.includes('--only') || name.includes(onlyCase);
const rounds = argument('rounds', 3);

const config = readConfig({ DATA_DIR: './data/bench', ...process.env });
const database = await openDatabase(config);
const connection = connect(database.url, console.error);
await migrate(connection.db);
await ensureDemo(connection, console.log);

const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'list-servers.ts')], {
  env: { ...process.env, DATABASE_URL: database.url, NODE_ENV: 'production' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const { serverUrl, bareServerUrl } = await new Promise<{ serverUrl: string; bareServerUrl: string }>(done => {
  child.stdout.once('data', (line: Buffer) => done(JSON.parse(line.toString())));
});

const signIn = await fetch(`${serverUrl}/api/v2/Auth`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ Login: 'manager@demo.drivedesk', Password: 'drivedesk-demo' }),
});
const { Token } = (await signIn.json()) as { Token: string };

interface Case {
  readonly name: string;
  /** Paths of list calls, requested in turn. */
  readonly paths: readonly string[];
}
const voucherPage = '/api/v2/Voucher/table?pageSize=25';
const firstPages: readonly Case[] = [
  {
    name: 'accidents, first page',
    paths: ['/api/v2/Accident/table/opened?page=1&pageSize=25&sort=CrashDateTime-desc'],
  },
  { name: 'vouchers, first page', paths: [`${voucherPage}&page=1&sort=VoucherActivationDate-desc`] },
];
const searchPaths = (...texts: string[]) => texts.map(text => `${voucherPage}&search=${encodeURIComponent(text)}`);
const farPages: readonly Case[] = [
  ...sortableFields(vouchers).flatMap(name =>
    ['asc', 'desc'].map(direction => ({
      name: `vouchers by ${name} ${direction}, page 20,000`,
      paths: [`${voucherPage}&page=20000&sort=${name}-${direction}`],
    })),
  ),
  {
    name: 'vouchers, pages 15,000 to 24,999',
    paths: Array.from({ length: 1000 }, (_, at) => `${voucherPage}&page=${15_000 + ((at * 7919) % 10_000)}`),
  },
  { name: 'vouchers, searched for', paths: searchPaths('Иванов Сер', '0123456', 'В77', 'А123', 'Соколов', '00999') },
  { name: 'vouchers, searched for two letters', paths: searchPaths('юш', 'Ж0', 'хе', 'ыл', 'ЩД', 'яб') },
  // Two digits that half of all vouchers contain.
  { name: 'vouchers, searched for two digits', paths: searchPaths('77', '99') },
];

const measure = async (url: string, connections: number, paths: readonly string[]) => {
  const headers = { authorization: `Bearer ${Token}` };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: paths.map(path => ({ path, headers })),
  });
  if (result.non2xx > 0) throw new Error(`${url} answered ${result.non2xx} errors`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
};

/** Returns search texts with 1 to 30,000 matches, as people type them. */
const manySearches = async (): Promise<readonly string[]> => {
  const { company_id } = await connection.db
    .selectFrom('account')
    .select('company_id')
    .where('email', '=', 'manager@demo.drivedesk')
    .executeTakeFirstOrThrow();
  const paths: string[] = [];
  for (const path of searchPaths(...(await searchQueries(connection.pool, company_id, 8)))) {
    const answer = await fetch(serverUrl + path, { headers: { authorization: `Bearer ${Token}` } });
    const { Total = 0 } = (await answer.json()) as { Total?: number };
    if (Total >= 1 && Total <= 30_000) paths.push(path);
  }
  // The update counts as a change of data and invalidates the caches of all lists. Each search then runs for the first
  // time since a change.
  await connection.db.updateTable('event_head').set({ changes: sql`changes + 1` }).execute();
  return paths;
};

/** Requests each path once, over the given number of connections. */
const measureOnce = async (connections: number, paths: readonly string[]) => {
  const remainingPaths = [...paths];
  const latenciesMs: number[] = [];
  const ask = async () => {
    for (let path = remainingPaths.pop(); path !== undefined; path = remainingPaths.pop()) {
      const from = performance.now();
      const answer = await fetch(serverUrl + path, { headers: { authorization: `Bearer ${Token}` } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      latenciesMs.push(performance.now() - from);
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: connections }, ask));
  const perSecond = (latenciesMs.length / (performance.now() - from)) * 1000;
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number) => (latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0).toFixed(0);
  return { perSecond, p50: at(0.5), p99: at(0.99) };
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

try {
  for (const { name, paths } of firstPages.filter(isAsked)) {
    for (const connections of [1, 16]) {
      const ratios: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const bare = await measure(bareServerUrl, connections, paths);
        const measured = await measure(serverUrl, connections, paths);
        ratios.push(measured.perSecond / bare.perSecond);
        console.log(
          `${name}, ${connections} connections: ${measured.perSecond.toFixed(0)}/s (p50 ${measured.p50} p99 ${measured.p99} ms), bare ${bare.perSecond.toFixed(0)}/s (p50 ${bare.p50} p99 ${bare.p99} ms)`,
        );
      }
      console.log(`  ratio, median of ${rounds}: ${(median(ratios) * 100).toFixed(0)} %`);
    }
  }
  for (const { name, paths } of farPages.filter(isAsked)) {
    const measured = await measure(serverUrl, 16, paths);
    console.log(`${name}: ${measured.perSecond.toFixed(0)}/s (p50 ${measured.p50} p99 ${measured.p99} ms)`);
  }
  const searches = await manySearches();
  const first = await measureOnce(16, searches);
  console.log(
    `vouchers, ${searches.length} searches with 1 to 30,000 matches, each for the first time: ${first.perSecond.toFixed(0)}/s (p50 ${first.p50} p99 ${first.p99} ms)`,
  );
} finally {
  child.kill();
  await connection.close();
  await database.stop();
}
