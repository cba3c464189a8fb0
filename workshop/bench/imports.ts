import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { utils, write } from 'xlsx';
import { makeImei } from '../../tests/support/given.ts';
import { openEmptyDatabase, startMeasured } from './measured.ts';

/*
 * Measures a big import: time of each step, memory, and the longest stall of the server meanwhile.
 *   npm run bench -- imports [folder] [rows]
 */
const folder = join(process.argv[2] ?? './data/bench', 'imports');
const rows = Number(process.argv[3] ?? 50_000);

const { url, given, close } = await openEmptyDatabase(folder);
const { token } = await given.account(await given.company(), 'MANAGER');
const headers = { authorization: `Bearer ${token}` };

const headings =
  'Номер ваучера;ФИО;Телефон;Дата рождения;Первые права;Город;Марка;Модель;Госномер;Год выпуска;Цвет;Номер договора;Номер полиса;Начало договора;Окончание договора;Филиал;Агент;IMEI устройства'.split(
    ';',
  );
/** Returns one row of the imported file. With `devices` it has a device. */
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

const server = await startMeasured(folder, { DATABASE_URL: url, DEMO: '0' });
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
  const memoryWatch = await server.watch();
  const from = performance.now();
  const startedImport = await work();
  let finishedImport: Import;
  do {
    await setTimeout(100);
    finishedImport = await ask<Import>('GET', `/${startedImport.Id}`);
  } while (['checking', 'importing', 'undoing'].includes(finishedImport.State));
  const seconds = (performance.now() - from) / 1000;
  console.log(
    `${name}: ${finishedImport.State}, ${finishedImport.Error ?? 'no error'}, ${finishedImport.WrongRows} wrong; ${seconds.toFixed(1)} s; ${await memoryWatch()}`,
  );
  return startedImport;
};

const importWholeFile = async (name: string, bytes: Buffer): Promise<void> => {
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
await importWholeFile('without devices.csv', csv(table(0, false)));
await importWholeFile('with a device each.csv', csv(table(rows, true)));
const book = utils.book_new();
utils.book_append_sheet(book, utils.aoa_to_sheet(table(2 * rows, false)), 'Vouchers');
const bytes = write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true }) as Buffer;
await importWholeFile('without devices.xlsx', bytes);

await server.stop();
await close();
