import type { Values } from '../../src/contract/described.ts';
import type { CallName } from '../../src/contract/index.ts';
import type { FieldMessage } from '../../src/contract/messages/index.ts';
import type { TouchedRecord } from '../../src/contract/shapes/imports.ts';
import type { Context, Tx } from '../context.ts';
import type { Db } from '../db/connect.ts';
import type { Asking } from './define.ts';

/** A row of a file as the body of the call that creates one by hand. */
export interface ImportRow {
  readonly row: number;
  readonly values: Values;
}

/** What is wrong with a row, or worth a look, by name on the wire. */
export interface RowFault {
  readonly row: number;
  readonly field: string;
  readonly message: FieldMessage;
  readonly values?: Values;
  /** Nothing is imported while there is one of these. */
  readonly grave: boolean;
  readonly recordId?: number;
  readonly otherRow?: number;
}

/** A record that was made, and what was made along with it. */
export interface ImportedRecord {
  readonly id: number;
  readonly made: object;
}

/** How the records of a resource are brought in from a file: by the function that creates one by hand. */
export interface Importer {
  /** The call that creates one; its body is what a row is checked as. */
  readonly call: CallName;
  /** Fields that no two rows of a file may have the same of, beside those described as unique. */
  readonly distinct: readonly string[];
  /** What other tables say against rows that are right in themselves. */
  readonly compare: (db: Db, asking: Asking, rows: readonly ImportRow[], now: Date) => Promise<readonly RowFault[]>;
  /** Creates them, all or none, in their order; tells nobody. */
  readonly create: (tx: Tx, asking: Asking, bodies: readonly Values[], now: Date) => Promise<readonly ImportedRecord[]>;
  /** Follows the import, for some of its records at a time and perhaps twice: what must not be held so long. */
  readonly settle?: (context: Context, tx: Tx, companyId: number, ids: readonly number[]) => Promise<void>;
  /** Those of the records that somebody has worked with since. */
  readonly touched: (
    db: Db,
    companyId: number,
    imported: readonly ImportedRecord[],
  ) => Promise<readonly Omit<TouchedRecord, 'Row'>[]>;
  /**
   * Until the transaction ends nobody changes them or what was made along, nor does a message come to them. All records of
   * an import at once: in pieces they could not be held in the order in which everybody holds such records.
   */
  readonly hold: (tx: Tx, companyId: number, imported: readonly ImportedRecord[]) => Promise<void>;
  /** Removes records that nobody has touched, with what was made along. */
  readonly remove: (tx: Tx, companyId: number, imported: readonly ImportedRecord[]) => Promise<void>;
}
