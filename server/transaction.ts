import type { Transaction } from 'kysely';
import type { Role } from '../src/contract/access.ts';
import type { AuditRow } from '../src/contract/shapes/audit.ts';
import type { EventOf, EventType } from '../src/contract/shapes/live.ts';
import type { Database } from './db/types.ts';

/** The account behind a request. */
export interface Caller {
  readonly accountId: number;
  readonly companyId: number;
  readonly companyName: string;
  readonly fullName: string;
  readonly roles: readonly Role[];
  /** Time until which the session may make changes reserved for superusers. Null: none. */
  readonly freshUntil: string | null;
  /** Time zone of times in messages: that of the account's settings, otherwise the company's. */
  readonly timeZone: string;
}

export type Changes = AuditRow['changes'];

export interface AuditEntry {
  readonly entity: string;
  readonly entityId: number;
  readonly action: string;
  readonly reason?: string | undefined;
  readonly changes: Changes;
}

/** A transaction with the duties of every change: audit entries, exact list totals and events. */
export interface Tx {
  readonly db: Transaction<Database>;
  readonly audit: (entries: AuditEntry | readonly AuditEntry[]) => Promise<void>;
  /** Counts rows of the author's company, or of a company that the change has just created. */
  readonly countRows: (list: string, bucket: string, difference: number, companyId?: number) => void;
  /** Sends an event to the company's open streams, or one account's, after the commit. */
  readonly emit: <T extends EventType>(type: T, data: EventOf<T>, accountId?: number) => void;
  /** Broadcasts a change of shared data (dictionaries, texts) to the event streams of all companies. */
  readonly emitToAll: <T extends EventType>(type: T, data: EventOf<T>) => void;
  /**
   * Runs `work` at the end of the transaction, once for each name and in the order of names.
   * For locks on rows that many transactions share: the wait for them stays short, and no deadlock occurs.
   */
  readonly last: (name: string, work: () => Promise<void>) => void;
  /** Account that makes the change. Null: a device or the system. */
  readonly actorId: number | null;
  /** Time of the change. */
  readonly at: Date;
}
