import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg, { type FieldDef, type Pool } from 'pg';
import type { Call } from '../../src/contract/call.ts';
import { descriptionFaults } from '../../src/schema/check.ts';
import type { Resources } from '../../src/schema/collect.ts';
import type { Field } from '../../src/schema/kinds/field.ts';
import type { ValueType } from '../../src/schema/kinds/kind.ts';
import { kinds } from '../../src/schema/kinds/kinds.ts';
import { isUnavailable } from '../db/outage.ts';
import { root } from '../root.mjs';
import { registerNouns } from './search/matching/queryText.ts';
import { defineTable, type Registry, type Table, type Tables } from './table/define.ts';
import { hasOwnSearch } from './table/searchConditions.ts';

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'resource' in value && 'selectOf' in value;

export const tablesOfAreas = async (
  part: string,
  load: (area: string) => Promise<object>,
): Promise<readonly Table[]> => {
  const folder = join(root, 'server', part);
  const areas = (await readdir(folder)).filter(area => existsSync(join(folder, area, 'table.ts'))).sort();
  const files = await Promise.all(areas.map(load));
  return files.flatMap(file => Object.values(file).filter(isTable));
};

/** Returns the tables of all resources. `customTables`: tables that differ from the defaults of their description. */
export const makeTables = (resources: Resources, customTables: readonly Table[]): Tables => {
  registerNouns(resources);
  const tables = Object.fromEntries(
    Object.values(resources).map(resource => [
      resource.name,
      customTables.find(table => table.resource.name === resource.name) ?? defineTable(resource),
    ]),
  );
  const requireFound = <T>(value: T | undefined, message: string): T => {
    if (value === undefined) throw new Error(message);
    return value;
  };
  const resource = (name: string) => requireFound(resources[name], `There is no resource "${name}" in src/resources.`);
  return {
    resources,
    tables,
    sourcesWithDefaults: Object.values(tables)
      .filter(table => !customTables.includes(table))
      .map(({ source }) => source),
    resource,
    table: name => requireFound(tables[name], `There is no resource "${name}" in src/resources.`),
  };
};

/**
 * Returns faults of API calls that declare a property in their answer which the table neither has as a column nor
 * computes.
 */
const extraPropertyFaults = ({ calls, table: tableNamed }: Registry): string[] =>
  (Object.entries(calls) as [string, Call][]).flatMap(([name, { table, rowsOf, record, extraProperties }]) => {
    const tableName = table ?? rowsOf ?? record;
    const properties = Object.keys((extraProperties as { properties?: object } | undefined)?.properties ?? {});
    if (tableName === undefined) return [];
    const { columns, computed: { names: computed = [] } = {} } = tableNamed(tableName);
    const missing = properties.filter(property => !(property in columns) && !computed.includes(property));
    return missing.map(property => `${name} answers ${property}, which the table of ${tableName} does not have.`);
  });

/**
 * Returns faults of resources whose lists are split into buckets.
 * Generated API calls count a record in the bucket that its split field names. So that field must be required, and its
 * choices must equal the buckets.
 */
const splitFaults = ({ tables }: Tables): string[] =>
  Object.values(tables).flatMap(({ resource: { name, fields, split } }) => {
    if (split?.field === undefined) return [];
    const { required, choices = [] } = fields[split.field] ?? {};
    const isConsistent = required && [...choices].sort().join() === [...split.values].sort().join();
    return isConsistent
      ? []
      : [`${name} is split by ${split.field}, which must be required, and its choices the split's values.`];
  });

const derivedFaults = ({ tables }: Tables): string[] =>
  Object.values(tables).flatMap(({ resource, computed: { names: computed = [] } = {} }) =>
    Object.entries<Field>(resource.fields)
      .filter(([name, { derived }]) => derived && !computed.includes(name))
      .map(([name]) => `Nothing works out ${name} of ${resource.name}: its table does not compute it.`),
  );

const { BOOL, DATE, FLOAT4, FLOAT8, INT2, INT4, INT8, TEXT, TIMESTAMPTZ, VARCHAR } = pg.types.builtins;

interface ColumnType {
  readonly typeText: string;
  readonly types: readonly number[];
}
const textColumn: ColumnType = { typeText: 'text', types: [TEXT, VARCHAR] };
const numberColumn: ColumnType = {
  typeText: 'an integer or double precision',
  types: [INT2, INT4, INT8, FLOAT4, FLOAT8],
};
const columnTypes: { readonly [Value in ValueType]: ColumnType } = {
  text: textColumn,
  choice: textColumn,
  record: numberColumn,
  number: numberColumn,
  duration: numberColumn,
  day: { typeText: 'date', types: [DATE] },
  moment: { typeText: 'timestamptz', types: [TIMESTAMPTZ] },
  boolean: { typeText: 'boolean', types: [BOOL] },
  position: numberColumn,
};

/**
 * Returns faults of column types. For example, the driver reads a `numeric` money column as a text. The write would
 * succeed, but each answer would fail.
 * A module may convert its own columns.
 */
const typeFaults = (
  { resource, writes, source }: Table,
  sourcesWithDefaults: readonly string[],
  resultColumns: readonly FieldDef[],
): string[] =>
  resultColumns.flatMap(({ name, dataTypeID }) => {
    const field = writes[name]?.field;
    // Fields with an id and fields with many choices are not checked, because their columns hold ids or arrays.
    if (!field || field.idField !== undefined || field.many || !sourcesWithDefaults.includes(source)) return [];
    const { typeText, types } = columnTypes[kinds[field.kind].valueType];
    return types.includes(dataTypeID)
      ? []
      : [`The column of ${name} of ${resource.name} is of another type than a ${field.kind} is: ${typeText}.`];
  });

interface StoredColumn {
  readonly column: string;
  readonly type: string;
  readonly generated: boolean;
  /** SQL conditions of the check constraints that concern this column alone. */
  readonly checks: readonly string[];
}

const readStoredColumns = async (pool: Pool, tableName: string): Promise<ReadonlyMap<string, StoredColumn>> => {
  const { rows } = await pool.query<StoredColumn>(
    `select attname as column, format_type(atttypid, atttypmod) as type,
        attgenerated <> '' as generated,
        array(select pg_get_expr(conbin, conrelid) from pg_constraint
          where conrelid = attrelid and contype = 'c' and conkey = array[attnum]) as checks
      from pg_attribute
      where attrelid = (select oid from pg_class where relname = $1 and relnamespace = current_schema()::regnamespace)
        and attnum > 0 and not attisdropped`,
    [tableName],
  );
  return new Map(rows.map(row => [row.column, row]));
};

/** Returns faults of choices that the database would reject when one is first stored. */
const choiceFaults = async (pool: Pool, { resource, columns, source }: Table): Promise<string[]> => {
  const choiceFields = Object.entries<Field>(resource.fields).filter(([, { choices, many }]) => choices && !many);
  if (choiceFields.length === 0) return [];
  const columnsByName = await readStoredColumns(pool, source);
  const faults = choiceFields.map(async ([name, { choices = [] }]) => {
    const storedColumn = columnsByName.get(columns[name] ?? '');
    if (!storedColumn) return [];
    const faultOf = (choice: string) =>
      `The choice "${choice}" of ${resource.name}.${name} cannot be stored in ${storedColumn.column}.`;
    // The state of a record is checked even if its column is generated, because moves write it. Other generated columns
    // are only read.
    if (storedColumn.generated) return name === resource.states?.field ? choices.map(faultOf) : [];
    if (storedColumn.checks.length === 0) return [];
    const { rows } = await pool.query<{ choice: string }>(
      `select choice from (select choice, choice::${storedColumn.type} as "${storedColumn.column}" from unnest($1::text[]) as choice)
        as given where not coalesce(${storedColumn.checks.map(check => `(${check})`).join(' and ')}, false)`,
      [choices],
    );
    return rows.map(({ choice }) => faultOf(choice));
  });
  return (await Promise.all(faults)).flat();
};

/**
 * Throws if a description and its table differ, so that the server does not start. The message names resource and
 * field.
 * An outage of the database is thrown unchanged, because it says nothing about the tables.
 */
export const checkTables = async (registry: Registry, pool: Pool): Promise<void> => {
  const faults = [
    ...(await descriptionFaults(registry.resources)),
    ...extraPropertyFaults(registry),
    ...splitFaults(registry),
    ...derivedFaults(registry),
  ];
  for (const table of Object.values(registry.tables)) {
    const { resource, select, source } = table;
    const searched = hasOwnSearch(table) ? ', search' : '';
    await pool.query(`select ${select.record}${searched} from ${source} limit 0`).then(
      async ({ fields }) =>
        void faults.push(
          ...typeFaults(table, registry.sourcesWithDefaults, fields),
          ...(await choiceFaults(pool, table)),
        ),
      (error: Error) => {
        if (isUnavailable(error)) throw error;
        faults.push(`The description of ${resource.name} and its table differ: ${error.message}.`);
      },
    );
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
};
