import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { utils, write } from 'xlsx';
import { connect } from '../server/db/connect.ts';
import { ensureDatabase, openCluster } from '../server/db/embedded/cluster.ts';
import { migrate } from '../server/db/migrate.ts';
import { makeGiven, makeImei } from '../tests/support/given.ts';
import { startServer } from '../tests/support/running.ts';

/*
 * What a big import costs: time of each step, memory and the longest stall of the server meanwhile.
 *   npm run bench:imports -- [folder] [rows]
 */
const folder = process.argv[2] ?? './data/bench';
const rows = Number(process.argv[3] ?? 50_000);
const stallsFile = join(folder, 'import-stalls');

const cluster = await openCluster(join(folder, 'imports', 'postgres'), '-c max_connections=60');
await ensureDatabase(cluster, 'bench');
const url = cluster.url('bench');
const connection = connect(url, console.error);
await migrate(connection.db);
const given = makeGiven(connection.db, () => new Date());
const { token } = await given.account(await given.company(), 'MANAGER');
const headers = { authorization: `Bearer ${token}` };

const headings =
  'Номер ваучера;ФИО;Телефон;Дата рождения;Первые права;Город;Марка;Модель;Госномер;Год выпуска;Цвет;Номер договора;Номер полиса;Начало договора;Окончание договора;Филиал;Агент;IMEI устройства'.split(
    ';',
  );
/** The first are made with a device each. */
const line = (n: number, devices: boolean): string[] => [
  `I-${String(n).padStart(6, '0')}`,
  `Константинопольский Александр ${n}`,
  `+7 900 ${String(n).padStart(7, '0')}`,
  '31.12.1985',
  '15.06.2005',
  'Нижний Новгород',
  'Skoda',
  'Octavia',
  `А${String((n % 999) + 1).padStart(3, '0')}ВС77`,
  '2021',
  'серый',
  `Д-${n}`,
  `П-${n}`,
  '01.01.2026',
  '31.12.2026',
  'Приволжский',
  'Соколова М. А.',
  devices ? makeImei(900_000 + n) : '',
];
const table = (from: number, devices: boolean) => [
  headings,
  ...Array.from({ length: rows }, (_, at) => line(from + at, devices)),
];

const server = await startServer(join(folder, 'imports'), {
  DATABASE_URL: url,
  DEMO: '0',
  STALLS_FILE: stallsFile,
  NODE_OPTIONS: `--import ${new URL('stalls.mjs', import.meta.url).href}`,
});
const worstStall = async (): Promise<{ clockMs: number; processorMs: number }> => {
  await rm(stallsFile, { force: true });
  process.kill(server.pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(stallsFile, 'utf8').catch(() => '');
    if (text) return JSON.parse(text);
    await setTimeout(5);
  }
};
const statusOf = async (name: string): Promise<number> => {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
};
const ask = async <T>(method: string, path: string, body?: BodyInit, type?: string): Promise<T> => {
  const reply = await fetch(`${server.address}/api/v3/imports${path}`, {
    method,
    headers: { ...headers, ...(type && { 'content-type': type }) },
    ...(body && { body }),
  });
  const answer = (await reply.json()) as T & { Message?: string };
  if (!reply.ok) throw new Error(`${method} ${path}: ${answer.Message}\n${server.output()}`);
  return answer;
};

interface Import {
  readonly Id: number;
  readonly State: string;
  readonly Error: string | null;
  readonly WrongRows: number | null;
}
const measured = async <T extends Pick<Import, 'Id'>>(name: string, work: () => Promise<T>): Promise<T> => {
  await worstStall();
  // The peak begins anew.
  await writeFile(`/proc/${server.pid}/clear_refs`, '5');
  const before = await statusOf('VmRSS');
  const from = performance.now();
  const begun = await work();
  let found: Import;
  do {
    await setTimeout(100);
    found = await ask<Import>('GET', `/${begun.Id}`);
  } while (['checking', 'importing', 'undoing'].includes(found.State));
  const seconds = (performance.now() - from) / 1000;
  const stall = await worstStall();
  console.log(
    `${name}: ${found.State}, ${found.Error ?? 'no error'}, ${found.WrongRows} wrong; ${seconds.toFixed(1)} s; resident ${before.toFixed(0)} → ${(await statusOf('VmHWM')).toFixed(0)} MB; longest stall ${stall.clockMs.toFixed(0)} ms, ${stall.processorMs.toFixed(0)} of them at work`,
  );
  return begun;
};

const whole = async (name: string, bytes: Buffer): Promise<void> => {
  console.log(`${name}: ${rows} rows, ${(bytes.length / 1e6).toFixed(1)} MB`);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const { Id } = await measured('  upload', () => ask<Import>('POST', '', form));
  const { Columns } = await ask<{ Columns: { Field: string | null }[] }>('GET', `/${Id}/columns`);
  const body = JSON.stringify({ Columns: Columns.map(({ Field }) => Field), TimeZone: 'Europe/Moscow' });
  await measured('  check', () => ask<Import>('POST', `/${Id}/check`, body, 'application/json'));
  await measured('  import', () => ask<Import>('POST', `/${Id}/run`));
  await measured('  undo', () => ask<Import>('POST', `/${Id}/undo`));
};

const csv = (cells: readonly (readonly string[])[]) => Buffer.from(cells.map(each => each.join(';')).join('\r\n'));
await whole('without devices.csv', csv(table(0, false)));
await whole('with a device each.csv', csv(table(rows, true)));
const book = utils.book_new();
utils.book_append_sheet(book, utils.aoa_to_sheet(table(2 * rows, false)), 'Vouchers');
const bytes = write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true }) as Buffer;
await whole('without devices.xlsx', bytes);

await server.stop();
await connection.close();
await cluster.stop();
await rm(join(folder, 'imports'), { recursive: true, force: true });
