import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Role } from '../src/contract/access.ts';
import type { AnswerFor, BodyFor, CallName, Calls, ParamsFor, QueryFor } from '../src/contract/index.ts';
import type { Locale, Outage } from '../src/contract/messages/index.ts';
import type { AuditRow } from '../src/contract/shapes/audit.ts';
import type { NewsOf, NewsType } from '../src/contract/shapes/live.ts';
import type { Connection, Db } from './db/connect.ts';
import type { Gate } from './db/gate.ts';
import type { Database } from './db/types.ts';
import type { ListMemory } from './listMemory.ts';
import type { Mailer } from './mail/mailer.ts';
import type { QuarantineSettings } from './quarantineSettings.ts';
import type { WeatherSettings } from './weatherSettings.ts';
import type { WebhookSettings } from './webhookSettings.ts';
import type { Workers } from './workers.ts';

/** Dependencies of every module. The clock is injected. */
export interface Context {
  readonly db: Db;
  readonly pool: Pool;
  /** For lists and searches; statements are limited to two seconds. */
  readonly reads: Connection['reads'] & { readonly gate: Gate; readonly memory: ListMemory };
  /** For whole lists: passing the gate permits to hold a connection. */
  readonly streams: { readonly pool: Pool; readonly gate: Gate; readonly sendTimeoutMs: number };
  readonly database: DatabaseCondition;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly site: Site;
  readonly mail: Mailer;
  readonly webhooks: WebhookSettings;
  readonly weather: WeatherSettings;
  readonly quarantine: QuarantineSettings;
  readonly workers: Workers;
  /** The same for files that take long to write: no message waits for one of those. */
  readonly fileWorkers: Workers;
  /** And for files of strangers that are read: no export waits for one that is meant to take long. */
  readonly fileReaders: Workers;
  /** Does work after the answer: how long it takes must not be seen, and its failure goes to the log. */
  readonly deferred: (what: string, work: () => Promise<void>) => void;
}

/** State of the database beyond single statements. */
export interface DatabaseCondition {
  /** Rejects unless the database can be read and, as far as known, written. */
  readonly check: () => Promise<void>;
  /** A problem known to whoever runs the database. */
  readonly trouble: () => Outage | undefined;
}

/** What is open to people who are not signed in. */
export interface Site {
  /** Without a trailing slash. */
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
  /** Until when the session may make changes that only a superuser may make; null: it may not. */
  readonly freshUntil: string | null;
}

/** The cookie that identifies a known browser, and how to replace it. */
export interface BrowserSecret {
  readonly secret: string | undefined;
  readonly give: (secret: string) => void;
}

/** A device platform authenticated by its key. */
export interface Platform {
  /** Of the key that it came with. */
  readonly keyId: number;
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

/** A transaction with what every change must do: audit entries and exact list totals. */
export interface Tx {
  readonly db: Transaction<Database>;
  readonly audit: (entries: AuditEntry | readonly AuditEntry[]) => Promise<void>;
  /** Of the author's company, unless another is named that the change has just made. */
  readonly countRows: (list: string, bucket: string, difference: number, companyId?: number) => void;
  /** Sends an event to the company's open streams, or one account's, after the commit. */
  readonly emit: <T extends NewsType>(type: T, data: NewsOf<T>, accountId?: number) => void;
  /** Tells the open streams of every company: of what all of them share. */
  readonly emitToAll: <T extends NewsType>(type: T, data: NewsOf<T>) => void;
  /**
   * Does what holds a row that many share when all else is done, so that nobody waits for it long or in a ring: once for
   * each name, in the order of names.
   */
  readonly last: (name: string, work: () => Promise<void>) => void;
  /** Whose change it is; null: a device or the system. */
  readonly actorId: number | null;
  /** When it happens. */
  readonly at: Date;
}

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

type Anyone = 'public' | 'platform';

/** Input of a handler; params, query and body are validated and typed by the contract. */
export interface Request<Name extends CallName = CallName> {
  readonly params: ParamsFor<Name>;
  readonly query: QueryFor<Name>;
  readonly body: BodyFor<Name>;
  readonly caller: Calls[Name]['access'] extends Anyone ? undefined : Caller;
  readonly platform: Calls[Name]['access'] extends 'platform' ? Platform : undefined;
  readonly file: Calls[Name] extends { readonly bodyKind: 'multipart' } ? UploadedFile : undefined;
  readonly locale: Locale;
  readonly requestId: string;
  /** Aborted when the response ends, complete or not. */
  readonly signal: AbortSignal;
  readonly ip: string;
  readonly userAgent: string;
  readonly browser: BrowserSecret;
  /** Position to resume a stream from. */
  readonly lastEventId: string | undefined;
  /** SHA-256 of the session's token: how calls that end or list sessions know this one. */
  readonly tokenHash: Buffer | undefined;
  /** The token that the request came with: an exchanged one for some seconds, else that of the session. */
  readonly token: string | undefined;
  /**
   * Runs a change in one transaction. Under an `Idempotency-Key` its answer is stored and repeated for the same
   * request.
   */
  readonly change: <T extends object>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Bytes with their type, as calls marked `binary` answer. */
export interface Binary {
  readonly contentType: string;
  readonly bytes: Buffer | Readable;
  readonly fileName?: string;
}

/** Server-sent events as text, until either side ends them. */
export interface EventStream {
  readonly events: Readable;
}

/** A table too large for memory: rows in batches, with the total known before the first. */
export interface RowStream {
  /** Absent: the answer is an array of the rows alone. */
  readonly total?: number;
  /** How long a client may take to read a batch. */
  readonly sendTimeoutMs: number;
  /** Empty: the end. */
  readonly next: () => Promise<readonly object[]>;
  /** Releases what it holds. Also happens at the last row and when the request's signal aborts. */
  readonly close: () => Promise<void>;
}

/** A page of a list in the dialect of ra-data-simple-rest; its range goes out as `Content-Range`. */
export interface Ranged<Item = unknown> {
  readonly contentRange: string;
  readonly items: readonly Item[];
}

/** An answer that may be kept as long as its tag is the same; whoever has it is told so and no more (304). */
export interface Tagged<Answer = unknown> {
  readonly etag: string;
  readonly answer: Answer;
}

/** An answer whose long property is JSON already: writing a long list here would hold up everybody. */
export interface WithText<Answer = object, Property extends keyof Answer = never> {
  readonly answer: Omit<Answer, Property>;
  /** JSON of the property in UTF-8. */
  readonly text: Uint8Array;
}

type Answered<Name extends CallName> = Calls[Name] extends { readonly binary: true }
  ? Binary
  : Calls[Name] extends { readonly stream: object }
    ? EventStream
    : AnswerFor<Name> extends readonly (infer Item)[]
      ? AnswerFor<Name> | Ranged<Item> | RowStream
      : Calls[Name] extends { readonly tagged: true }
        ? Tagged<AnswerFor<Name>>
        : Calls[Name] extends { readonly longProperty: keyof AnswerFor<Name> & string }
          ? WithText<AnswerFor<Name>, Calls[Name]['longProperty']>
          : AnswerFor<Name>;

export type Handler<Name extends CallName> = (request: Request<Name>) => Promise<Answered<Name>>;
/** Calls answered by modules; tables are answered from their descriptions (server/table). */
export type HandledName = {
  [Name in CallName]: Calls[Name] extends { readonly table: string } | { readonly saves: string } ? never : Name;
}[CallName];
export type Handlers = { readonly [Name in HandledName]: Handler<Name> };
/** The handlers of one module. */
export type HandlersOf<Names extends HandledName> = { readonly [Name in Names]: Handler<Name> };
