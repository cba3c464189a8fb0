import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Role } from '../src/contract/access.ts';
import type { AnswerFor, BodyFor, CallName, Calls, ParamsFor, QueryFor } from '../src/contract/index.ts';
import type { Locale, Outage } from '../src/contract/messages/index.ts';
import type { AuditRow } from '../src/contract/shapes/audit.ts';
import type { NewsOf, NewsType } from '../src/contract/shapes/live.ts';
import type { Db } from './db/connect.ts';
import type { Gate } from './db/gate.ts';
import type { Database } from './db/types.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Workers } from './workers.ts';

/** What every part of the server works with. Time is passed in. */
export interface Context {
  readonly db: Db;
  readonly pool: Pool;
  /** For lists and searches, whose statements are ended after two seconds. */
  readonly reads: { readonly pool: Pool; readonly db: Db; readonly gate: Gate };
  /** For whole lists: whoever is let in may hold a connection. */
  readonly streams: { readonly pool: Pool; readonly gate: Gate; readonly sendTimeoutMs: number };
  readonly database: DatabaseCondition;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly site: Site;
  readonly mail: Mailer;
  readonly workers: Workers;
  /** Does work after the answer: how long it takes must not be seen, and its failure goes to the log. */
  readonly deferred: (what: string, work: () => Promise<void>) => void;
}

/** How the database is, beyond what one statement shows. */
export interface DatabaseCondition {
  /** Rejects unless it can be read and, as far as is known, written. */
  readonly check: () => Promise<void>;
  /** What whoever runs it knows to be wrong with it. */
  readonly trouble: () => Outage | undefined;
}

/** What an installation offers to people who are not signed in. */
export interface Site {
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly registration: boolean;
  readonly passwordReset: boolean;
}

/** The account behind a request. */
export interface Caller {
  readonly accountId: number;
  readonly companyId: number;
  readonly companyName: string;
  readonly fullName: string;
  readonly roles: readonly Role[];
}

/** What a browser shows to be known again, and the way to give it another. */
export interface BrowserSecret {
  readonly secret: string | undefined;
  readonly give: (secret: string) => void;
}

/** A device platform that showed its key. */
export interface Platform {
  readonly companyId: number;
  readonly name: string;
}

export type Changes = AuditRow['changes'];

export interface AuditEntry {
  readonly entity: string;
  readonly entityId: number;
  readonly action: string;
  readonly reason?: string | undefined;
  readonly changes: Changes;
}

/** A transaction with what a change owes: its audit entries and the exact totals of the lists it touches. */
export interface Tx {
  readonly db: Transaction<Database>;
  readonly audit: (entry: AuditEntry) => Promise<void>;
  readonly countRows: (list: string, bucket: string, difference: number) => void;
  /** Tells the open streams of the company, or those of one account, once the transaction is committed. */
  readonly emit: <T extends NewsType>(type: T, data: NewsOf<T>, accountId?: number) => void;
  /** Whose change it is; null: a device or the system. */
  readonly actorId: number | null;
}

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

type Anyone = 'public' | 'platform';

/** What a handler is given; params, query and body are validated and typed by the contract. */
export interface Request<Name extends CallName = CallName> {
  readonly params: ParamsFor<Name>;
  readonly query: QueryFor<Name>;
  readonly body: BodyFor<Name>;
  readonly caller: Calls[Name]['access'] extends Anyone ? undefined : Caller;
  readonly platform: Calls[Name]['access'] extends 'platform' ? Platform : undefined;
  readonly file: Calls[Name] extends { readonly bodyKind: 'multipart' } ? UploadedFile : undefined;
  readonly locale: Locale;
  readonly requestId: string;
  /** Aborted when the answer is over, complete or not. */
  readonly signal: AbortSignal;
  readonly ip: string;
  readonly userAgent: string;
  readonly browser: BrowserSecret;
  /** Where a stream that was cut is to go on. */
  readonly lastEventId: string | undefined;
  /** SHA-256 of the bearer token, for the call that ends the session. */
  readonly tokenHash: Buffer | undefined;
  /**
   * Runs a change in one transaction. Under an `Idempotency-Key` the answer is kept with it, and the same request
   * again answers what the first did.
   */
  readonly change: <T extends object>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Bytes with their type, as calls marked `binary` answer. */
export interface Binary {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly fileName?: string;
}

/** Server-sent events as text, until somebody ends them. */
export interface EventStream {
  readonly events: Readable;
}

/** A table too large for memory: rows in batches, with the total known before the first. */
export interface RowStream {
  readonly total: number;
  /** So long a reader may take for one batch. */
  readonly sendTimeoutMs: number;
  /** No rows: that was all. */
  readonly next: () => Promise<readonly object[]>;
  /** Lets go of its connection. Happens by itself at the last row and when the request's signal is aborted. */
  readonly close: () => Promise<void>;
}

/** A stretch of a list in the dialect of ra-data-simple-rest: its place in the whole goes out as `Content-Range`. */
export interface Ranged<Item = unknown> {
  readonly contentRange: string;
  readonly items: readonly Item[];
}

type Answered<Name extends CallName> = Calls[Name] extends { readonly binary: true }
  ? Binary
  : Calls[Name] extends { readonly stream: object }
    ? EventStream
    : AnswerFor<Name> extends readonly (infer Item)[]
      ? AnswerFor<Name> | Ranged<Item>
      : AnswerFor<Name>;

export type Handler<Name extends CallName> = (request: Request<Name>) => Promise<Answered<Name>>;
/** Calls that a module answers; tables are answered from their descriptions (server/table). */
export type HandledName = {
  [Name in CallName]: Calls[Name] extends { readonly table: string } ? never : Name;
}[CallName];
export type Handlers = { readonly [Name in HandledName]: Handler<Name> };
/** Some of the handlers: what one module gives. */
export type HandlersOf<Names extends HandledName> = { readonly [Name in Names]: Handler<Name> };
