import { sql } from 'kysely';
import { hasAnyRole, rights, roles } from '../../../src/contract/access.ts';
import { contractsMax, type DictionaryCallName, type EnumCallName } from '../../../src/contract/calls/info.ts';
import { commonDictionaries } from '../../../src/contract/dictionaries.ts';
import { type UiEnum, uiEnumOptions, uiEnums } from '../../../src/contract/enums.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import { withExtensionWord } from '../../../src/schema/kinds/phone.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { createQueryRunner } from '../../db/read.ts';
import { escapeLike, Values } from '../../db/sqlText.ts';
import { countryTitles } from '../../engine/countries.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { queryText } from '../../engine/search/matching/queryText.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { readLeasedCases } from '../accidents/service.ts';

type V2CallName = Extract<DictionaryCallName, `GET /api/v2/${string}`> | 'GET /api/v2/Info/voucherPhones/{id}';
type CallName =
  | DictionaryCallName
  | EnumCallName
  | 'GET /api/v2/Info/voucherPhones/{id}'
  | 'GET /api/info/voucherPhones/{id}';
type Option = { Id: string; Title: string };

const countryOptions = (locale: Locale): Option[] =>
  Object.entries(countryTitles(locale))
    .map(([Id, Title]) => ({ Id, Title }))
    .sort((a, b) => a.Title.localeCompare(b.Title, locale));

const roleTitles: Record<Locale, Record<(typeof roles)[number], string>> = {
  ru: { OPERATOR: 'Оператор', MANAGER: 'Руководитель', SUPERUSER: 'Администратор системы' },
  en: { OPERATOR: 'Operator', MANAGER: 'Manager', SUPERUSER: 'System administrator' },
};

interface NamedRow {
  readonly id: number | string;
  readonly name: string;
}

const toOptions = (rows: readonly NamedRow[]): Option[] =>
  rows.map(({ id, name }) => ({ Id: String(id), Title: name }));

const commonDictionaryHandlers = (dictionaries: Dictionaries) =>
  Object.fromEntries(
    commonDictionaries.map(name => [
      `GET /api/v2/Info/${name}`,
      async ({ locale, query }: { locale: Locale; query?: { retired?: boolean } }): Promise<Option[]> =>
        dictionaries
          .entries(name)
          .filter(({ retired }) => query?.retired || !retired)
          .map(entry => ({ Id: String(entry.id), Title: entry[locale] })),
    ]),
  ) as unknown as HandlersOf<`GET /api/v2/Info/${(typeof commonDictionaries)[number]}`>;

/**
 * Returns the vouchers of the accidents that the caller has leased. Undefined: the caller may see any voucher. Throws
 * CASE_NEEDED if the caller has leased no accident.
 */
const readAllowedVouchers = async (context: Context, caller: Caller): Promise<readonly number[] | undefined> => {
  if (hasAnyRole(caller.roles, rights.whereabouts)) return undefined;
  const ids = (await readLeasedCases(context, caller)).flatMap(({ voucherId }) => voucherId ?? []);
  if (ids.length === 0) throw new DomainError('CASE_NEEDED');
  return ids;
};

const enumHandlers = Object.fromEntries(
  (Object.keys(uiEnums) as UiEnum[]).map(name => [
    `GET /api/getUiEnum/${name}`,
    async ({ locale }: { locale: Locale }): Promise<Option[]> => uiEnumOptions(name, locale),
  ]),
) as unknown as HandlersOf<EnumCallName>;

/** Handlers of the calls under `/api/v2/Info/`. The legacy paths under `/api/info/` have the same handlers. */
export const infoHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<CallName> => {
  const v2 = v2Handlers(context, dictionaries);
  const legacyHandlers = Object.entries(v2).map(([name, handler]) => [
    name.replace('/api/v2/Info/', '/api/info/'),
    handler,
  ]);
  return { ...v2, ...Object.fromEntries(legacyHandlers), ...enumHandlers };
};

const v2Handlers = (context: Context, dictionaries: Dictionaries): HandlersOf<V2CallName> => ({
  ...commonDictionaryHandlers(dictionaries),
  'GET /api/v2/Info/roles': async ({ locale }) => roles.map(role => ({ Id: role, Title: roleTitles[locale][role] })),
  'GET /api/v2/Info/countries': async ({ locale }) => countryOptions(locale),
  'GET /api/v2/Info/companies': async ({ caller }) => [{ Id: String(caller.companyId), Title: caller.companyName }],
  'GET /api/v2/Info/contracts': async ({ caller, query }) => {
    const vouchers = await readAllowedVouchers(context, caller);
    const values = new Values();
    const searchText = queryText(query?.search ?? '');
    const caseCondition = vouchers ? `and id = any(${values.add(vouchers)}::bigint[])` : '';
    const searchCondition = searchText
      ? `and search_key(contract_number) like '%' || search_key(${values.add(escapeLike(searchText))}) || '%'`
      : '';
    const text = `select distinct contract_number as id, contract_number as name from voucher
      where company_id = ${values.add(caller.companyId)} and contract_number <> '' ${caseCondition} ${searchCondition}
      order by contract_number limit ${contractsMax}`;
    return toOptions(await createQueryRunner(context, caller)<NamedRow>({ text, values: values.list }));
  },
  'GET /api/v2/Info/vehicleBrands': async () => {
    const { rows } = await sql<NamedRow>`select id, name from vehicle_brand order by name`.execute(context.db);
    return toOptions(rows);
  },
  'GET /api/v2/Info/vehicleModels': async ({ query }) => {
    const { brandId, brand } = query ?? {};
    const brandCondition = brandId === undefined ? sql`true` : sql`brand_id = ${brandId}`;
    const brandNameCondition =
      brand === undefined ? sql`true` : sql`brand_id in (select id from vehicle_brand where name = ${brand})`;
    const { rows } = await sql<NamedRow>`
      select id, name from vehicle_model where ${brandCondition} and ${brandNameCondition} order by name`.execute(
      context.db,
    );
    return toOptions(rows);
  },
  'GET /api/v2/Info/voucherPhones/{id}': async ({ caller, locale, params }) => {
    const client = await context.db
      .selectFrom('voucher')
      .innerJoin('client', join =>
        join.onRef('client.company_id', '=', 'voucher.company_id').onRef('client.id', '=', 'voucher.client_id'),
      )
      .select(['client.phone', 'client.second_phone', 'voucher.client_name'])
      .where('voucher.company_id', '=', caller.companyId)
      .where('voucher.id', '=', params.id)
      .executeTakeFirstOrThrow(notFound);
    const vouchers = await readAllowedVouchers(context, caller);
    if (vouchers && !vouchers.includes(params.id)) throw new DomainError('CASE_NEEDED');
    return [client.phone, client.second_phone]
      .filter(Boolean)
      .map(phone => ({ Id: phone, Title: `${client.client_name}, ${withExtensionWord(phone, locale)}` }));
  },
});
