import type { TSchema } from 'typebox';
import type { Access } from './access.ts';
import type { DescribedTypes } from './described.ts';
import type { Static } from './static.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type CallKey = `${Method} /${string}`;

/** Default limit of a call's body, bytes. */
export const ordinaryBodyBytes = 64 * 1024;
/** The same for public calls. */
export const publicBodyBytes = 4 * 1024;

/** A call as data: the source of validation, the OpenAPI document and the client's types. */
export interface Call {
  /** Heading of the call in the reference. */
  readonly tag: string;
  /** Short title for the reference's menu, imperative, at most 40 characters. */
  readonly title: string;
  /** One line: what the call is for. */
  readonly purpose: string;
  readonly access: Access;
  /**
   * Whoever lacks the right to all of it gets a part: what belongs to the case they hold at this moment (`whereabouts`), the
   * history of a record they may read (`audit`). The rest the server refuses by itself.
   */
  readonly narrowedTo?: 'case' | 'record';
  /** Path parameters; ids are positive integers unless said otherwise. */
  readonly params?: TSchema;
  readonly query?: TSchema;
  /**
   * Table of this resource: rows have its fields, and query parameters (page, pageSize, sort, search and those of its
   * filters) follow from its description.
   */
  readonly table?: string;
  /** The list of a split resource that is answered, if no path parameter names it. */
  readonly bucket?: string;
  /** All lists of a split resource in one; `Status` here is the parameter that narrows it to some of them. */
  readonly everyBucket?: string;
  /** The call answers rows of this resource that its own query chooses: `{ Items, Total }`. */
  readonly rowsOf?: string;
  /** The call answers a record of this resource, as it is described. */
  readonly record?: string;
  /** Properties of its rows or record beside the described fields. */
  readonly beside?: TSchema;
  /** The body holds the fields of this resource's form that change, and the `Version` they were read at. */
  readonly changes?: string;
  /** The body holds the fields of a new record of this resource, as its form has them, and those of `body`. */
  readonly creates?: string;
  /** The body holds what a move of the resource's life cycle asks, `Version`, and the members of `body`. */
  readonly asks?: { readonly resource: string; readonly move: string };
  /**
   * The body holds the fields of this resource's form, and the `Id` of the record that they change; without it a new one
   * is made. The answer is its `Id`. Such a call needs no handler.
   */
  readonly saves?: string;
  /** Other names that parameters of a table call go by: `brandId` for `BrandId`. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly body?: TSchema;
  /** A GET that changes something, as the specification has it: asked by HEAD, nothing is done. */
  readonly alters?: true;
  /** `json` unless said otherwise; `multipart` bodies carry one file in the part `file`. */
  readonly bodyKind?: 'json' | 'multipart';
  /** Body of a successful response. Absent: bytes (`binary`) or events (`stream`). */
  readonly answer?: TSchema;
  /** The answer has an `ETag`, and is 304 to whoever has it already. */
  readonly tagged?: true;
  /** This property of the answer may be long: the server has it written as JSON in a thread. */
  readonly longProperty?: string;
  readonly binary?: boolean;
  /** The call answers an endless stream of server-sent events of this shape. */
  readonly stream?: TSchema;
  /** Machines send this call every few seconds. Only failed requests are logged. */
  readonly unlogged?: true;
  /** Takes an `Idempotency-Key`, as all calls that answer 201 do. */
  readonly keyed?: true;
  /** Status of a successful response, 200 by default. */
  readonly status?: 200 | 201;
  /** Largest body, bytes; default `ordinaryBodyBytes` (`publicBodyBytes` of public calls). */
  readonly bodyLimitBytes?: number;
}

type Property<R extends string, P extends string> = R extends keyof DescribedTypes
  ? P extends keyof DescribedTypes[R]
    ? DescribedTypes[R][P]
    : never
  : Readonly<Record<string, unknown>>;
/** Types of a resource's row, record and change. */
export type RowOf<R extends string> = Property<R, 'row'>;
export type RecordOf<R extends string> = Property<R, 'record'>;
export type ChangeOf<R extends string> = Property<R, 'change'>;

type Of<C, K extends keyof Call> = C extends { readonly [P in K]: infer S extends TSchema } ? Static<S> : undefined;

/** Query of a table call as the client passes it: all values are text on the wire. */
export type TableQuery = Record<string, string | number | boolean | undefined>;

export type ParamsOf<C> = Of<C, 'params'>;
export type QueryOf<C> = C extends { readonly table: string } ? TableQuery : Of<C, 'query'>;
export type BodyOf<C> = C extends { readonly changes: infer R extends string }
  ? ChangeOf<R>
  : C extends { readonly creates: string } | { readonly asks: object }
    ? Readonly<Record<string, unknown>>
    : Of<C, 'body'>;

type Beside<C> = C extends { readonly beside: infer S extends TSchema } ? Static<S> : unknown;
export type AnswerOf<C> = C extends
  | { readonly table: infer R extends string }
  | { readonly rowsOf: infer R extends string }
  ? { Items: (RowOf<R> & Beside<C>)[]; Total: number }
  : C extends { readonly record: infer R extends string }
    ? RecordOf<R> & Beside<C>
    : Of<C, 'answer'>;
