import { holdsOne, type Role } from '../../../src/contract/access.ts';
import { byOrder, kindOf } from '../../../src/schema/finding.ts';
import type { Registry } from '../table/define.ts';
import { columnOf, isTextColumn, type Table, visibleAlways } from '../table/define.ts';
import { type SearchIndex, type SearchRow, textOf } from '../table/searchIndex.ts';
import type { Field } from './matching/rank.ts';

/** A searched table with its columns and conditions. */
export interface Source extends SearchIndex {
  readonly kind: string;
  readonly table: Table;
  readonly where: string;
}

const roles: { readonly [kind in string]?: Field['role'] } = {
  phone: 'phone',
  email: 'key',
  plate: 'key',
  vin: 'key',
  imei: 'key',
};

/** Search settings from the description alone: words anywhere in the search text of the list. */
const described = (table: Table): SearchIndex => {
  const { name, title, found, fields, list, shared, authorOnly } = table.resource;
  const about = found?.about ?? [];
  const searched = list.search ?? [];
  const fault = (what: string) => new Error(`The description of ${name} says \`found\`, but ${what}.`);
  if (searched.length === 0) throw fault('its list has no `search`');
  if (shared || authorOnly || table.companyColumn !== 'company_id')
    throw fault('its records are not those of a company');
  const shown = [...new Set([title, ...about, ...searched])];
  for (const each of shown) {
    const field = fields[each];
    if (!field || !isTextColumn(field)) throw fault(`${each} is no column of text`);
  }
  const columns = shown.map(each => `${columnOf(table, each, fields[each] as (typeof fields)[string])} as "${each}"`);
  if (table.bucket) columns.push(`${table.bucket} as status`);
  return {
    id: 'id',
    columns: ['id', ...columns].join(', '),
    keys: [],
    text: 'search',
    matched: Object.fromEntries(
      searched.map(each => [each, each === title ? 'name' : (roles[fields[each]?.kind ?? ''] ?? 'text')]),
    ),
    shown: row => ({ Title: textOf(row, title), about: about.map(each => textOf(row, each)) }),
  };
};

/** All searched tables, in the order of groups that match equally well. */
export const sourcesOf = ({ tables }: Registry): readonly Source[] =>
  Object.values(tables)
    .filter(({ resource }) => resource.found)
    .map(table => ({
      ...(table.index?.search ?? described(table)),
      kind: kindOf(table.resource),
      table,
      where: visibleAlways(table) ? `(${visibleAlways(table)})` : 'true',
    }))
    .sort((one, other) => byOrder(one.table.resource, other.table.resource));

/** Tables that these roles may read. */
export const sourcesFor = (registry: Registry, held: readonly Role[]): readonly Source[] =>
  sourcesOf(registry).filter(({ table }) => holdsOne(held, table.resource.access.read));

/** Values of a row that are compared with the query. */
export const fieldsOf = ({ matched }: Source, row: SearchRow): Field[] =>
  Object.entries(matched).map(([column, role]) => ({ role, value: String(row[column] ?? '') }));
