import type { TSchema } from 'typebox';
import type { Access } from './access.ts';
import type { DescribedTypes } from './describedTypes.ts';
import type { Static } from './static.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type CallKey = `${Method} /${string}`;

/** Default maximum size of a request body, bytes. */
export const ordinaryBodyBytes = 64 * 1024;
/** Default maximum size of a request body of public calls, bytes. */
export const publicBodyBytes = 4 * 1024;

/** Description of an API call. Validation, the OpenAPI document and the client's types are made from it. */
export interface Call {
  /** Section of the API reference that lists the call. */
  readonly tag: string;
  /** Short title in the reference's menu. Imperative, at most 40 characters. */
  readonly title: string;
  /** Purpose of the call in one line. */
  readonly purpose: string;
  readonly access: Access;
  /**
   * Marks a call that answers only a part of its data to a caller without the full right. `case`: a caller without the
   * right `whereabouts` gets data of the case that the caller has leased now. `record`: a caller without the right
   * `audit` gets the history of records that the caller may read. The server refuses the rest.
   */
  readonly narrowedTo?: 'case' | 'record';
  /** Path parameters. Ids are positive integers by default. */
  readonly params?: TSchema;
  readonly query?: TSchema;
  /**
   * Name of a resource: the call answers a page of its list. Rows have the fields of the description. The query
   * parameters (page, pageSize, sort, search, filters) follow from the description.
   */
  readonly table?: string;
  /** Name of a resource: `query` also contains the filters and the search of its list. The call has its own answer. */
  readonly filters?: string;
  /**
   * For a resource with several lists: the list that the call answers if no path parameter names one. Example:
   * `opened`.
   */
  readonly bucket?: string;
  /**
   * For a resource with several lists: the call answers all of them as one list. The value is the name of the query
   * parameter that selects some of the lists.
   */
  readonly bucketsParameter?: string;
  /**
   * Name of a resource: the call answers `{ Items, Total }` with rows of the resource. The call's handler selects the
   * rows.
   */
  readonly rowsOf?: string;
  /** Name of a resource: the call answers one record with the described fields. */
  readonly record?: string;
  /**
   * Additional properties of the rows or the record that the call answers. The resource's description does not have
   * these properties.
   */
  readonly extraProperties?: TSchema;
  /**
   * Name of a resource: the body contains the changed fields of its form. It also contains the `Version` that the
   * client had read.
   */
  readonly changes?: string;
  /** Name of a resource: the body contains the form's fields for a new record, and the properties of `body`. */
  readonly creates?: string;
  /**
   * The call makes a move of a resource's life cycle. The request body contains the fields that the move requires,
   * `Version`, and the properties of `body`.
   */
  readonly lifeCycleMove?: { readonly resource: string; readonly move: string };
  /**
   * Name of a resource: the body holds the fields of its form. With an `Id` the call changes that record, otherwise it
   * creates one. The answer is the `Id`. Such a call needs no handler.
   */
  readonly saves?: string;
  /** Alternative names of a table call's query parameters, for example `brandId` for `BrandId`. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly body?: TSchema;
  /** Marks a GET call that changes data, as the specification demands. A HEAD request to it changes nothing. */
  readonly changesData?: true;
  /** Format of the request body. Default: `json`. A `multipart` body carries one file in the part `file`. */
  readonly bodyKind?: 'json' | 'multipart';
  /** Schema of the body of a successful response. Absent if the call answers bytes (`binary`) or events (`stream`). */
  readonly answer?: TSchema;
  /** The answer carries an `ETag`. The server answers 304 if the client already has this version of the answer. */
  readonly hasEtag?: true;
  /** Name of a property of the answer that may be long. A worker thread converts this property to JSON. */
  readonly longProperty?: string;
  readonly binary?: boolean;
  /** Schema of one event: the call answers an endless stream of server-sent events. */
  readonly stream?: TSchema;
  /** Only failed requests of this call are logged, because machines send it every few seconds. */
  readonly logsOnlyFailures?: true;
  /**
   * The call accepts an `Idempotency-Key`, as every call with status 201 does. The handler must change data in one
   * transaction.
   */
  readonly acceptsIdempotencyKey?: true;
  /** HTTP status of a successful response. Default: 200. */
  readonly status?: 200 | 201;
  /** Maximum size of the request body, bytes. Default: `ordinaryBodyBytes`, or `publicBodyBytes` for public calls. */
  readonly bodyLimitBytes?: number;
}

type TypeOfResource<R extends string, P extends string> = R extends keyof DescribedTypes
  ? P extends keyof DescribedTypes[R]
    ? DescribedTypes[R][P]
    : never
  : Readonly<Record<string, unknown>>;
/** Types of a resource by the resource's name: rows of its lists, single records, and changes of a record. */
export type RowOf<R extends string> = TypeOfResource<R, 'row'>;
export type RecordOf<R extends string> = TypeOfResource<R, 'record'>;
export type ChangeOf<R extends string> = TypeOfResource<R, 'change'>;

type ValueOf<C, K extends keyof Call> = C extends { readonly [P in K]: infer S extends TSchema }
  ? Static<S>
  : undefined;

/** Query parameters of a table call in the client. All values are sent as text. */
export type TableQuery = Record<string, string | number | boolean | undefined>;

export type ParamsOf<C> = ValueOf<C, 'params'>;
export type QueryOf<C> = C extends { readonly table: string }
  ? TableQuery
  : C extends { readonly filters: string }
    ? TableQuery & ValueOf<C, 'query'>
    : ValueOf<C, 'query'>;
export type BodyOf<C> = C extends { readonly changes: infer R extends string }
  ? ChangeOf<R>
  : C extends { readonly creates: string } | { readonly lifeCycleMove: object }
    ? Readonly<Record<string, unknown>>
    : ValueOf<C, 'body'>;

type ExtraProperties<C> = C extends { readonly extraProperties: infer S extends TSchema } ? Static<S> : unknown;
export type AnswerOf<C> = C extends
  | { readonly table: infer R extends string }
  | { readonly rowsOf: infer R extends string }
  ? { Items: (RowOf<R> & ExtraProperties<C>)[]; Total: number }
  : C extends { readonly record: infer R extends string }
    ? RecordOf<R> & ExtraProperties<C>
    : ValueOf<C, 'answer'>;
