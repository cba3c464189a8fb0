import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { AnswerFor, BodyFor, CallName, Calls, ParamsFor, QueryFor } from '../src/contract/index.ts';
import type { Locale, OutageReason } from '../src/contract/messages/index.ts';
import type { Connection, Db } from './db/connect.ts';
import type { Semaphore } from './db/semaphore.ts';
import type { Registry } from './engine/table/define.ts';
import type { Importers } from './engine/table/importer.ts';
import type { ListCache } from './engine/table/listMemory.ts';
import type { Mailer } from './mail/mailer.ts';
import type { QuarantineSettings } from './modules/ingest/settings.ts';
import type { WeatherSettings } from './modules/weather/settings.ts';
import type { WebhookSettings } from './modules/webhooks/settings.ts';
import type { ReserveMemory, Workers } from './threads/workers.ts';
import type { Caller, Tx } from './transaction.ts';

/** Dependencies that every module gets. They include the clock, so that tests can set the time. */
export interface Context {
  /** Descriptions of resources, calls of the API and tables, each by name. */
  readonly registry: Registry;
  readonly importers: Importers;
  readonly db: Db;
  /** As `db`, with prepared statements. See `Connection`. */
  readonly preparedDb: Db;
  readonly pool: Pool;
  /** Connections for lists and searches. Statements are limited to two seconds. */
  readonly reads: Connection['reads'] & { readonly semaphore: Semaphore; readonly memory: ListCache };
  /** Connections for whole lists. A request needs a slot of the semaphore to use a connection. */
  readonly streams: { readonly pool: Pool; readonly semaphore: Semaphore; readonly sendTimeoutMs: number };
  readonly database: DatabaseCondition;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly site: Site;
  readonly mail: Mailer;
  readonly webhooks: WebhookSettings;
  readonly weather: WeatherSettings;
  readonly quarantine: QuarantineSettings;
  readonly workers: Workers;
  /** Threads that write files such as exports. They are separate, so that no device message waits for a long file. */
  readonly fileWorkers: Workers;
  /** Threads for uploaded files, so that no export waits for a malicious file. */
  readonly fileReaders: Workers;
  /**
   * Runs work that needs much memory, such as drawing a large picture. Threads that share this memory are idle
   * meanwhile.
   */
  readonly reserveMemory: ReserveMemory;
  /** Runs work after the answer is sent, so that the caller cannot measure its duration. Errors go to the log. */
  readonly defer: (what: string, work: () => Promise<void>) => void;
  readonly onTripsRecomputed: (count: number) => void;
}

/** State of the database as a whole, beyond the errors of single statements. */
export interface DatabaseCondition {
  /**
   * Checks that the database answers and, if a write was refused before, that it accepts writes again. Otherwise
   * rejects.
   */
  readonly check: () => Promise<void>;
  /** Returns the embedded database's present problem, such as a full disk. Undefined: none is known. */
  readonly currentOutage: () => OutageReason | undefined;
}

/** Public address, and features for people who are not signed in. */
export interface Site {
  /** Public address of the web application, without a trailing slash. */
  readonly publicUrl: string;
  readonly registration: boolean;
  readonly passwordReset: boolean;
}

/** Secret in the cookie by which a known browser is recognised, and a function to replace it. */
export interface BrowserSecret {
  readonly secret: string | undefined;
  readonly replaceSecret: (secret: string) => void;
}

export interface Platform {
  readonly keyId: number;
  readonly companyId: number;
  readonly name: string;
}

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

type AccessWithoutCaller = 'public' | 'platform';

/** Input of a handler. The contract validates and types params, query and body. */
export interface Request<Name extends CallName = CallName> {
  readonly params: ParamsFor<Name>;
  readonly query: QueryFor<Name>;
  readonly body: BodyFor<Name>;
  readonly caller: Calls[Name]['access'] extends AccessWithoutCaller ? undefined : Caller;
  readonly platform: Calls[Name]['access'] extends 'platform' ? Platform : undefined;
  readonly file: Calls[Name] extends { readonly bodyKind: 'multipart' } ? UploadedFile : undefined;
  readonly locale: Locale;
  readonly requestId: string;
  /** Signal that is aborted when the response ends, complete or not. */
  readonly signal: AbortSignal;
  readonly ip: string;
  readonly userAgent: string;
  readonly browser: BrowserSecret;
  /** Id of the last event that a client of an event stream has received. The stream resumes after it. */
  readonly lastEventId: string | undefined;
  /** SHA-256 of the session's token, by which calls that end or list sessions recognise the present one. */
  readonly tokenHash: Buffer | undefined;
  /** Bearer token of the request. For some seconds after an exchange it may be the session's previous token. */
  readonly token: string | undefined;
  /**
   * Runs a change in one transaction. If the request has an `Idempotency-Key`, the answer is stored. A repetition of
   * the request then gets the same answer.
   */
  readonly change: <T extends object>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Bytes with their type, the answer of calls marked `binary`. */
export interface Binary {
  readonly contentType: string;
  readonly bytes: Buffer | Readable;
  readonly fileName?: string;
}

/** Server-sent events as text. The stream runs until the server or the client ends it. */
export interface EventStream {
  readonly events: Readable;
}

/** An answer with a table too large for memory. Rows are sent in batches. The total is known before the first batch. */
export interface RowStream {
  /** Total number of rows. Absent: the answer is an array of rows without a total. */
  readonly total?: number;
  /** Time that a client may take to read a batch, ms. */
  readonly sendTimeoutMs: number;
  /** Returns the next batch of rows. An empty batch is the end of the table. */
  readonly next: () => Promise<readonly object[]>;
  /** Releases the database connection. This also happens after the last row, and when the request's signal aborts. */
  readonly close: () => Promise<void>;
}

/**
 * A page of a list in the dialect of ra-data-simple-rest (react-admin). The header `Content-Range` contains its range
 * and the total.
 */
export interface RangedPage<Item = unknown> {
  readonly contentRange: string;
  readonly items: readonly Item[];
}

/** A cacheable answer with its ETag. A client with the same tag gets 304 without the answer. */
export interface AnswerWithEtag<Answer = unknown> {
  readonly etag: string;
  readonly answer: Answer;
}

/**
 * An answer in which one long property is already JSON text. A thread has serialised it, because serialising on the
 * main thread would block the event loop.
 */
export interface WithJson<Answer = object, Property extends keyof Answer = never> {
  readonly answer: Omit<Answer, Property>;
  /** The long property as JSON text in UTF-8. */
  readonly text: Uint8Array;
}

type HandlerAnswer<Name extends CallName> = Calls[Name] extends { readonly binary: true }
  ? Binary
  : Calls[Name] extends { readonly stream: object }
    ? EventStream
    : AnswerFor<Name> extends readonly (infer Item)[]
      ? AnswerFor<Name> | RangedPage<Item> | RowStream
      : Calls[Name] extends { readonly hasEtag: true }
        ? AnswerWithEtag<AnswerFor<Name>>
        : Calls[Name] extends { readonly longProperty: keyof AnswerFor<Name> & string }
          ? WithJson<AnswerFor<Name>, Calls[Name]['longProperty']>
          : AnswerFor<Name>;

export type Handler<Name extends CallName> = (request: Request<Name>) => Promise<HandlerAnswer<Name>>;
/**
 * Names of the calls that modules answer. Calls of tables are answered from their descriptions (server/engine/table).
 */
export type HandledName = {
  [Name in CallName]: Calls[Name] extends { readonly table: string } | { readonly saves: string } ? never : Name;
}[CallName];
export type HandlersOf<Names extends HandledName> = { readonly [Name in Names]: Handler<Name> };
