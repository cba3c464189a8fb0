import type { Static, TSchema } from 'typebox';
import type { Access } from './access.ts';
import type { DescribedTypes } from './described.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type CallKey = `${Method} /${string}`;

/** Largest body of a call that does not say otherwise, in bytes. */
export const ordinaryBodyBytes = 64 * 1024;
/** The same of a call that anybody may make. */
export const publicBodyBytes = 4 * 1024;

/** One call as data: the server validates with it, the OpenAPI document shows it, the client's types are read off it. */
export interface Call {
  /** Heading under which the call stands in the reference. */
  readonly tag: string;
  /** What it does, in the imperative, for the reference's menu: at most 40 characters. */
  readonly title: string;
  /** One line: what the call is for. */
  readonly purpose: string;
  readonly access: Access;
  /** Path parameters; ids are positive integers unless said otherwise. */
  readonly params?: TSchema;
  readonly query?: TSchema;
  /**
   * The call answers a table of this resource: its rows are as the resource is described, and its query parameters
   * (page, pageSize, sort, search and one set per filter) are those the description allows.
   */
  readonly table?: string;
  /** The one list of a split resource that is answered, where no path parameter says it. */
  readonly bucket?: string;
  /** The call answers rows of this resource that its own query chooses: `{ Items, Total }`. */
  readonly rowsOf?: string;
  /** The call answers a record of this resource, as it is described. */
  readonly record?: string;
  /** What its rows or its record have beside the fields that are described. */
  readonly beside?: TSchema;
  /** The body holds the fields of this resource's form that change, and the `Version` they were read at. */
  readonly changes?: string;
  /** The body holds the fields of a new record of this resource, as its form has them, and those of `body`. */
  readonly creates?: string;
  /** The body holds what a move of the resource's life cycle asks, `Version`, and the members of `body`. */
  readonly asks?: { readonly resource: string; readonly move: string };
  readonly body?: TSchema;
  /** A GET that changes something, as the specification has it: asked by HEAD, nothing is done. */
  readonly alters?: true;
  /** `json` unless said otherwise; `multipart` bodies carry one file in the part `file`. */
  readonly bodyKind?: 'json' | 'multipart';
  /** What a good answer holds. Absent: the call answers bytes (`binary`) or events (`stream`). */
  readonly answer?: TSchema;
  readonly binary?: boolean;
  /** The call answers a stream of server-sent events without end; this is what one of them holds. */
  readonly stream?: TSchema;
  /** Status of a good answer, 200 unless said otherwise. */
  readonly status?: 200 | 201;
  /** Largest body taken, in bytes, where it differs from `ordinaryBodyBytes` (`publicBodyBytes` of public calls). */
  readonly bodyLimitBytes?: number;
}

type Property<R extends string, P extends string> = R extends keyof DescribedTypes
  ? P extends keyof DescribedTypes[R]
    ? DescribedTypes[R][P]
    : never
  : Readonly<Record<string, unknown>>;
/** A row of the resource's list, one of its records, and a change of it. */
export type RowOf<R extends string> = Property<R, 'row'>;
export type RecordOf<R extends string> = Property<R, 'record'>;
export type ChangeOf<R extends string> = Property<R, 'change'>;

type Of<C, K extends keyof Call> = C extends { readonly [P in K]: infer S extends TSchema } ? Static<S> : undefined;

/** Query of a table call as the client gives it: every value is text on the wire. */
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
