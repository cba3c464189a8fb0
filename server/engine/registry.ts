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
import { learnNouns } from './search/matching/queryText.ts';
import { defineTable, type Registry, type Table, type Tables } from './table/define.ts';

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'resource' in value && 'selectOf' in value;

/**
 * Returns the tables that the folders of `server/<part>` (areas) export from their table.ts. `load` imports the
 * table.ts of one area.
 */
export const tablesOfAreas = async (
  part: string,
  load: (area: string) => Promise<object>,
): Promise<readonly Table[]> => {
  const folder = join(root, 'server', part);
  const areas = (await readdir(folder)).filter(area => existsSync(join(folder, area, 'table.ts'))).sort();
  const files = await Promise.all(areas.map(load));
  return files.flatMap(file => Object.values(file).filter(isTable));
};

/** Returns the tables of all resources. `differing`: tables that differ from the defaults of their description. */
export const makeTables = (resources: Resources, differing: readonly Table[]): Tables => {
  learnNouns(resources);
  const tables = Object.fromEntries(
    Object.values(resources).map(resource => [
      resource.name,
      differing.find(table => table.resource.name === resource.name) ?? defineTable(resource),
    ]),
  );
  const found = <T>(value: T | undefined, what: string): T => {
    if (value === undefined) throw new Error(what);
    return value;
  };
  const resource = (name: string) => found(resources[name], `There is no resource "${name}" in src/resources.`);
  return {
    resources,
    tables,
    describedAlone: Object.values(tables)
      .filter(table => !differing.includes(table))
      .map(({ source }) => source),
    resource,
    table: name => found(tables[name], `There is no resource "${name}" in src/resources.`),
  };
};

/** Faults of calls whose answer has a property that is neither a column of the table nor computed by it. */
const besideFaults = ({ calls, table: tableNamed }: Registry): string[] =>
  (Object.entries(calls) as [string, Call][]).flatMap(([name, { table, rowsOf, record, beside }]) => {
    const from = table ?? rowsOf ?? record;
    const properties = Object.keys((beside as { properties?: object } | undefined)?.properties ?? {});
    if (from === undefined) return [];
    const { columns, computed: { names: computed = [] } = {} } = tableNamed(from);
    const missing = properties.filter(property => !(property in columns) && !computed.includes(property));
    return missing.map(property => `${name} answers ${property}, which the table of ${from} does not have.`);
  });

/**
 * Faults of resources whose lists are split into buckets. Generated calls count a record in the bucket that its split
 * field names. So that field must be required, and its choices must equal the buckets.
 */
const splitFaults = ({ tables }: Tables): string[] =>
  Object.values(tables).flatMap(({ resource: { name, fields, split } }) => {
    if (split?.field === undefined) return [];
    const { required, choices = [] } = fields[split.field] ?? {};
    const fits = required && [...choices].sort().join() === [...split.values].sort().join();
    return fits
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
  readonly words: string;
  readonly types: readonly number[];
}
const texts: ColumnType = { words: 'text', types: [TEXT, VARCHAR] };
const numbers: ColumnType = { words: 'an integer or double precision', types: [INT2, INT4, INT8, FLOAT4, FLOAT8] };
const columnTypes: { readonly [Value in ValueType]: ColumnType } = {
  text: texts,
  choice: texts,
  record: numbers,
  number: numbers,
  duration: numbers,
  day: { words: 'date', types: [DATE] },
  moment: { words: 'timestamptz', types: [TIMESTAMPTZ] },
  boolean: { words: 'boolean', types: [BOOL] },
  position: numbers,
};

/**
 * Faults of column types. A `numeric` money column, for instance, is read as a text, so the write would succeed and
 * each answer would fail.
 * A module may convert its own columns.
 */
const typeFaults = (
  { resource, writes, source }: Table,
  describedAlone: readonly string[],
  read: readonly FieldDef[],
): string[] =>
  read.flatMap(({ name, dataTypeID }) => {
    const field = writes[name]?.field;
    // Choices are stored by id or code, several of them as an array.
    if (!field || field.idField !== undefined || field.many || !describedAlone.includes(source)) return [];
    const { words, types } = columnTypes[kinds[field.kind].value];
    return types.includes(dataTypeID)
      ? []
      : [`The column of ${name} of ${resource.name} is of another type than a ${field.kind} is: ${words}.`];
  });

interface Stored {
  readonly column: string;
  readonly type: string;
  readonly generated: boolean;
  /** Check constraints on this column alone. */
  readonly checks: readonly string[];
}

/** Columns of a table by name, with their check constraints. */
const storedColumns = async (pool: Pool, from: string): Promise<ReadonlyMap<string, Stored>> => {
  const { rows } = await pool.query<Stored>(
    `select attname as column, format_type(atttypid, atttypmod) as type,
        attgenerated <> '' as generated,
        array(select pg_get_expr(conbin, conrelid) from pg_constraint
          where conrelid = attrelid and contype = 'c' and conkey = array[attnum]) as checks
      from pg_attribute
      where attrelid = (select oid from pg_class where relname = $1 and relnamespace = current_schema()::regnamespace)
        and attnum > 0 and not attisdropped`,
    [from],
  );
  return new Map(rows.map(row => [row.column, row]));
};

/**
 * Faults of choices that the database would reject at the first write.
 */
const choiceFaults = async (pool: Pool, { resource, columns, source }: Table): Promise<string[]> => {
  const chosen = Object.entries<Field>(resource.fields).filter(([, { choices, many }]) => choices && !many);
  if (chosen.length === 0) return [];
  const stored = await storedColumns(pool, source);
  const faults = chosen.map(async ([name, { choices = [] }]) => {
    const written = stored.get(columns[name] ?? '');
    if (!written) return [];
    const faultOf = (choice: string) =>
      `The choice "${choice}" of ${resource.name}.${name} cannot be stored in ${written.column}.`;
    // A move writes the state. Other generated columns are only read.
    if (written.generated) return name === resource.states?.field ? choices.map(faultOf) : [];
    if (written.checks.length === 0) return [];
    const { rows } = await pool.query<{ choice: string }>(
      `select choice from (select choice, choice::${written.type} as "${written.column}" from unnest($1::text[]) as choice)
        as given where not coalesce(${written.checks.map(check => `(${check})`).join(' and ')}, false)`,
      [choices],
    );
    return rows.map(({ choice }) => faultOf(choice));
  });
  return (await Promise.all(faults)).flat();
};

/**
 * Throws if a description and its table differ, so that the server does not start. The message names resource and
 * field. An outage of the database is thrown as it is, because it says nothing about tables.
 */
export const checkTables = async (registry: Registry, pool: Pool): Promise<void> => {
  const faults = [
    ...(await descriptionFaults(registry.resources)),
    ...besideFaults(registry),
    ...splitFaults(registry),
    ...derivedFaults(registry),
  ];
  for (const table of Object.values(registry.tables)) {
    const { resource, select, source } = table;
    const searched = resource.list.search?.length ? ', search' : '';
    await pool.query(`select ${select.record}${searched} from ${source} limit 0`).then(
      async ({ fields }) =>
        void faults.push(...typeFaults(table, registry.describedAlone, fields), ...(await choiceFaults(pool, table))),
      (error: Error) => {
        if (isUnavailable(error)) throw error;
        faults.push(`The description of ${resource.name} and its table differ: ${error.message}.`);
      },
    );
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
};
