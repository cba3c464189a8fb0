import { gzipSync } from 'node:zlib';
import type { PoolClient } from 'pg';
import { importRetentionDays, unfinishedImportDays } from '../../src/contract/limits.ts';
import { type FieldMessage, fieldMessage } from '../../src/contract/messages/index.ts';
import { dayMs } from '../../src/schema/kinds/time.ts';
import { plateFor } from './identifiers.ts';
import { mobilePhone, personName } from './names.ts';
import { createRandom } from './random.ts';
import { vehicleFor } from './vehicles.ts';

const columns = [
  ['Номер ваучера', 'VoucherNumber'],
  ['Фамилия', 'ClientLastName'],
  ['Имя', 'ClientFirstName'],
  ['Отчество', 'ClientMiddleName'],
  ['Телефон', 'PhoneNumber'],
  ['Марка', 'VehicleBrand'],
  ['Модель', 'VehicleModel'],
  ['Год выпуска', 'VehicleYear'],
  ['Госномер', 'VehicleRegNumber'],
  ['VIN', 'VIN'],
] as const;
type ColumnField = (typeof columns)[number][1];
type FileRow = { [F in ColumnField]: string };

/**
 * Returns a row of an import file. `firstNumber`: first voucher number of the file. Each file has its own range of
 * voucher numbers.
 */
const rowOf = (seed: number, latestYear: number, firstNumber: number, index: number): FileRow => {
  const random = createRandom(seed, 'import', firstNumber + index);
  const { lastName, firstName, middleName } = personName(random);
  const { brand, model, year, vin } = vehicleFor(random, 5_000_000 + firstNumber + index, latestYear);
  return {
    VoucherNumber: `ВК-${firstNumber + index}`,
    ClientLastName: lastName,
    ClientFirstName: firstName,
    ClientMiddleName: middleName,
    PhoneNumber: mobilePhone(random),
    VehicleBrand: brand,
    VehicleModel: model,
    VehicleYear: String(year),
    VehicleRegNumber: plateFor('petersburg', 400_000 + firstNumber + index),
    VIN: vin,
  };
};

/** Typing errors in the imported sheet, each with its row and with the message that the import's check gives. */
const typingErrors: readonly {
  readonly row: number;
  readonly field: ColumnField;
  readonly value: string;
  readonly message: FieldMessage;
  readonly values?: Readonly<Record<string, unknown>>;
}[] = [
  { row: 7, field: 'VehicleRegNumber', value: 'А12ВС77', message: 'plate' },
  { row: 12, field: 'PhoneNumber', value: '8 921', message: 'phone' },
  { row: 19, field: 'VoucherNumber', value: 'ВК-204109', message: 'sameInFile', values: { row: 11 } },
  { row: 28, field: 'VIN', value: 'XTA21703080O12345', message: 'vinPattern' },
  { row: 33, field: 'ClientLastName', value: '', message: 'required' },
];

interface Author {
  readonly companyId: number;
  readonly id: number;
  readonly name: string;
}

interface ImportedFile {
  readonly name: string;
  readonly rows: readonly FileRow[];
  readonly stage: 'checked' | 'done' | 'undone';
  readonly daysAgo: number;
}

const writeImport = async (
  client: PoolClient,
  { companyId, id: authorId, name: author }: Author,
  today: Date,
  { name, rows, stage, daysAgo }: ImportedFile,
): Promise<number | undefined> => {
  const createdAt = new Date(today.getTime() - daysAgo * dayMs);
  const isOpen = stage === 'checked';
  const samples = columns.map(([, field]) => [...new Set(rows.map(row => row[field]))].slice(0, 3));
  const { rows: written } = await client.query<{ id: number }>(
    `insert into import (company_id, resource, author_id, author_name, file_name, size_bytes, row_count, headings, samples,
       mapping, stage, step, check_id, time_zone, wrong_rows, doubtful_rows, created_at, finished_at, expires_at)
     values ($1, 'vouchers', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'demo', 'Europe/Moscow', $12, 0, $13, $14, $15)
     returning id`,
    [
      ...[companyId, authorId, author, name, 9_300 + rows.length * 118, rows.length],
      JSON.stringify(columns.map(([heading]) => heading)),
      JSON.stringify(samples),
      JSON.stringify(columns.map(([, field]) => field)),
      ...[stage, { checked: 'check', done: 'run', undone: 'undo' }[stage]],
      isOpen ? new Set(typingErrors.map(({ row }) => row)).size : 0,
      ...[
        createdAt,
        isOpen ? null : createdAt,
        new Date(createdAt.getTime() + (isOpen ? unfinishedImportDays : importRetentionDays) * dayMs),
      ],
    ],
  );
  const id = written[0]?.id;
  if (!isOpen) return id;
  const cells = rows.map((row, index) => ({ row: index + 2, cells: columns.map(([, field]) => row[field]) }));
  await client.query('insert into import_chunk (company_id, import_id, ordinal, bytes) values ($1, $2, 0, $3)', [
    ...[companyId, id, gzipSync(JSON.stringify(cells))],
  ]);
  for (const [ordinal, { row, field, value, message, values }] of typingErrors.entries()) {
    const messages = { ru: fieldMessage('ru', message, values), en: fieldMessage('en', message, values) };
    await client.query(
      `insert into import_fault (company_id, import_id, check_id, ordinal, row_number, field, value, grave, message, other_row)
       values ($1, $2, 'demo', $3, $4, $5, $6, true, $7, $8)`,
      [companyId, id, ordinal, row, field, value, JSON.stringify(messages), values?.row ?? null],
    );
  }
  return id;
};

/** Imports of the first company: one that waits for corrections, one that is done, one that was undone. */
export const writeImports = async (client: PoolClient, seed: number, today: Date): Promise<void> => {
  const { rows: authors } = await client.query<Author>(
    `select company_id as "companyId", id, full_name as name from account where email = 'manager@demo.drivedesk'`,
  );
  const [author] = authors;
  if (!author) return;
  const rowsOf = (firstNumber: number, count: number) =>
    Array.from({ length: count }, (_, index) => rowOf(seed, today.getUTCFullYear() - 1, firstNumber, index));
  const rowsWithErrors = rowsOf(204_100, 36);
  for (const { row, field, value } of typingErrors) (rowsWithErrors[row - 2] as FileRow)[field] = value;
  const trialImport = { name: 'проба загрузки.csv', rows: rowsOf(204_000, 4), stage: 'undone', daysAgo: 33.4 } as const;
  await writeImport(client, author, today, trialImport);
  const { rows: imported } = await client.query<{ id: number }>(
    `select id from voucher where company_id = $1 and branch = 'Санкт-Петербург, Приморский' order by id limit 24`,
    [author.companyId],
  );
  const doneId = await writeImport(client, author, today, {
    name: 'Ваучеры, филиал Приморский.xlsx',
    rows: rowsOf(204_020, imported.length),
    stage: 'done',
    daysAgo: 33.3,
  });
  // Operators have changed these vouchers since the import. The server therefore refuses to undo the import and lists
  // the vouchers.
  await client.query(
    `insert into import_record (company_id, import_id, record_id, row_number, written_values)
     select $1, $2, id, 1 + ordinality, '{}' from unnest($3::bigint[]) with ordinality vouchers (id)`,
    [author.companyId, doneId, imported.map(({ id }) => id)],
  );
  await writeImport(client, author, today, {
    name: 'реестр, филиал Невский.csv',
    rows: rowsWithErrors,
    stage: 'checked',
    daysAgo: 0.2,
  });
};
