import type { Call, CallKey } from '../../../src/contract/call.ts';
import type { CommonDictionary, DictionaryName } from '../../../src/contract/dictionaries.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Resources } from '../../../src/schema/collect.ts';
import { type Resource, rowFields } from '../../../src/schema/define.ts';
import type { Field, FieldKind } from '../../../src/schema/kinds/field.ts';
import { kinds } from '../../../src/schema/kinds/kinds.ts';
import type { Exact } from '../../../src/schema/only.ts';
import { fieldsByWireName, wireNamesForReading, wireNamesForWriting } from '../../../src/schema/wire.ts';
import type { QueryRunner } from '../../db/read.ts';
import type { FieldFault } from '../../errors.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Caller, Changes, Tx } from '../../transaction.ts';
import type { SearchIndex } from './searchIndex.ts';
import type { Condition } from './statement.ts';

interface Entries {
  readonly title: (locale: Locale, dictionary: CommonDictionary, id: number) => string;
  readonly has: (dictionary: CommonDictionary, id: number) => boolean;
  /** Whether an entry exists, for dictionaries that use a code instead of an id. */
  readonly hasCode: (dictionary: DictionaryName, code: string) => boolean;
}

/** Language, time and titles for the conversion of rows to the form that the API sends (`Present`). */
export interface PresentContext {
  readonly locale: Locale;
  readonly nowIso: string;
  readonly companyName: string;
  readonly entries: Entries;
  readonly registry: Tables;
}

export interface RequestContext {
  readonly caller: Caller;
  readonly presentContext: PresentContext;
}

export type Row = Record<string, unknown>;
/** Titles of records by id, by name of their resource. */
export type TitlesById = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** Validated query parameters of a list. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Returns the table's option `visible` if it is an SQL condition. Undefined if it depends on the parameters of a query.
 */
export const visibleAlways = ({ visible }: Table): string | undefined =>
  typeof visible === 'string' ? visible : undefined;

/**
 * Returns the table's option `visible` if it is a function of query parameters. Undefined if it does not depend on
 * them.
 */
export const visibleFor = ({ visible }: Table): VisibleFor | undefined =>
  typeof visible === 'function' ? visible : undefined;

/** Adds values from other tables to the rows, with one query for all rows. */
export type Fill = (read: QueryRunner, companyId: number, rows: Row[], presentContext: PresentContext) => Promise<void>;

/** Converts rows to the form that the API sends. `read` queries the records that the rows refer to. */
export type Present = (rows: Row[], read: QueryRunner) => Promise<Row[]>;

/**
 * A move of the life cycle in progress. The record is locked, its state allows the move, and the values are checked.
 */
export interface MoveInput {
  readonly tx: Tx;
  readonly requestContext: RequestContext;
  readonly id: number;
  readonly record: Row;
  readonly values: Readonly<Row>;
  readonly now: Date;
  readonly workers: Workers;
  /** Stores values that the undo will need besides the record's own columns. */
  readonly keep: KeepForUndo;
}

/** An undo in progress. The record is locked and unchanged since the action. */
export interface UndoInput {
  readonly tx: Tx;
  readonly requestContext: RequestContext;
  readonly id: number;
  readonly record: Row;
  /** Values that the action stored with `keep`. */
  readonly keptValues: Readonly<Row>;
  readonly now: Date;
}

/** Restores what an action changed besides the record's own columns. */
export type Undo = (input: UndoInput) => Promise<void>;
export type KeepForUndo = (values: Readonly<Row>) => void;

/** Does the work of a move besides the state change. Returns further columns to write to the record. */
export type MoveWork = (input: MoveInput) => Promise<Readonly<Record<string, unknown>>>;

interface LifeCycleWork<Name extends string = string> {
  /** Takes locks that must precede the lock of the record. */
  readonly lock?: (tx: Tx, companyId: number, id: number, actionValues: Readonly<Row>) => Promise<void>;
  readonly work: { readonly [N in Name]: MoveWork };
  /** Undo functions of moves that can be undone and that change more than the record. */
  readonly undo?: { readonly [N in Name]?: Undo };
}

export interface LifeCycle<Name extends string = string> {
  /** Loads the code of the moves, because a thread that only reads the table does not need it. */
  readonly code: () => Promise<LifeCycleWork<Name>>;
}

/** Rows of a list whose content depends on the query's parameters. */
export interface VisibleRows {
  /**
   * SQL source that replaces the table and has the same columns. Example: the figures of one month instead of all time.
   */
  readonly from?: Condition;
  /** SQL of columns that are computed for the query, by name in the API. */
  readonly columns: Readonly<Record<string, Condition>>;
  readonly where: readonly Condition[];
}

/** Returns the rows of a list for given values of its extra parameters (`list.extraParameters` of the description). */
export type VisibleFor = (input: {
  readonly query: Query;
  readonly companyId: number;
  readonly nowIso: string;
}) => VisibleRows | undefined;

/** Values that do not come from a column of the row. */
interface Computed {
  /**
   * Names of values that `rows`, `record`, `present` or the call itself computes, including derived fields. The row
   * query does not select them. If a column has such a name, only filters use it.
   */
  readonly names?: readonly string[];
  /** Adds values to list rows and single records. */
  readonly rows?: Fill;
  /** Adds further values to single records. */
  readonly record?: Fill;
  /** Names of the columns that `rows` and `present` read besides `Id`. Absent: they may read any column. */
  readonly reads?: readonly string[];
}

interface Indexes {
  /**
   * True if the column `search` has an index of letter pairs. It serves search texts that are too short for trigrams.
   */
  readonly letterPairs?: true;
  /** Settings of the global search for this table. Absent: they follow from `globalSearch` in the description. */
  readonly search?: SearchIndex;
}

/**
 * Another table whose records find rows of this table. Example: the list of devices is also searched by the vouchers
 * that use them. The description names the fields in `list.search`, although the rows have no column for them.
 */
interface SearchedThrough {
  readonly table: () => Table;
  /** Column of this table, and the column of the other table that it equals. */
  readonly column: string;
  readonly otherColumn: string;
  /** SQL condition: the record of the other table still belongs to the row. Absent: all of them do. */
  readonly where?: string;
}

/** A record after a write, with the differences from its former values. */
export interface Write {
  readonly requestContext: RequestContext;
  readonly id: number;
  /** The record before an update. Absent for a new record. */
  readonly before?: Row;
  readonly changes: Changes;
}

/** Every resource description of the application, and the database table that serves it, by the name of the resource. */
export interface Tables {
  readonly resources: Resources;
  readonly tables: { readonly [resource: string]: Table };
  /** Names of the database tables of resources that need only a description and no `defineTable`. */
  readonly sourcesWithDefaults: readonly string[];
  readonly resource: (name: string) => Resource;
  readonly table: (name: string) => Table;
}

export interface Registry extends Tables {
  /** API calls of the contract. More calls are generated from the descriptions of the resources. */
  readonly calls: { readonly [name in CallKey]?: Call };
}

export interface Table {
  readonly resource: Resource;
  /** Name of the table in the database, or SQL that has its rows (in brackets). */
  readonly source: string;
  /** SQL select lists of list rows and of a single record. Columns are named as in the API. */
  readonly select: { readonly row: string; readonly record: string };
  /** SQL select list of the named fields and `Id`. Columns are named as in the API. */
  readonly selectOf: (names: readonly string[]) => string;
  /** Names in list rows that have no column: titles, and the names in `computed`. */
  readonly computedNames: readonly string[];
  /** SQL expression of each readable value, by name in the API. */
  readonly columns: Readonly<Record<string, string>>;
  /** Writable columns, by name in the API. */
  readonly writes: Readonly<Record<string, { readonly column: string; readonly field: Field }>>;
  /**
   * Columns for sorting, by name in the API, where a value is not sorted by its own column. Example: the rank of a
   * word.
   */
  readonly order?: Readonly<Record<string, string>>;
  /**
   * Restricts the visible rows of the company. An SQL condition (in brackets if it has several parts), or a function if
   * the rows depend on query parameters.
   */
  readonly visible?: string | VisibleFor;
  /**
   * Column that decides to which list (bucket) a row belongs. The column belongs to the field by which the description
   * splits the resource, or has the name of the path parameter.
   */
  readonly bucket?: string;
  /**
   * Last step of the conversion of a row to the form that the API sends. It changes values that depend on the caller or
   * the clock.
   */
  readonly present?: (row: Row, presentContext: PresentContext) => void;
  readonly computed?: Computed;
  /** Column with the id of the company that owns the row. In the table `company` this is the row's own `id`. */
  readonly companyColumn: 'company_id' | 'id';
  /**
   * Parts of a list that may be cached. Absent: pages and total. `total`: only the total, because rows are also changed
   * outside `change` (db/change.ts). `none`: nothing, because rows are also added and removed outside the described
   * calls.
   */
  readonly cache?: 'total' | 'none';
  readonly index?: Indexes;
  readonly searchedThrough?: SearchedThrough;
  /** Checks written values beyond the rules of the description. Returns the faults. */
  readonly validate?: (values: Readonly<Row>) => readonly FieldFault[];
  /** Computes columns of a new row that no form fills in. */
  readonly defaults?: (tx: Tx, values: Readonly<Row>, caller: Caller) => Promise<Readonly<Row>>;
  /** Writes further changes that belong to a new or updated record, in the same transaction. */
  readonly afterWrite?: (tx: Tx, write: Write) => Promise<void>;
  readonly lifeCycle?: LifeCycle;
  /** Takes locks that must precede the locks of records for an update, in the order that other transactions use. */
  readonly lock?: (tx: Tx, companyId: number, ids: readonly number[]) => Promise<void>;
}

/** Hooks and options that a table may add. `lifeCycle` follows from the description's `states`. */
type TableHook =
  | 'visible'
  | 'computed'
  | 'present'
  | 'defaults'
  | 'validate'
  | 'lock'
  | 'afterWrite'
  | 'cache'
  | 'index'
  | 'searchedThrough'
  | 'order';

/** The table's differences from the defaults of its description. */
interface Differences<Name extends string> extends Pick<Table, TableHook> {
  /** Name of the database table. Default: the entity of the description. */
  readonly source?: string;
  /**
   * SQL expressions by name: for fields whose column is computed or named differently, and for further properties of a
   * row.
   */
  readonly columns?: { readonly [N in Name]?: string } & Readonly<Record<string, string | undefined>>;
  /** Like `columns`, but for properties that only a single record has, and no list row. */
  readonly singleRecordColumns?: Readonly<Record<string, string>>;
}

/** Names of the moves of a life cycle. A module must implement each of them, or the code does not compile. */
type MoveNames<A> = {
  [N in keyof A]: A[N] extends { readonly fromStates: readonly string[] } ? N : never;
}[keyof A] &
  string;
type LifeCycleOf<R> = R extends { readonly states: object; readonly actions: infer A }
  ? { readonly lifeCycle: LifeCycle<MoveNames<A>> }
  : { readonly lifeCycle?: undefined };

type DifferencesOf<R extends Resource> = Differences<keyof R['fields'] & string> & LifeCycleOf<R>;

/** `installationCenter` → `installation_center`, `ZipCode` → `zip_code`, `VIN` → `vin`. */
export const toSnakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** Whether the column of a kind holds texts. It is never null: a missing value is the empty text. */
export const isTextKind = (kind: FieldKind): boolean => ['text', 'choice'].includes(kinds[kind].valueType);

export const isTextColumn = ({ kind, idField, nullable, many }: Field): boolean =>
  !idField && !nullable && !many && isTextKind(kind);

export const columnOf = ({ columns }: Table, name: string, field: Field): string =>
  columns[wireNamesForWriting(name, field)[0] ?? name] ?? '';

export const mayBeNull = (field: Field): boolean => !field.required && !isTextColumn(field) && field.kind !== 'boolean';

/** Names that are read from columns. Titles of choices and references are not among them. */
const columnNames = (name: string, field: Field): readonly string[] =>
  field.idField === undefined ? wireNamesForReading(name, field) : [field.idField];

/**
 * Returns the table of a resource: columns named after the fields, plus `id`, `company_id`, `version` and the
 * differences. The server does not start if a column is missing (registry.ts).
 */
export const defineTable = <R extends Resource, D extends DifferencesOf<R>>(
  resource: R,
  differences: D & Exact<D, DifferencesOf<R>> = {} as never,
): Table => {
  const {
    source = toSnakeCase(resource.entity),
    columns: customColumns = {},
    singleRecordColumns = {},
    ...hooks
  }: DifferencesOf<R> = differences;
  const computed = hooks.computed?.names ?? [];
  const describedColumns = Object.entries<Field>(resource.fields)
    .filter(([, { derived, inputOnly }]) => !derived && !inputOnly)
    .flatMap(([name, field]) => columnNames(name, field).map(wireName => [wireName, field, name] as const))
    .filter(([wireName]) => !computed.includes(wireName));
  const defaultColumns = Object.fromEntries(describedColumns.map(([wireName]) => [wireName, toSnakeCase(wireName)]));
  const columns = {
    Id: 'id',
    ...defaultColumns,
    Version: 'version',
    ...customColumns,
    ...singleRecordColumns,
  } as Record<string, string>;
  const fields = new Map(describedColumns.map(([wireName, field]) => [wireName, field]));
  const selectExpression = (wireName: string): string => {
    const field = fields.get(wireName);
    const column = columns[wireName];
    const isBlankText = field && isTextColumn(field) && !resource.emptyTexts;
    return `${isBlankText ? `nullif(${column}, '')` : column} as "${wireName}"`;
  };
  const listedFields = rowFields(resource);
  const fieldsForWriting = fieldsByWireName(resource.fields);
  const unlistedNames = describedColumns
    .filter(([, , name]) => !listedFields.includes(name))
    .map(([wireName]) => wireName);
  const singleRecordNames = [...unlistedNames, ...Object.keys(singleRecordColumns)];
  const selectList = (names: readonly string[]) => names.map(selectExpression).join(', ');
  const allNames = Object.keys(columns).filter(name => !computed.includes(name));
  return {
    resource,
    source,
    columns,
    computedNames: [
      ...listedFields.filter(name => resource.fields[name]?.idField),
      ...computed.filter(name => listedFields.includes(name)),
    ],
    selectOf: names => {
      const wireNames = names.flatMap(name => columnNames(name, resource.fields[name] as Field));
      return selectList([...new Set(['Id', ...wireNames.filter(wireName => !computed.includes(wireName))])]);
    },
    select: {
      row: selectList(allNames.filter(name => !singleRecordNames.includes(name))),
      record: selectList(allNames),
    },
    writes: Object.fromEntries(
      describedColumns.map(([wireName, field]) => [
        wireName,
        { column: columns[wireName] ?? '', field: fieldsForWriting[wireName] ?? field },
      ]),
    ),
    ...(resource.split && { bucket: columns[resource.split.field ?? ''] ?? toSnakeCase(resource.split.parameter) }),
    companyColumn: source === 'company' ? 'id' : 'company_id',
    ...(resource.states && { lifeCycle: { code: async () => ({ work: {} }) } }),
    ...hooks,
  };
};
