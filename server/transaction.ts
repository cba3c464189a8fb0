import type { Transaction } from 'kysely';
import type { Role } from '../src/contract/access.ts';
import type { AuditRow } from '../src/contract/shapes/audit.ts';
import type { EventOf, EventType } from '../src/contract/shapes/live.ts';
import type { Database } from './db/types.ts';

export interface Caller {
  readonly accountId: number;
  readonly companyId: number;
  readonly companyName: string;
  readonly fullName: string;
  readonly roles: readonly Role[];
  /**
   * Moment until which the session may make changes reserved for superusers, because the password was entered again.
   * Null: the session may not.
   */
  readonly freshUntil: string | null;
  /**
   * Time zone of times in messages to this account. It comes from the account's settings, otherwise from the company.
   */
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

/** Transaction of a change. A change must also write audit entries, exact list totals and events. */
export interface Tx {
  readonly db: Transaction<Database>;
  readonly audit: (entries: AuditEntry | readonly AuditEntry[]) => Promise<void>;
  /**
   * Adds `difference` to the stored number of rows of a list. `companyId`: a company that this transaction has created.
   * Default: the author's company.
   */
  readonly countRows: (list: string, bucket: string, difference: number, companyId?: number) => void;
  /** Sends an event after the commit, to all open streams of the company or of one account. */
  readonly emit: <T extends EventType>(type: T, data: EventOf<T>, accountId?: number) => void;
  /** Broadcasts a change of shared data (dictionaries, texts) to the event streams of all companies. */
  readonly emitToAllCompanies: <T extends EventType>(type: T, data: EventOf<T>) => void;
  /**
   * Runs `work` at the end of the transaction, once for each name and in the order of names.
   * Use it to lock rows that many transactions share. Other transactions wait only briefly, and no deadlock occurs.
   */
  readonly beforeCommit: (name: string, work: () => Promise<void>) => void;
  /** Account that makes the change. Null: a device or the system. */
  readonly actorId: number | null;
  /** Moment of the change. */
  readonly at: Date;
}
