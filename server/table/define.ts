import type { CommonDictionary, DictionaryName } from '../../src/contract/dictionaries.ts';
import type { Locale } from '../../src/contract/messages/index.ts';
import type { Field, FieldKind } from '../../src/kinds/field.ts';
import { type Resource, rowFields } from '../../src/resources/define.ts';
import { readNames, writtenNames } from '../../src/resources/wire.ts';
import type { Caller, Changes, Tx } from '../context.ts';
import type { Read } from '../db/read.ts';
import type { FieldFault } from '../errors.ts';
import type { Workers } from '../workers.ts';
import type { Found } from './found.ts';
import type { Condition } from './statement.ts';

/** Dictionary entries: their titles, and whether one exists. */
interface Entries {
  readonly title: (locale: Locale, dictionary: CommonDictionary, id: number) => string;
  readonly has: (dictionary: CommonDictionary, id: number) => boolean;
  /** The same of those whose entries are known by a code. */
  readonly hasCode: (dictionary: DictionaryName, code: string) => boolean;
}

export interface Presenting {
  readonly locale: Locale;
  readonly nowIso: string;
  readonly companyName: string;
  readonly entries: Entries;
}

/** Who asks, in which language, and when. */
export interface Asking {
  readonly caller: Caller;
  readonly how: Presenting;
}

export type Row = Record<string, unknown>;
/** Titles of records by id, for each resource that they are of. */
export type TitlesById = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** What a list is asked, as its parameters are validated. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Reads what other tables know of the rows, a question for all of them, and puts it in. */
export type Fill = (read: Read, companyId: number, rows: Row[], how: Presenting) => Promise<void>;

/** Puts rows as the wire has them; `read` asks for what they refer to. */
export type Present = (rows: Row[], read: Read) => Promise<Row[]>;

/** A move of the life cycle on its way: the record is held, its state allows it, and what was asked is checked. */
export interface Moving {
  readonly tx: Tx;
  readonly asking: Asking;
  readonly id: number;
  readonly record: Row;
  readonly asked: Readonly<Row>;
  readonly now: Date;
  readonly workers: Workers;
  /** Keeps what undoing it will need beside the record's own columns. */
  readonly keep: Keep;
}

/** Something that was done is to be undone: the record is held, and is as that left it. */
export interface Undoing {
  readonly tx: Tx;
  readonly asking: Asking;
  readonly id: number;
  readonly record: Row;
  /** What was kept for it. */
  readonly kept: Readonly<Row>;
  readonly now: Date;
}

/** Puts back what an action changed beside the record's own columns. */
export type Undo = (undoing: Undoing) => Promise<void>;
/** Keeps values for whoever undoes it; they are stored as JSON. */
export type Keep = (values: Readonly<Row>) => void;

/** Does what a move does beside changing the state; answers further columns of the record to be written. */
export type MoveWork = (moving: Moving) => Promise<Readonly<Record<string, unknown>>>;

/** How the life cycle of a resource is done; without a module's word the state alone is written, as it is called. */
export interface Moves<Name extends string = string> {
  /** Column of the state, and what is written there. */
  readonly column: string;
  readonly stored: (state: string) => unknown;
  /** Takes what must be held before the record itself. */
  readonly hold?: (tx: Tx, companyId: number, id: number, asked: Readonly<Row>) => Promise<void>;
  readonly work: { readonly [N in Name]: MoveWork };
  /** Of those that can be undone and change more than the record. */
  readonly undo?: { readonly [N in Name]?: Undo };
}

/** What an update has written. */
export interface Updated {
  readonly tx: Tx;
  readonly asking: Asking;
  readonly id: number;
  readonly before: Row;
  readonly changes: Changes;
}

/** SQL of computed columns by name on the wire, and conditions that stand beside those of the table. */
export interface AskedRows {
  /** What is read instead of the table, with the same columns: the figures of a period for those of all time. */
  readonly from?: Condition;
  readonly columns: Readonly<Record<string, Condition>>;
  readonly where: readonly Condition[];
}

/** A record that has just been written, and what of it differs from before. */
export interface Written {
  readonly id: number;
  readonly caller: Caller;
  readonly changes: Changes;
}

/** Where the fields of a resource lie in the database. */
export interface Table {
  readonly resource: Resource;
  readonly from: string;
  /** SQL of list rows and of a single record, columns named as on the wire. */
  readonly select: { readonly row: string; readonly record: string };
  /** SQL of some of the fields alone, each column named as on the wire, `Id` among them. */
  readonly selectOf: (names: readonly string[]) => string;
  /** Names of list rows that have no column: titles, and what the table puts in. */
  readonly presented: readonly string[];
  /** SQL expression of each name on the wire that is read. */
  readonly columns: Readonly<Record<string, string>>;
  /** Writable columns by wire name. */
  readonly writes: Readonly<Record<string, { readonly column: string; readonly field: Field }>>;
  /** Columns by which names on the wire are ordered, where not by their own: the ranks of words. */
  readonly orders?: Readonly<Record<string, string>>;
  /** SQL condition besides the company, if any: a single one, or several in brackets. */
  readonly where?: string;
  /** Column of the split value (the bucket), if the resource is split. */
  readonly bucket?: string;
  /** Last step from a row to the wire: what depends on caller or clock. */
  readonly present?: (row: Row, how: Presenting) => void;
  /** Reads what other tables know of the rows, a question for all of them, and puts it in. */
  readonly fill?: Fill;
  /** The same for a record read alone. */
  readonly fillRecord?: Fill;
  /**
   * Names that these, or the call itself, put in. Derived fields are among them. They are not read with the row: a column
   * that one has all the same is what the list is filtered by.
   */
  readonly puts?: readonly string[];
  /** Column that says whose a row is, where it is not `company_id`. */
  readonly companyColumn?: string;
  /** What the rows are for the parameters that its list is asked beside the described ones (`list.asks`). */
  readonly asked?: (about: {
    readonly query: Query;
    readonly companyId: number;
    readonly nowIso: string;
  }) => AskedRows | undefined;
  /** Its rows come and go by other hands than the described calls, so that their number is counted and not kept. */
  readonly counted?: true;
  /** Its rows are also written beside changes (db/change.ts): nothing is remembered of its lists. */
  readonly touched?: true;
  /** Pairs of letters of its `search` are indexed (migration 031), for texts too short for trigrams. */
  readonly pairs?: true;
  /** What is wrong with values that are written, beyond what the description says. */
  readonly check?: (values: Readonly<Row>) => readonly FieldFault[];
  /** Columns of a new row that nobody fills in. */
  readonly made?: (tx: Tx, values: Readonly<Row>, caller: Caller) => Promise<Readonly<Row>>;
  /** What else changes with a record, in the same transaction. */
  readonly written?: (tx: Tx, written: Written) => Promise<void>;
  /** Names that `fill` and `present` look at beside `Id`; absent: any. */
  readonly looksAt?: readonly string[];
  /** Of a resource with `states`. */
  readonly moves?: Moves;
  /** Before records themselves are held for an update: what others hold before them, in the same order. */
  readonly hold?: (tx: Tx, companyId: number, ids: readonly number[]) => Promise<void>;
  /** Follows an update: copies of what was written, wherever they lie. */
  readonly updated?: (updated: Updated) => Promise<void>;
  /** How the search of the whole cabinet finds its rows, where the description's `found` is not enough. */
  readonly found?: Found;
}

type Further =
  | 'where'
  | 'orders'
  | 'bucket'
  | 'present'
  | 'fill'
  | 'fillRecord'
  | 'puts'
  | 'companyColumn'
  | 'asked'
  | 'counted'
  | 'touched'
  | 'pairs'
  | 'check'
  | 'made'
  | 'written'
  | 'looksAt'
  | 'hold'
  | 'updated'
  | 'found';

/** What is not as the description alone says. */
interface Differences<Name extends string> extends Pick<Table, Further> {
  /** Table, where its name is not that of the entity. */
  readonly from?: string;
  /** SQL of names whose column has another name or is computed, and of row properties beside the described fields. */
  readonly columns?: { readonly [N in Name]?: string } & Readonly<Record<string, string | undefined>>;
  /** The same for properties of single records only. */
  readonly recordColumns?: Readonly<Record<string, string>>;
}

/** Beside the state, a module's move does work of its own: one that it forgets does not compile. */
type MoveNames<A> = {
  [N in keyof A]: A[N] extends { readonly from: readonly string[] } ? N : never;
}[keyof A] &
  string;
type MovesOf<R> = R extends { readonly states: object; readonly actions: infer A }
  ? { readonly moves: Moves<MoveNames<A>> }
  : { readonly moves?: undefined };

/** `installationCenter` → `installation_center`, `ZipCode` → `zip_code`, `VIN` → `vin`. */
export const snake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** Kinds whose text column is never null: a missing value is the empty text. */
const textKinds: readonly FieldKind[] = ['text', 'option', 'status', 'plate', 'vin', 'imei', 'phone', 'email'];

export const isTextKind = (kind: FieldKind): boolean => textKinds.includes(kind);

export const isTextColumn = ({ kind, idField, nullable, many }: Field): boolean =>
  !idField && !nullable && !many && isTextKind(kind);

/** Column by which a field is sorted, filtered and compared. */
export const columnOf = ({ columns }: Table, name: string, field: Field): string =>
  columns[writtenNames(name, field)[0] ?? name] ?? '';

/** Whether its column may be null. */
export const mayBeNull = (field: Field): boolean => !field.required && !isTextColumn(field) && field.kind !== 'boolean';

/** Names read from columns, unlike titles of choices and references. */
const columnNames = (name: string, field: Field): readonly string[] =>
  field.idField === undefined ? readNames(name, field) : [field.idField];

/**
 * The table of a resource: columns named after the fields, plus `id`, `company_id`, `version` and the differences. A
 * server does not start if one of the columns is missing (registry.ts).
 */
export const defineTable = <R extends Resource>(
  resource: R,
  {
    from = snake(resource.entity),
    columns: differing = {},
    recordColumns = {},
    ...more
  }: Differences<keyof R['fields'] & string> & MovesOf<R> = {} as Differences<never> & MovesOf<R>,
): Table => {
  const described = Object.entries<Field>(resource.fields)
    .filter(([, { derived, inputOnly }]) => !derived && !inputOnly)
    .flatMap(([name, field]) => columnNames(name, field).map(wireName => [wireName, field, name] as const))
    .filter(([wireName]) => !more.puts?.includes(wireName));
  const named = Object.fromEntries(described.map(([wireName]) => [wireName, snake(wireName)]));
  const columns = { Id: 'id', ...named, Version: 'version', ...differing, ...recordColumns } as Record<string, string>;
  const fields = new Map(described.map(([wireName, field]) => [wireName, field]));
  const expression = (wireName: string): string => {
    const field = fields.get(wireName);
    const column = columns[wireName];
    const blank = field && isTextColumn(field) && !resource.emptyTexts;
    return `${blank ? `nullif(${column}, '')` : column} as "${wireName}"`;
  };
  const listed = rowFields(resource);
  const recordOnly = described.filter(([, , name]) => !listed.includes(name)).map(([wireName]) => wireName);
  const alone = [...recordOnly, ...Object.keys(recordColumns)];
  const selected = (names: readonly string[]) => names.map(expression).join(', ');
  const all = Object.keys(columns).filter(name => !more.puts?.includes(name));
  return {
    resource,
    from,
    columns,
    presented: [
      ...listed.filter(name => resource.fields[name]?.idField),
      ...(more.puts ?? []).filter(name => listed.includes(name)),
    ],
    selectOf: names => {
      const wanted = names.flatMap(name => columnNames(name, resource.fields[name] as Field));
      return selected([...new Set(['Id', ...wanted.filter(wireName => !more.puts?.includes(wireName))])]);
    },
    select: { row: selected(all.filter(name => !alone.includes(name))), record: selected(all) },
    writes: Object.fromEntries(
      described.map(([wireName, field]) => [wireName, { column: columns[wireName] ?? '', field }]),
    ),
    ...(resource.split?.field !== undefined && { bucket: columns[resource.split.field] }),
    ...(resource.states && {
      moves: { column: columns[resource.states.field] ?? '', stored: (state: string) => state, work: {} },
    }),
    ...more,
  };
};
