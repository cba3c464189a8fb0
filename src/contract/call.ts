import type { Static, TSchema } from 'typebox';
import type { Access } from './access.ts';

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
   * The call answers a table of this resource: its query parameters (page, pageSize, sort, search and one set per
   * filter) are those the resource's description allows.
   */
  readonly table?: string;
  readonly body?: TSchema;
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

type Of<C, K extends keyof Call> = C extends { readonly [P in K]: infer S extends TSchema } ? Static<S> : undefined;

/** Query of a table call as the client gives it: every value is text on the wire. */
export type TableQuery = Record<string, string | number | boolean | undefined>;

export type ParamsOf<C> = Of<C, 'params'>;
export type QueryOf<C> = C extends { readonly table: string } ? TableQuery : Of<C, 'query'>;
export type BodyOf<C> = Of<C, 'body'>;
export type AnswerOf<C> = Of<C, 'answer'>;
