import { sql, type Transaction } from 'kysely';
import type { Values } from '../../../src/contract/describedTypes.ts';
import type { Database } from '../../db/types.ts';
import type { Tx } from '../../transaction.ts';

type Db = Transaction<Database>;
/**
 * Values that a voucher copies from its client. For each API name: the column of the voucher and the column of the
 * client.
 */
export const clientFields = {
  ClientLastName: ['client_last_name', 'last_name'],
  ClientFirstName: ['client_first_name', 'first_name'],
  ClientMiddleName: ['client_middle_name', 'middle_name'],
  PhoneNumber: ['client_phone', 'phone'],
  SecondaryPhoneNumber: ['secondary_phone_number', 'second_phone'],
  Country: ['country', 'country'],
  City: ['city', 'city'],
  ZIPCode: ['zip_code', 'zip_code'],
  BirthdayDate: ['birthday_date', 'birth_date'],
  FirstDrivingLicenseDate: ['first_driving_license_date', 'licence_date'],
  Vip: ['vip', 'vip'],
} as const satisfies Readonly<Record<string, readonly [voucher: string, client: string]>>;

const dateFields = ['BirthdayDate', 'FirstDrivingLicenseDate'];
const defaultCountry = 'RU';

const clientValue = (name: string, value: unknown): unknown => {
  if (name === 'Country') return value || defaultCountry;
  if (name === 'Vip') return value === true;
  return value ?? (dateFields.includes(name) ? null : '');
};

export const insertClients = async (tx: Tx, companyId: number, clients: readonly Values[]): Promise<number[]> => {
  if (clients.length === 0) return [];
  const fieldColumns = Object.entries(clientFields);
  const valueRows = clients.map(
    values => sql`(${companyId}, ${sql.join(fieldColumns.map(([name]) => sql`${clientValue(name, values[name])}`))})`,
  );
  const { rows } = await sql<{ id: number }>`
    insert into client (company_id, ${sql.join(fieldColumns.map(([, [, client]]) => sql.ref(client)))})
    values ${sql.join(valueRows)} returning id`.execute(tx.db);
  tx.countRows('clients', '', clients.length);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
};

/**
 * Locks the vouchers of clients in one order, as every transaction does that changes several vouchers, so that no
 * deadlock occurs.
 */
const lockVouchersOfClients = async (db: Db, companyId: number, clientIds: readonly number[]): Promise<void> => {
  await sql`select id from voucher where company_id = ${companyId} and client_id = any(${[...clientIds]}::bigint[])
    order by id for no key update`.execute(db);
};

/**
 * Locks the clients of vouchers, then the vouchers of these clients. Every transaction that changes a client locks in
 * this order. In another order two transactions on vouchers of one client could deadlock.
 */
export const lockClientsOfVouchers = async (
  { db }: Tx,
  companyId: number,
  voucherIds: readonly number[],
): Promise<void> => {
  const { rows } = await sql<{ id: number }>`select id from client where company_id = ${companyId}
    and id in (select client_id from voucher where company_id = ${companyId} and id = any(${[...voucherIds]}::bigint[]))
    order by id for no key update`.execute(db);
  const clientIds = rows.map(({ id }) => id);
  if (clientIds.length > 0) await lockVouchersOfClients(db, companyId, clientIds);
};

export const updateClient = async (db: Db, companyId: number, id: number, values: Values): Promise<void> => {
  const assignments = Object.entries(clientFields).flatMap(([name, [, column]]) =>
    name in values ? [sql`${sql.ref(column)} = ${clientValue(name, values[name])}`] : [],
  );
  await sql`update client set ${sql.join(assignments)}, version = version + 1
    where company_id = ${companyId} and id = ${id}`.execute(db);
};

const copyAssignments = sql.join(
  Object.values(clientFields).map(([voucher, client]) => sql`${sql.ref(voucher)} = client.${sql.ref(client)}`),
);
const fullNameSql = sql.raw(
  "btrim(regexp_replace(client.last_name || ' ' || client.first_name || ' ' || client.middle_name, ' {2,}', ' ', 'g'))",
);

/**
 * Copies a client to the client's vouchers. Every transaction that changes a client calls this function. Returns the
 * ids of the vouchers. `excludedVoucherId`: id of a voucher whose version is not increased here, because its own update
 * increases it.
 */
export const copyClient = async (
  db: Db,
  companyId: number,
  clientId: number,
  excludedVoucherId = 0,
): Promise<number[]> => {
  await lockVouchersOfClients(db, companyId, [clientId]);
  const { rows } = await sql<{ id: number }>`
    update voucher set ${copyAssignments}, client_name = ${fullNameSql}, version = voucher.version + (voucher.id <> ${excludedVoucherId})::integer
    from client where client.company_id = voucher.company_id and client.id = voucher.client_id
      and voucher.company_id = ${companyId} and voucher.client_id = ${clientId} returning voucher.id`.execute(db);
  return rows.map(({ id }) => id);
};

export const readClientColumns = async (
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Record<string, unknown>>> => {
  const { rows } = await sql<Record<string, unknown>>`
    select id as client_id, ${sql.join(Object.values(clientFields).map(([voucher, client]) => sql`${sql.ref(client)} as ${sql.ref(voucher)}`))},
      ${fullNameSql} as client_name
    from client where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(row => [Number(row.client_id), row]));
};
