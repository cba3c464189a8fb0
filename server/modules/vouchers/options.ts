import { sql } from 'kysely';
import type { Option } from '../../../src/contract/shapes/common.ts';
import type { VoucherPick } from '../../../src/contract/shapes/voucher.ts';
import { normaliseNumber } from '../../../src/schema/kinds/documentNumber.ts';
import { normaliseImei } from '../../../src/schema/kinds/imei.ts';
import { readablePhone } from '../../../src/schema/kinds/phone.ts';
import type { Db } from '../../db/connect.ts';
import { readBy } from '../../db/read.ts';
import { escapeLike } from '../../db/sqlText.ts';
import { keyOf, lookAlikeKey } from '../../engine/search/matching/keys.ts';
import { queryText } from '../../engine/search/matching/queryText.ts';
import { readQuery } from '../../engine/search/tsQuery.ts';
import { isFound } from '../../engine/table/searched.ts';
import { equals, rowsStatement } from '../../engine/table/statement.ts';
import { vouchersTable } from './table.ts';

const mostVouchers = 10;
const mostClients = 20;
const mostDevices = 50;

/** Matching vouchers, active ones first. Managers have the table, and this list shows less. */
export const pickVouchers = (db: Db, companyId: number, search: string): Promise<VoucherPick[]> =>
  readBy(db)<VoucherPick>(
    rowsStatement({
      select: `id as "Id", number as "VoucherNumber", client_name as "ClientName", reg_number as "VehicleRegNumber",
        vehicle_brand as "VehicleBrand", vehicle_model as "VehicleModel"`,
      from: vouchersTable.from,
      where: [equals('company_id', companyId), ...(search.trim() === '' ? [] : [isFound(vouchersTable, search)])],
      order: `closed_at is not null, id desc limit ${mostVouchers}`,
    }),
  );

const personName = sql.raw("last_name || ' ' || first_name || ' ' || middle_name");

/** Clients whose name or phone begins with the text. The phone may omit the country code. */
export const pickClients = async (
  db: Db,
  companyId: number,
  { search = '', id }: { readonly search?: string | undefined; readonly id?: number | undefined },
): Promise<Option[]> => {
  const text = queryText(search);
  const digits = text.replace(/\D/g, '');
  const begins = sql`search_words(${personName}) collate "C" like search_words(${escapeLike(text)}) || '%'`;
  const initials = readQuery(text).flatMap(reading =>
    reading.initials.map(
      pattern => sql`(search_words(${personName}) collate "C" like ${pattern.replace(/ (.).*$/u, ' $1')} || '%'
        and search_words(${personName}) ~ ${`^${pattern}`})`,
    ),
  );
  const phones =
    digits.length >= 3
      ? ['phone', 'second_phone'].map(
          column => sql`search_phone(${sql.ref(column)}) collate "C" like ${digits.slice(-10)} || '%'`,
        )
      : [];
  const chosen = id === undefined ? sql`(${sql.join([begins, ...initials, ...phones], sql` or `)})` : sql`id = ${id}`;
  const { rows } = await sql<{ id: string; name: string; phone: string }>`
    select id::text, btrim(regexp_replace(${personName}, ' {2,}', ' ', 'g')) as name, phone from client
    where company_id = ${companyId} and ${chosen}
    order by search_words(${personName}) collate "C", id limit ${mostClients}`.execute(db);
  return rows.map(({ id: Id, name: known, phone: number }) => ({
    Id,
    Title: [known, readablePhone(number)].filter(Boolean).join(', '),
  }));
};

/**
 * Devices whose IMEI contains the digits, those that begin or end with them first. `free`: only devices without a
 * voucher.
 */
export const pickDevices = async (
  db: Db,
  companyId: number,
  { search = '', free = false }: { readonly search?: string | undefined; readonly free?: boolean | undefined },
): Promise<Option[]> => {
  const digits = escapeLike(normaliseImei(search));
  const atWork = sql`not exists (select from device_period where device_period.company_id = ${companyId}
    and device_period.imei = device.imei and to_at is null)`;
  const { rows } = await sql<Option>`
    select id::text as "Id", imei as "Title" from device
    where company_id = ${companyId} and imei like '%' || ${digits} || '%' ${free ? sql`and ${atWork}` : sql``}
    order by imei not like ${digits} || '%', imei not like '%' || ${digits}, imei limit ${mostDevices}`.execute(db);
  return rows;
};

/** Whether no other voucher has the number, and the number of a voucher that looks the same. */
export const judgeNumber = async (
  db: Db,
  companyId: number,
  text: string,
  except = 0,
): Promise<{ readonly Free: boolean; readonly Alike: string | null }> => {
  const number = normaliseNumber(text);
  const { rows } = await sql<{ number: string }>`
    select number from voucher where company_id = ${companyId} and id <> ${except}
      and (number = ${number} or search_plain(number) collate "C" = ${keyOf(number)})
    order by id`.execute(db);
  const others = rows.map(row => row.number);
  const alike = others.find(other => other !== number && lookAlikeKey(other) === lookAlikeKey(number));
  return { Free: !others.includes(number), Alike: alike ?? null };
};
